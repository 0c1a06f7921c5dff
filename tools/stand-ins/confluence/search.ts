import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ConfluenceCaller, type ConfluenceState, HUMAN_EDITOR_ID, type StandInPage } from "./state.ts";

const CQL =
  /^(?:id in \((?<ids>\d+(?:,\d+)*)\) and )?space in \((?<spaces>".+?"(?:,".+?")*)\)(?: and label in \((?<labels>".+?"(?:,".+?")*)\))?(?: and \(id in \((?<tree>\d+(?:,\d+)*)\) or ancestor in \(\k<tree>\)\))? and type = page order by (?<order>created asc|lastmodified desc)$/;
const EXPAND = /^(?:version|ancestors|restrictions\.read\.restrictions\.(?:user|group))$/;

interface SearchContext {
  /** Returns the caller; null after it has sent a refusal. */
  visitorOf: (request: FastifyRequest, reply: FastifyReply) => ConfluenceCaller | null;
  canSee: (page: StandInPage, visitor: ConfluenceCaller) => boolean;
  refuse: (reply: FastifyReply, status: number, code: string, title: string) => FastifyReply;
  siteUrl: () => string;
}

/** Confluence's search of content and its restrictions (v1), for the queries that the product asks. */
export function searchRoutes(app: FastifyInstance, state: ConfluenceState, visits: SearchContext): void {
  app.get("/wiki/rest/api/content/search", async (request, reply) => {
    const visitor = visits.visitorOf(request, reply);
    if (!visitor) return reply;
    const { cql = "", expand = "", limit = "25", cursor } = request.query as Record<string, string | undefined>;
    const asked: Record<string, string | undefined> = CQL.exec(cql)?.groups ?? {};
    const { ids, spaces, labels, tree, order } = asked;
    const expanded = expand.split(",").filter(Boolean);
    if (!order || expanded.some((one) => !EXPAND.test(one)))
      return visits.refuse(reply, 400, "BAD_REQUEST", "Could not parse cql");
    const listOf = (list: string | undefined) => list && new Set(list.split(",").map((one) => one.replaceAll('"', "")));
    const [keys, wanted, named, roots] = [new Set(listOf(spaces)), listOf(ids), listOf(labels), listOf(tree)];
    const found = state.pages.filter(
      (page) =>
        page.status === "current" &&
        keys.has(page.spaceKey) &&
        (!wanted || wanted.has(page.id)) &&
        (!named || page.labels.some((label) => named.has(label))) &&
        (!roots || [page, ...ancestorsOf(state, page)].some(({ id }) => roots.has(id))) &&
        visits.canSee(page, visitor),
    );
    if (order === "lastmodified desc")
      found.sort((one, other) => other.version.createdAt.localeCompare(one.version.createdAt));
    const from = cursor ? Number(Buffer.from(cursor, "base64url").toString()) : 0;
    const until = from + Math.min(Number(limit), 250);
    const next = new URLSearchParams({ cql, expand, limit });
    next.set("cursor", Buffer.from(String(until)).toString("base64url"));
    return {
      results: found.slice(from, until).map((page) => contentJson(state, page, expanded)),
      start: from,
      limit: Number(limit),
      size: Math.min(found.length, until) - from,
      _links: {
        base: `${visits.siteUrl()}/wiki`,
        ...(until < found.length && { next: `/rest/api/content/search?${next}` }),
      },
    };
  });

  app.get("/wiki/rest/api/content/:id/restriction/byOperation/read", async (request, reply) => {
    const visitor = visits.visitorOf(request, reply);
    if (!visitor) return reply;
    const { id } = request.params as { id: string };
    const page = state.find(id);
    if (!page || !visits.canSee(page, visitor)) return visits.refuse(reply, 404, "NOT_FOUND", "Not Found");
    return { operation: "read", restrictions: restrictionsOf(page), _links: {} };
  });
}

/**
 * Whether the account may read the page. A page's restriction also applies to the pages below it, although Confluence
 * lists the restriction only on the page itself.
 */
export function mayRead(state: ConfluenceState, page: StandInPage, accountId: string): boolean {
  const above = state.find(page.parentId);
  const isIn = page.readers.length === 0 || page.readers.includes(accountId);
  return isIn && (!above || mayRead(state, above, accountId));
}

function ancestorsOf(state: ConfluenceState, page: StandInPage): StandInPage[] {
  const above = state.find(page.parentId);
  return above ? [...ancestorsOf(state, above), above] : [];
}

const restrictionsOf = ({ readers }: StandInPage) => ({
  user: {
    results: readers.map((accountId) => ({ type: "known", accountId })),
    start: 0,
    limit: 200,
    size: readers.length,
  },
  group: { results: [], start: 0, limit: 200, size: 0 },
});

function contentJson(state: ConfluenceState, page: StandInPage, expanded: string[]) {
  const { id, status, title, version, spaceKey } = page;
  const author = version.authorId === HUMAN_EDITOR_ID ? "Pia Person" : "Docs Bot";
  const by = { type: "known", accountId: version.authorId, publicName: author, displayName: author };
  const has = (name: string) => expanded.includes(name);
  const isRestrictionExpanded =
    has("restrictions.read.restrictions.user") && has("restrictions.read.restrictions.group");
  return {
    id,
    type: "page",
    status,
    title,
    ...(has("version") && {
      version: { number: version.number, when: version.createdAt, by, message: version.message, minorEdit: false },
    }),
    ...(has("ancestors") && {
      ancestors: ancestorsOf(state, page).map((above) => ({
        id: above.id,
        type: "page",
        status: above.status,
        title: above.title,
      })),
    }),
    ...(isRestrictionExpanded && {
      restrictions: { read: { operation: "read", restrictions: restrictionsOf(page) } },
    }),
    _links: { webui: `/spaces/${spaceKey}/pages/${id}` },
  };
}
