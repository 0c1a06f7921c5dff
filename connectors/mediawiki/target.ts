import * as z from "zod";
import type { CallClocks } from "../call-clocks.ts";
import { MissingPermission, NotFound } from "../errors.ts";
import type { Fetch } from "../http.ts";
import {
  type BeforeSending,
  type KnowledgeTarget,
  MARKER,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
  TitleTaken,
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { connect, type WikiApi, type WikiWays } from "./api.ts";
import { checkWiki } from "./check.ts";
import type { MediaWikiConfig } from "./manifest.ts";
import { readPageFile, writePageFile } from "./page-file.ts";
import { textOf } from "./page-text.ts";
import {
  deletedVersions,
  exists,
  foundPage,
  ownPageOfTitle,
  pagesMadeSince,
  readPage,
  remotePage,
  type WikiPage,
} from "./pages.ts";
import { render } from "./render.ts";
import { type Session, sessionKey } from "./session.ts";
import { toWikiTitle } from "./title.ts";

/** The wiki's clock and ours may differ by this much. */
const CLOCK_SKEW_MS = 60 * 1000;

export interface MediaWikiTargetOptions {
  fetch: Fetch;
  timeoutMs?: number;
  /** Shared between processes; this process's own when absent. */
  clocks?: CallClocks | undefined;
}

const BLOCKS = { render, textOf };

export function createMediaWikiTarget({
  fetch,
  timeoutMs,
  clocks,
}: MediaWikiTargetOptions): KnowledgeTarget<MediaWikiConfig> {
  const pace = createPace("The wiki", undefined, undefined, clocks);
  const ways: WikiWays = { fetch, pace, timeoutMs, sessions: new Map<string, Session>() };
  const open = (config: MediaWikiConfig, signal?: AbortSignal) => connect(ways, config, signal);

  return {
    ...BLOCKS,
    labels: "with the text",
    async check(config, signal) {
      // An earlier session proves nothing of the password.
      ways.sessions.delete(sessionKey(config));
      return checkWiki(open(config, signal), config);
    },
    publish: (config, page, signal, before) => createPage(open(config, signal), config, page, before),
    update: (config, externalId, page, signal, before) =>
      updatePage(open(config, signal), config, { id: externalId, page }, before),

    async find(config, { marker, title, createdAfter, known = new Set() }, signal) {
      const api = open(config, signal);
      const since = await pagesMadeSince(api, withSkew(createdAfter), known);
      const named = await ownPageOfTitle(api, toWikiTitle(title));
      const isNew =
        named && !known.has(named.firstVersion) && since.every((one) => one.firstVersion !== named.firstVersion);
      const user = await api.user();
      return [...(isNew ? [named] : []), ...since]
        .filter((page) => page.state === "current" && markerOf(page) === marker)
        .map((page) => foundPage(page, marker, user));
    },

    async listUnknown(config, { createdAfter, known }, signal) {
      const api = open(config, signal);
      const pages = await pagesMadeSince(api, withSkew(createdAfter), known);
      const user = await api.user();
      return pages.flatMap((page) => {
        const marker = markerOf(page);
        return marker ? [foundPage(page, marker, user)] : [];
      });
    },

    async read(config, externalId, signal) {
      const found = await readPage(open(config, signal), externalId);
      return found && remotePage(found);
    },

    archive: (config, externalId, signal) => deletePage(open(config, signal), externalId),
    restore: (config, externalId, signal) => restorePage(open(config, signal), externalId),
  };
}

const withSkew = (since: Date) => new Date(since.getTime() - CLOCK_SKEW_MS);
const markerOf = ({ file }: WikiPage) =>
  MARKER.exec(file.blocks.map(({ native }) => String(native)).join("\n"))?.[0] ?? null;

const saved = z.object({
  edit: z.object({
    result: z.string(),
    pageid: z.number().nullish(),
    title: z.string().nullish(),
    oldrevid: z.number().nullish(),
    newrevid: z.number().nullish(),
    nochange: z.boolean().nullish(),
  }),
});

/** https://www.mediawiki.org/wiki/API:Edit; in the list of recent changes a bot's edits can be left out. */
async function save(api: WikiApi, form: Record<string, string>, before?: BeforeSending) {
  const { edit } = await api.write("edit", { ...form, bot: "1", watchlist: "nochange" }, saved, before);
  if (edit.result === "Success") return edit;
  throw new MissingPermission(
    "The wiki asks for a captcha before it saves links. Put the account into a group that needs none, such as Bots.",
    "skipcaptcha",
  );
}

const categoriesOf = ({ spaceId }: MediaWikiConfig, labels: string[]) => [spaceId.trim(), ...labels];

async function createPage(
  api: WikiApi,
  config: MediaWikiConfig,
  { title, blocks, labels }: NewPage,
  before?: BeforeSending,
): Promise<RemotePage> {
  const wikiTitle = toWikiTitle(title);
  const text = writePageFile({ title, blocks, categories: categoriesOf(config, labels) });
  const form = { title: wikiTitle, text, createonly: "1", summary: "Lorekeep: published" };
  const made = await save(api, form, before);
  return remotePage({
    firstVersion: String(made.newrevid),
    pageId: made.pageid ?? null,
    wikiTitle: made.title ?? wikiTitle,
    url: addressOf(config, made.title ?? wikiTitle),
    version: String(made.newrevid),
    parentVersion: 0,
    editor: "",
    file: readPageFile(text),
    state: "current",
  });
}

/** Any wiki shows a page at this address, and leads on to its nicer one. */
function addressOf({ baseUrl }: MediaWikiConfig, wikiTitle: string): string {
  const title = encodeURIComponent(wikiTitle.replaceAll(" ", "_"));
  return `${baseUrl.replace(/api\.php$/, "index.php")}?title=${title}`;
}

async function updatePage(
  api: WikiApi,
  config: MediaWikiConfig,
  { id, page }: { id: string; page: PageUpdate },
  before?: BeforeSending,
): Promise<RemotePage> {
  const found = await readPage(api, id);
  if (!found) throw new NotFound("The page is gone from the wiki.");
  if (found.state === "trashed" || found.version !== page.expectedVersion) throw changed();
  const isSameTitle = toWikiTitle(page.title) === found.wikiTitle;
  const now = isSameTitle ? found : await renamePage(api, found, page, before);
  const text = writePageFile({ ...page, categories: categoriesOf(config, page.labels) }, found.file);
  const form = { pageid: String(now.pageId), text, nocreate: "1", baserevid: now.version, summary: page.note };
  const after = await save(api, form, isSameTitle ? before : undefined);
  // The wiki may have merged the text with somebody's edit of the same moment: that is read and merged here first.
  if (!after.nochange && String(after.oldrevid) !== now.version) throw changed();
  return remotePage({ ...now, version: String(after.newrevid ?? now.version), file: readPageFile(text) });
}

const changed = () => new PageChanged("Somebody edited the page in the wiki.");

const moved = z.object({ move: z.looseObject({ redirectcreated: z.boolean().nullish() }) });

/** Before its text is changed, because the title may be taken. The old title leads on to the new one, unless it is to be forgotten. */
async function renamePage(
  api: WikiApi,
  found: WikiPage,
  { title, forgetsTitle = false }: PageUpdate,
  before?: BeforeSending,
): Promise<WikiPage> {
  const form = {
    fromid: String(found.pageId),
    to: toWikiTitle(title),
    reason: "Lorekeep: the article has another title",
    ...(forgetsTitle && { noredirect: "1" }),
  };
  // https://www.mediawiki.org/wiki/API:Move
  const { move } = await api.write("move", form, moved, before);
  // Without the right `suppressredirect` the wiki makes one all the same.
  if (forgetsTitle && move.redirectcreated === true) await deleteRedirect(api, found.wikiTitle);
  const now = await readPage(api, found.firstVersion);
  if (!now || String(now.parentVersion) !== found.version) throw changed();
  return now;
}

const deleteRedirect = (api: WikiApi, title: string) =>
  remove(api, { title, reason: "Lorekeep: the article has another title" });

async function deletePage(api: WikiApi, id: string): Promise<void> {
  const page = await readPage(api, id);
  if (page?.state !== "current") return;
  // Without a reason of ours the wiki would write the page's words into its log.
  await remove(api, { pageid: String(page.pageId), reason: "Lorekeep: the article was removed" });
}

async function remove(api: WikiApi, form: Record<string, string>): Promise<void> {
  // https://www.mediawiki.org/wiki/API:Delete
  await api.write("delete", form, z.object({ delete: z.looseObject({}) })).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error;
  });
}

/** Null when another page has its title: the wiki would mix the two. */
async function restorePage(api: WikiApi, id: string): Promise<RemotePage | null> {
  const page = await readPage(api, id);
  if (!page || page.state === "current") return page && remotePage(page);
  const { firstVersion, wikiTitle } = page;
  if (await exists(api, wikiTitle)) return null;
  const versions = await deletedVersions(api, firstVersion, wikiTitle);
  const timestamps = versions.flatMap(({ timestamp }) => timestamp ?? []).join("|");
  const form = { title: wikiTitle, timestamps, reason: "Lorekeep: the article was restored" };
  // https://www.mediawiki.org/wiki/API:Undelete
  await api.write("undelete", form, z.object({ undelete: z.looseObject({}) })).catch((error: unknown) => {
    if (!(error instanceof NotFound) && !(error instanceof TitleTaken)) throw error;
  });
  const restored = await readPage(api, firstVersion);
  return restored?.state === "current" ? remotePage(restored) : null;
}
