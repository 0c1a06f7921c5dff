import type { FastifyReply, FastifyRequest } from "fastify";
import { type StandIn, startStandIn } from "../stand-in.ts";
import type { MediaWikiSite } from "./site.ts";

interface WikiText {
  id: string;
  title: string;
  text: string;
  stands: boolean;
}

/**
 * A real wiki behind an address that records calls and simulates failures, and the actions of a person who edits the
 * wiki.
 */
export interface MediaWikiServer extends StandIn {
  readonly apiUrl: string;
  countByMarker(marker: string): number;
  /**
   * Returns pages of the main namespace, without redirects, and our category pages, with deleted ones. Each is
   * identified by its first revision.
   */
  pages(): Promise<WikiText[]>;
  /** Returns the text of the page with this first revision. */
  textOf(pageId: string): string;
  /** Returns the text of a page in any namespace; null if the page does not exist. */
  textOfTitle(title: string): string | null;
  editAsPerson(pageId: string, edit: (text: string) => string): void;
  moveAsPerson(pageId: string, title: string): void;
  deleteAsPerson(pageId: string): void;
  restoreAsPerson(pageId: string): void;
  /** Writes a page as a person, or replaces its text. */
  createAsPerson(title: string, text: string): void;
  /** Writes pages by title, and returns the wiki's own ids in the same order. */
  createAllAsPerson(pages: Record<string, string>): string[];
  /** Returns the wiki's own id of a page. This is not the id of its first revision. */
  pageIdOf(title: string): string;
  titleOfPage(pageId: string): string;
  /** Moves the page with the wiki's own id. */
  movePageAsPerson(pageId: string, title: string): void;
  deletePageAsPerson(pageId: string): void;
  /** Returns the titles of redirects in the main namespace. */
  redirects(): string[];
  /** Removes a right from all accounts. */
  withoutRight(right: string): void;
  /** Returns the page's revisions as 'user: comment', newest first. */
  history(pageId: string): string[];
}

const SERVICES = "$s = MediaWiki\\MediaWikiServices::getInstance(); $u = User::newFromName($args['user'] ?? 'Pia');";
const PAGE = `${SERVICES} $r = $s->getRevisionLookup()->getRevisionById((int)$args['id']); $p = $s->getWikiPageFactory()->newFromID($r->getPageId());`;
const TEXT = "$p->getContent()->getText()";

export async function startMediaWikiServer(site: MediaWikiSite): Promise<MediaWikiServer> {
  site.reset();
  const without: string[] = [];
  const handle = (request: FastifyRequest, reply: FastifyReply) => passOn(site, without, request, reply);
  const standIn = await startStandIn("MediaWiki", (app) => {
    app.get("/api.php", handle);
    app.post("/api.php", handle);
    app.get("/index.php", (request, reply) => show(site, request, reply));
    app.get("/index.php/*", (request, reply) => show(site, request, reply));
  });
  const textOf = (id: string) => site.run(`${PAGE} print ${TEXT};`, { id });
  return {
    ...standIn,
    apiUrl: `${standIn.url}/api.php`,
    textOf,
    pages: async () => {
      const all: (WikiText & { namespace: number })[] = JSON.parse(await site.runAside(PAGES, {}));
      const ours = all.filter(({ namespace, text }) => namespace === 0 || text.includes("ref lkc-"));
      return ours.map(({ id, title, text, stands }) => ({ id, title, text, stands }));
    },
    countByMarker: (marker) => Number(site.run(COUNT, { marker })),
    editAsPerson(id, edit) {
      const text = edit(textOf(id));
      site.run(`${PAGE} $p->doUserEditContent(new WikitextContent($args['text']), $u, 'An edit');`, { id, text });
    },
    moveAsPerson: (id, title) =>
      void site.run(
        `${PAGE} $s->getMovePageFactory()->newMovePage($p->getTitle(), Title::newFromText($args['title']))->move($u, 'Another name', false);`,
        { id, title },
      ),
    deleteAsPerson: (id) =>
      void site.run(`${PAGE} $s->getDeletePageFactory()->newDeletePage($p, $u)->deleteUnsafe('Not needed');`, {
        id,
        user: "Admin",
      }),
    restoreAsPerson: (id) => void site.run(RESTORE, { id, user: "Admin" }),
    createAsPerson: (title, text) =>
      void site.run(
        `${SERVICES} $s->getWikiPageFactory()->newFromTitle(Title::newFromText($args['title']))->doUserEditContent(new WikitextContent($args['text']), $u, 'Mine');`,
        { title, text },
      ),
    createAllAsPerson: (pages) =>
      JSON.parse(
        site.run(
          `${SERVICES} $ids = []; foreach ($args as $title => $text) { $t = Title::newFromText((string)$title); $s->getWikiPageFactory()->newFromTitle($t)->doUserEditContent(new WikitextContent($text), $u, 'Mine'); $ids[] = (string)$t->getArticleID(IDBAccessObject::READ_LATEST); } print json_encode($ids);`,
          pages,
        ),
      ),
    pageIdOf: (title) =>
      site.run(`${SERVICES} print Title::newFromText($args['title'])->getArticleID();`, { title }).trim(),
    titleOfPage: (id) =>
      site.run(`${SERVICES} print Title::newFromID((int)$args['id'])->getPrefixedText();`, { id }).trim(),
    deletePageAsPerson: (id) =>
      void site.run(
        `${SERVICES} $p = $s->getWikiPageFactory()->newFromID((int)$args['id']); $s->getDeletePageFactory()->newDeletePage($p, $u)->deleteUnsafe('Not needed');`,
        { id, user: "Admin" },
      ),
    movePageAsPerson: (id, title) =>
      void site.run(
        `${SERVICES} $s->getMovePageFactory()->newMovePage(Title::newFromID((int)$args['id']), Title::newFromText($args['title']))->move($u, 'Another name', false);`,
        { id, title },
      ),
    textOfTitle: (title) => JSON.parse(site.run(TEXT_OF_TITLE, { title })),
    withoutRight: (right) => void without.push(right),
    redirects: () => JSON.parse(site.run(REDIRECTS, {})),
    history: (id) =>
      site
        .run(
          `${PAGE} foreach (wfGetDB(DB_REPLICA)->select('revision', 'rev_id', ['rev_page' => $p->getId()], '', ['ORDER BY' => 'rev_id DESC']) as $row) { $v = $s->getRevisionLookup()->getRevisionById($row->rev_id); print $v->getUser()->getName() . ': ' . $v->getComment()->text . chr(10); }`,
          { id },
        )
        .trim()
        .split("\n"),
  };
}

const PAGES = `${SERVICES} $all = []; $db = wfGetDB(DB_REPLICA);
foreach ($db->select('page', ['page_id', 'page_namespace'], ['page_namespace' => [0, 14], 'page_is_redirect' => 0]) as $row) { $p = $s->getWikiPageFactory()->newFromID($row->page_id); $all[] = ['namespace' => (int)$row->page_namespace, 'id' => (string)$db->selectField('revision', 'min(rev_id)', ['rev_page' => $row->page_id]), 'title' => $p->getTitle()->getText(), 'text' => $p->getContent()->getText(), 'stands' => true]; }
foreach ($db->select('archive', ['ar_title', 'ar_namespace', 'first' => 'min(ar_rev_id)', 'last' => 'max(ar_rev_id)'], ['ar_namespace' => [0, 14]], '', ['GROUP BY' => 'ar_page_id']) as $row) { $r = $s->getArchivedRevisionLookup()->getArchivedRevisionRecord(Title::makeTitle($row->ar_namespace, $row->ar_title), (int)$row->last); $all[] = ['namespace' => (int)$row->ar_namespace, 'id' => (string)$row->first, 'title' => str_replace('_', ' ', $row->ar_title), 'text' => $r ? $r->getContent('main', 3)->getText() : '', 'stands' => false]; }
print json_encode($all);`;

const TEXT_OF_TITLE = `${SERVICES} $p = $s->getWikiPageFactory()->newFromTitle(Title::newFromText($args['title'])); print json_encode($p->exists() ? ${TEXT} : null);`;

const REDIRECTS = `${SERVICES} print json_encode(array_map(fn ($t) => str_replace('_', ' ', $t), wfGetDB(DB_REPLICA)->selectFieldValues('page', 'page_title', ['page_namespace' => 0, 'page_is_redirect' => 1], '', ['ORDER BY' => 'page_id'])));`;

const RESTORE = `${SERVICES} $row = wfGetDB(DB_REPLICA)->selectRow('archive', ['ar_namespace', 'ar_title'], ['ar_rev_id' => (int)$args['id']]); $p = $s->getWikiPageFactory()->newFromTitle(Title::makeTitle($row->ar_namespace, $row->ar_title)); $s->getUndeletePageFactory()->newUndeletePage($p, $u)->undeleteUnsafe('Needed after all');`;

const COUNT = `${SERVICES} $n = 0; foreach (wfGetDB(DB_REPLICA)->select('page', 'page_id', ['page_namespace' => 0]) as $row) { if (str_contains($s->getWikiPageFactory()->newFromID($row->page_id)->getContent()->getText(), $args['marker'])) { $n++; } }; print $n;`;

async function passOn(site: MediaWikiSite, without: string[], request: FastifyRequest, reply: FastifyReply) {
  const { cookie, host } = request.headers;
  const form = request.body as Record<string, string> | undefined;
  const answer = await fetch(`${site.origin}${request.url}`, {
    method: request.method,
    headers: { ...(cookie && { cookie }), "x-asked-host": host ?? "", "x-without-rights": without.join() },
    ...(form && { body: new URLSearchParams(form) }),
  });
  for (const set of answer.headers.getSetCookie()) reply.header("set-cookie", set);
  const after = answer.headers.get("retry-after");
  if (after) reply.header("retry-after", after);
  return reply
    .code(answer.status)
    .type(answer.headers.get("content-type") ?? "application/json")
    .send(await answer.text());
}

/** Returns a page's rendered text, without the wiki's own navigation. */
async function show(site: MediaWikiSite, request: FastifyRequest, reply: FastifyReply) {
  const url = new URL(request.url, site.origin);
  url.searchParams.set("action", "render");
  const answer = await fetch(url);
  return reply
    .code(answer.status)
    .type("text/html")
    .send(`<!doctype html><main>${await answer.text()}</main>`);
}
