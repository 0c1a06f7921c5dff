import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { BurstLimit } from "./burst.ts";
import { commentRoutes } from "./comments.ts";
import { findAccount } from "./gateway.ts";
import { mayRead, searchRoutes } from "./search.ts";
import type { ConfluenceCaller, ConfluenceState, StandInPage } from "./state.ts";
import { explainInvalidStorage } from "./well-formed.ts";

const flatBody = z.object({ representation: z.literal("storage"), value: z.string() });
const pageBody = z.union([flatBody, z.object({ storage: flatBody }).transform(({ storage }) => storage)]);
const newPage = z.object({
  spaceId: z.string(),
  status: z.enum(["current", "draft"]).optional(),
  title: z.string().min(1),
  body: pageBody,
});
const pageUpdate = z.object({
  id: z.string(),
  status: z.enum(["current", "draft"]),
  title: z.string().min(1),
  body: pageBody,
  version: z.object({ number: z.number().int(), message: z.string().optional() }),
});
/**
 * A label. Personal labels and team labels have other prefixes.
 * https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content-labels
 */
const label = z.object({
  prefix: z.enum(["global", "my", "team"]),
  name: z.string().regex(/^[^\s:;,.?&[\]()#^*@!<>]+$/),
});

/**
 * Confluence Cloud's REST API: version 2, and version 1 for calls that version 2 lacks. Built from Atlassian's
 * published descriptions and from known responses.
 */
export function restRoutes(
  app: FastifyInstance,
  state: ConfluenceState,
  siteUrl: () => string,
  { burst, through = "site" }: { burst: BurstLimit; through?: "site" | "gateway" },
): void {
  const v2 = "/wiki/api/v2";
  app.addHook("preHandler", async (request, reply) => {
    const retryAfter = burst.refuse(request.headers.authorization ?? "");
    if (retryAfter === null) return;
    reply.header("retry-after", String(retryAfter)).header("ratelimit-reason", "confluence-burst-based");
    return refuse(reply, 429, "TOO_MANY_REQUESTS", "Rate limit exceeded");
  });

  app.get("/wiki/rest/api/user/current", async (request, reply) => {
    const visitor = visitorOf(request, reply);
    if (!visitor) return reply;
    return visitor.isAnonymous
      ? { type: "anonymous", displayName: "Anonymous", profilePicture: icon() }
      : {
          type: "known",
          accountId: visitor.accountId,
          accountType: "atlassian",
          email: visitor.email,
          publicName: visitor.name,
          displayName: visitor.name,
          profilePicture: icon(),
        };
  });

  app.get(`${v2}/spaces`, async (request, reply) => {
    const visitor = visitorOf(request, reply);
    if (!visitor) return reply;
    const { keys, cursor } = request.query as Record<string, string | string[] | undefined>;
    const matching = state.spaces
      .filter((space) => (!keys || listOf(keys).includes(space.key)) && canSee(visitor, space.key))
      .map((space) => ({
        id: space.id,
        key: space.key,
        name: space.name,
        type: "global",
        status: "current",
        homepageId: space.homepageId,
        _links: { webui: `/spaces/${space.key}` },
      }));
    const from = cursor ? Number(Buffer.from(String(cursor), "base64url").toString()) : 0;
    const until = from + limitOf(request);
    const next = { next: `${v2}/spaces?${nextQuery(request, until)}` };
    return {
      results: matching.slice(from, until),
      _links: { base: `${siteUrl()}/wiki`, ...(until < matching.length && next) },
    };
  });

  app.get(`${v2}/spaces/:id/operations`, async (request, reply) => {
    const visitor = visitorOf(request, reply);
    if (!visitor) return reply;
    const read = [{ operation: "read", targetType: "space" }];
    const write = ["create", "delete", "archive"].map((operation) => ({ operation, targetType: "page" }));
    return { operations: visitor.readOnly ? read : [...read, ...write] };
  });

  app.get(`${v2}/pages`, async (request, reply) => {
    const visitor = visitorOf(request, reply);
    if (!visitor) return reply;
    const query = request.query as Record<string, string | string[] | undefined>;
    const statuses = query.status ? listOf(query.status) : ["current", "archived"];
    const keys =
      query["space-id"] &&
      new Set(listOf(query["space-id"]).map((id) => state.spaces.find((space) => space.id === id)?.key));
    const matching = state.pages.filter(
      (page) =>
        canSeePage(page, visitor) &&
        (!keys || keys.has(page.spaceKey)) &&
        statuses.includes(page.status) &&
        (query.title === undefined || page.title === query.title),
    );
    const sorted = query.sort === "-created-date" ? matching.toReversed() : matching;
    const from = query.cursor ? Number(Buffer.from(String(query.cursor), "base64url").toString()) : 0;
    const until = from + limitOf(request);
    const nextPath = `${v2}/pages?${nextQuery(request, until)}`;
    if (until < sorted.length) reply.header("link", `<${nextPath}>; rel="next", <${siteUrl()}/wiki>; rel="base"`);
    return {
      results: sorted.slice(from, until).map((page) => pageJson(page, query["body-format"] === "storage")),
      _links: { base: `${siteUrl()}/wiki`, ...(until < sorted.length && { next: nextPath }) },
    };
  });

  app.post(`${v2}/pages`, async (request, reply) => {
    const visitor = visitorOf(request, reply);
    if (!visitor) return reply;
    const parsed = newPage.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 400, "INVALID_REQUEST_PARAMETER", "The request body is not valid.");
    const { spaceId, title, body } = parsed.data;
    const space = state.spaces.find(({ id }) => id === spaceId);
    if (!space || visitor.readOnly || !canSee(visitor, space.key)) return refuse(reply, 404, "NOT_FOUND", "Not Found");
    if (whyNotBody(reply, title, body.value)) return reply;
    if (state.hasTitle(space.key, title)) return refuse(reply, 400, "INVALID_REQUEST_PARAMETER", TITLE_TAKEN);
    return singleJson(state.create({ spaceKey: space.key, title, storage: body.value, authorId: visitor.accountId }));
  });

  app.get(`${v2}/pages/:id`, async (request, reply) => {
    const page = pageOf(request, reply);
    if (!page) return reply;
    const { status, version } = request.query as Record<string, string | string[] | undefined>;
    if (!(status ? listOf(status) : ["current", "archived", "trashed"]).includes(page.status))
      return refuse(reply, 404, "NOT_FOUND", "Not Found");
    if (version === undefined || Number(version) === page.version.number) return singleJson(page);
    const earlier = page.earlier.get(Number(version));
    if (!earlier) return refuse(reply, 404, "NOT_FOUND", "Not Found");
    const { storage, message } = earlier;
    return singleJson({ ...page, storage, version: { ...page.version, number: Number(version), message } });
  });

  app.put(`${v2}/pages/:id`, async (request, reply) => {
    const page = pageOf(request, reply, "write");
    if (!page) return reply;
    const parsed = pageUpdate.safeParse(request.body);
    if (!parsed.success || parsed.data.id !== page.id)
      return refuse(reply, 400, "INVALID_REQUEST_PARAMETER", "The request body is not valid.");
    const { title, body, version } = parsed.data;
    // https://support.atlassian.com/confluence-cloud/docs/add-or-remove-page-restrictions/
    const accountId = visitorOf(request, reply)?.accountId ?? "";
    if (page.editors.length > 0 && !page.editors.includes(accountId))
      return refuse(reply, 403, "FORBIDDEN", "User not permitted to edit the page.");
    if (version.number !== page.version.number + 1)
      return refuse(
        reply,
        409,
        "CONFLICT",
        `Version must be incremented when updating a page. Current Version: [${page.version.number}]. Provided version: [${version.number}]`,
      );
    if (page.status === "trashed") {
      page.status = "current";
      return singleJson(page);
    }
    if (page.status === "archived")
      return refuse(reply, 400, "INVALID_REQUEST_PARAMETER", "The content is archived and cannot be edited.");
    if (whyNotBody(reply, title, body.value)) return reply;
    if (state.hasTitle(page.spaceKey, title, page.id))
      return refuse(reply, 400, "INVALID_REQUEST_PARAMETER", TITLE_TAKEN);
    state.edit(page, {
      title,
      storage: body.value,
      message: version.message ?? "",
      authorId: accountId,
    });
    return singleJson(page);
  });

  app.delete(`${v2}/pages/:id`, async (request, reply) => {
    const page = pageOf(request, reply, "write");
    if (!page) return reply;
    if (page.status === "trashed") return refuse(reply, 404, "NOT_FOUND", "Not Found");
    page.status = "trashed";
    return reply.code(204).send();
  });

  app.get(`${v2}/pages/:id/labels`, async (request, reply) => {
    const page = pageOf(request, reply);
    if (!page) return reply;
    return {
      results: page.labels.map((name, index) => ({ id: String(index + 1), name, prefix: "global" })),
      _links: { base: `${siteUrl()}/wiki` },
    };
  });

  app.post("/wiki/rest/api/content/:id/label", async (request, reply) => {
    const page = pageOf(request, reply, "write");
    if (!page) return reply;
    const parsed = z.array(label).safeParse(Array.isArray(request.body) ? request.body : [request.body]);
    if (!parsed.success) return refuse(reply, 400, "BAD_REQUEST", "The labels are not valid.");
    page.labels = [...new Set([...page.labels, ...parsed.data.map(({ name }) => name.toLowerCase())])];
    const results = page.labels.map((name, index) => ({ id: String(index + 1), name, prefix: "global", label: name }));
    return { results, start: 0, limit: 200, size: results.length, _links: { base: `${siteUrl()}/wiki` } };
  });

  app.delete("/wiki/rest/api/content/:id/label", async (request, reply) => {
    const page = pageOf(request, reply, "write");
    if (!page) return reply;
    const { name } = request.query as { name?: string };
    if (!name) return refuse(reply, 400, "BAD_REQUEST", "The name of the label is missing.");
    page.labels = page.labels.filter((one) => one !== name);
    return reply.code(204).send();
  });

  app.get(`${v2}/pages/:id/properties`, async (request, reply) => {
    const page = pageOf(request, reply);
    if (!page) return reply;
    return {
      results: page.properties.map((property) => ({ ...property, version: page.version })),
      _links: { base: `${siteUrl()}/wiki` },
    };
  });

  app.put("/wiki/rest/api/content/:id/move/:position/:targetId", async (request, reply) => {
    const page = pageOf(request, reply, "write");
    if (!page) return reply;
    const { position, targetId } = request.params as { position: string; targetId: string };
    if (position !== "append") return refuse(reply, 400, "BAD_REQUEST", "The stand-in appends only.");
    const isHome = state.spaces.some(({ key, homepageId }) => key === page.spaceKey && homepageId === targetId);
    const target = state.pages.find(({ id, status }) => id === targetId && status === "current");
    if (page.status !== "current" || (!isHome && target?.spaceKey !== page.spaceKey))
      return refuse(reply, 404, "NOT_FOUND", "Not Found");
    if (target && isUnder(state, target, page.id))
      return refuse(reply, 400, "BAD_REQUEST", "A page cannot be under itself.");
    page.parentId = targetId;
    return { pageId: page.id };
  });

  app.post(`${v2}/pages/:id/properties`, async (request, reply) => {
    const page = pageOf(request, reply, "write");
    if (!page) return reply;
    const parsed = z.object({ key: z.string().min(1), value: z.unknown() }).safeParse(request.body);
    if (!parsed.success) return refuse(reply, 400, "INVALID_REQUEST_PARAMETER", "The request body is not valid.");
    if (page.properties.some(({ key }) => key === parsed.data.key))
      return refuse(reply, 409, "CONFLICT", "The property exists.");
    const property = { id: state.newId(), key: parsed.data.key, value: parsed.data.value };
    page.properties.push(property);
    return { ...property, version: page.version };
  });

  commentRoutes(app, state, { refuse, visitorOf, canSee: canSeePage });
  searchRoutes(app, state, { siteUrl, refuse, visitorOf, canSee: canSeePage });

  /**
   * Returns the caller; null after it has sent a refusal. A public site treats wrong credentials as missing
   * credentials, as Confluence may do.
   */
  function visitorOf(request: FastifyRequest, reply: FastifyReply): ConfluenceCaller | null {
    const account = findAccount(request, state);
    const isScoped = account?.scopes !== undefined;
    if (account && isScoped === (through === "gateway")) return { readOnly: false, ...account, isAnonymous: false };
    if (state.isPublicSite && !isScoped)
      return { accountId: "", name: "Anonymous", email: "", readOnly: true, isAnonymous: true };
    refuse(reply, 401, "UNAUTHORIZED", "Unauthorized");
    return null;
  }

  function pageOf(request: FastifyRequest, reply: FastifyReply, toDo: "read" | "write" = "read"): StandInPage | null {
    const visitor = visitorOf(request, reply);
    if (!visitor) return null;
    const { id } = request.params as { id: string };
    const page = state.find(id);
    if (page && canSeePage(page, visitor) && !(toDo === "write" && visitor.readOnly)) return page;
    refuse(reply, 404, "NOT_FOUND", "Not Found");
    return null;
  }

  function canSeePage(page: StandInPage, visitor: ConfluenceCaller): boolean {
    return canSee(visitor, page.spaceKey) && mayRead(state, page, visitor.accountId);
  }

  function canSee(visitor: ConfluenceCaller, spaceKey: string): boolean {
    if (state.spaces.some(({ key, isHidden }) => key === spaceKey && isHidden === true)) return false;
    return !visitor.isAnonymous || state.spaces.some(({ key, isPublic }) => key === spaceKey && isPublic === true);
  }

  function singleJson(page: StandInPage) {
    const json = pageJson(page, true);
    return { ...json, _links: { ...json._links, base: `${siteUrl()}/wiki` } };
  }

  function pageJson(page: StandInPage, withBody: boolean) {
    const space = state.spaces.find(({ key }) => key === page.spaceKey);
    return {
      id: page.id,
      status: page.status,
      title: page.title,
      spaceId: space?.id,
      parentId: page.parentId,
      parentType: "page",
      position: 0,
      authorId: page.authorId,
      ownerId: page.authorId,
      lastOwnerId: null,
      createdAt: page.createdAt,
      version: { ...page.version, minorEdit: false },
      body: withBody ? { storage: { representation: "storage", value: page.storage } } : {},
      _links: {
        webui: `/spaces/${page.spaceKey}/pages/${page.id}/${encodeURIComponent(page.title).replaceAll("%20", "+")}`,
        editui: `/pages/resumedraft.action?draftId=${page.id}`,
        tinyui: `/x/${page.id}`,
      },
    };
  }
}

function isUnder(state: ConfluenceState, page: StandInPage, id: string): boolean {
  const above = state.find(page.parentId);
  return page.id === id || (above !== undefined && isUnder(state, above, id));
}

const TITLE_TAKEN = "A page with this title already exists: A page already exists with the same TITLE in this space";

function whyNotBody(reply: FastifyReply, title: string, storage: string): boolean {
  if (title.length > 255)
    return Boolean(refuse(reply, 400, "INVALID_REQUEST_PARAMETER", "Title length exceeds 255 characters."));
  const why = explainInvalidStorage(storage);
  return why !== null && Boolean(refuse(reply, 400, "BAD_REQUEST", `Error parsing xhtml: ${why}`));
}

function refuse(reply: FastifyReply, status: number, code: string, title: string): FastifyReply {
  return reply.code(status).send({ errors: [{ status, code, title, detail: null }] });
}

function listOf(value: string | string[]): string[] {
  return [value].flat().flatMap((part) => part.split(","));
}

function limitOf(request: FastifyRequest): number {
  const { limit } = request.query as { limit?: string };
  return Math.min(Math.max(Number(limit ?? 25), 1), 250);
}

function nextQuery(request: FastifyRequest, until: number): URLSearchParams {
  const next = new URLSearchParams(request.url.split("?")[1]);
  next.set("cursor", Buffer.from(String(until)).toString("base64url"));
  return next;
}

function icon() {
  return { path: "/wiki/aa-avatar/none", width: 48, height: 48, isDefault: true };
}
