import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { listWireSegments, toWireArticle, toWireTranslation } from "./json.ts";
import { sectionRoutes } from "./sections.ts";
import { PERMISSION_GROUP, STAFF_SEGMENT, type StandInArticle, sanitizeArticle, type ZendeskState } from "./state.ts";

const ALL_SCOPES = ["hc:read", "hc:write", "users:read", "read", "write"];
const LONGEST_TITLE = 255;
const TOKEN_SECONDS = 7_200;

const tokenRequest = z.strictObject({
  grant_type: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  scope: z.string().optional(),
  expires_in: z.number().int().min(301).max(172_799).optional(),
});
const newArticle = z.strictObject({
  article: z.strictObject({
    title: z.string().min(1),
    body: z.string().optional(),
    locale: z.string(),
    user_segment_id: z.number().int().nullable(),
    permission_group_id: z.number().int(),
    draft: z.boolean().optional(),
    label_names: z.array(z.string()).optional(),
  }),
  notify_subscribers: z.boolean().optional(),
});
const articleChange = z.strictObject({
  article: z.strictObject({ label_names: z.array(z.string()).optional(), section_id: z.number().int().optional() }),
});
const translationChange = z.strictObject({
  translation: z.strictObject({
    title: z.string().min(1).optional(),
    body: z.string().optional(),
    draft: z.boolean().optional(),
  }),
});

/** Zendesk's help center API, built from its published description and from known responses. */
export function restRoutes(app: FastifyInstance, state: ZendeskState, siteUrl: () => string): void {
  const hc = "/api/v2/help_center";

  app.post("/oauth/tokens", async (request, reply) => {
    const parsed = tokenRequest.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send(oauthError("invalid_request", "A parameter is missing."));
    const { grant_type: grant, client_id: id, client_secret: secret, scope = "read" } = parsed.data;
    if (grant !== "client_credentials")
      return reply.code(400).send(oauthError("unsupported_grant_type", "The grant type is not supported."));
    const client = state.clients.find((one) => one.identifier === id && one.secret === secret);
    if (!client) return reply.code(401).send(oauthError("invalid_client", "Client authentication failed."));
    if (client.kind === "public")
      return reply.code(400).send(oauthError("unauthorized_client", "The client is not confidential."));
    const allowed = client.scopes ?? ALL_SCOPES;
    const scopes = scope.split(" ").filter((one) => allowed.includes(one));
    const token = randomUUID();
    state.tokens.set(token, { client, scopes });
    return { access_token: token, token_type: "bearer", scope: scopes.join(" "), expires_in: TOKEN_SECONDS };
  });

  app.get("/api/v2/users/me", async (request, reply) => {
    const visitor = visitorOf(request, reply, "users:read");
    if (!visitor) return reply;
    const { userId: id, name, role = "admin" } = visitor;
    return { user: { id, name, role, email: `${visitor.identifier}@acme.example` } };
  });

  app.get(`${hc}/locales`, async (request, reply) => {
    if (!visitorOf(request, reply, "hc:read")) return reply;
    return { locales: [state.locale], default_locale: state.locale };
  });

  sectionRoutes(app, state, {
    siteUrl,
    sectionOf,
    refuse,
    isRefused: (request, reply, scope) => visitorOf(request, reply, scope) === null,
  });

  app.get(`${hc}/user_segments`, async (request, reply) => {
    const visitor = visitorOf(request, reply, "hc:read");
    if (!visitor) return reply;
    if (visitor.isGuideAdmin === false) return refuse(reply, 403, "Forbidden", "You do not have access to this page.");
    return listWireSegments(state);
  });

  app.get("/api/v2/guide/permission_groups", async (request, reply) => {
    const visitor = visitorOf(request, reply, "hc:read");
    if (!visitor) return reply;
    if (visitor.isGuideAdmin === false) return refuse(reply, 403, "Forbidden", "You do not have access to this page.");
    const group = { id: PERMISSION_GROUP, name: "Admins", built_in: true, edit: [STAFF_SEGMENT], publish: [] };
    return { permission_groups: [group], count: 1, next_page: null, previous_page: null };
  });

  app.get(`${hc}/:locale/sections/:id/articles`, async (request, reply) => {
    const section = sectionOf(request, reply, "hc:read");
    return section ? articlesJson(request, (article) => article.sectionId === section.id) : reply;
  });

  app.get(`${hc}/:locale/articles`, async (request, reply) => {
    if (!visitorOf(request, reply, "hc:read")) return reply;
    const seen = new Set(state.sections.filter(({ isHidden }) => !isHidden).map(({ id }) => id));
    return articlesJson(request, ({ sectionId }) => seen.has(sectionId));
  });

  /** Returns one page of a list with a cursor, in the order that the request asks for. */
  function articlesJson(request: FastifyRequest, isListed: (article: StandInArticle) => boolean) {
    const query = request.query as Record<string, string | undefined>;
    const size = Math.min(Math.max(Number(query["page[size]"] ?? 30), 1), 100);
    const from = query["page[after]"] ? Number(Buffer.from(query["page[after]"], "base64url").toString()) : 0;
    const times = { created_at: "createdAt", updated_at: "updatedAt" } as const;
    const by = times[query["sort_by"] as keyof typeof times] ?? "createdAt";
    const all = state.articles.filter((article) => isListed(article) && !article.isArchived);
    const rising = all.toSorted((a, b) => a[by].localeCompare(b[by]) || a.id - b.id);
    const sorted = query["sort_order"] === "desc" ? rising.toReversed() : rising;
    const until = from + size;
    const cursor = until < sorted.length ? Buffer.from(String(until)).toString("base64url") : null;
    return {
      articles: sorted.slice(from, until).map((article) => toWireArticle(article, siteUrl())),
      meta: { has_more: cursor !== null, after_cursor: cursor, before_cursor: null },
      links: { prev: null, next: null },
    };
  }

  app.post(`${hc}/:locale/sections/:id/articles`, async (request, reply) => {
    const section = sectionOf(request, reply, "hc:write");
    if (!section) return reply;
    const visitor = visitorOf(request, reply, "hc:write");
    if (!visitor) return reply;
    const parsed = newArticle.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 400, "InvalidValue", "The article is not valid.");
    const { title, body = "", locale, draft = false, label_names: labels = [], ...rest } = parsed.data.article;
    const segment = rest.user_segment_id;
    const isKnownSegment = segment === null || (state.hasStaffSegment && segment === STAFF_SEGMENT);
    if (locale !== state.locale || !isKnownSegment || rest.permission_group_id !== PERMISSION_GROUP)
      return refuse(reply, 400, "InvalidValue", "There is no such locale, segment or permission group.");
    if (title.length > LONGEST_TITLE) return tooLong(reply);
    const made = { sectionId: section.id, title, body, draft, labels, authorId: visitor.userId };
    const article = state.create({ ...made, userSegmentId: segment, permissionGroupId: PERMISSION_GROUP });
    return reply.code(201).send({ article: toWireArticle(article, siteUrl()) });
  });

  app.get(`${hc}/:locale/articles/:id`, async (request, reply) => {
    const article = articleOf(request, reply, "hc:read");
    return article ? { article: toWireArticle(article, siteUrl()) } : reply;
  });

  app.put(`${hc}/:locale/articles/:id`, async (request, reply) => {
    const article = articleOf(request, reply, "hc:write");
    if (!article) return reply;
    const parsed = articleChange.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 400, "InvalidValue", "Title and body change by the translation.");
    const { label_names: labels = article.labels, section_id: sectionId = article.sectionId } = parsed.data.article;
    if (!state.sections.some(({ id, isHidden }) => id === sectionId && !isHidden)) return notFound(reply);
    Object.assign(article, { labels, sectionId });
    return { article: toWireArticle(article, siteUrl()) };
  });

  app.get(`${hc}/articles/:id/translations/:locale`, async (request, reply) => {
    const article = articleOf(request, reply, "hc:read");
    return article ? { translation: toWireTranslation(article, siteUrl()) } : reply;
  });

  app.put(`${hc}/articles/:id/translations/:locale`, async (request, reply) => {
    const article = articleOf(request, reply, "hc:write");
    if (!article) return reply;
    const visitor = visitorOf(request, reply, "hc:write");
    if (!visitor) return reply;
    const parsed = translationChange.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 400, "InvalidValue", "The translation is not valid.");
    const { title, body, draft } = parsed.data.translation;
    if (title !== undefined && title.length > LONGEST_TITLE) return tooLong(reply);
    const change = {
      ...(title !== undefined && { title }),
      ...(body !== undefined && { body: sanitizeArticle(body) }),
      ...(draft !== undefined && { draft }),
    };
    state.edit(article, change, visitor.userId);
    return { translation: toWireTranslation(article, siteUrl()) };
  });

  app.delete(`${hc}/:locale/articles/:id`, async (request, reply) => {
    const article = articleOf(request, reply, "hc:write");
    if (!article) return reply;
    article.isArchived = true;
    return reply.code(204).send();
  });

  /** Returns the client that makes the call; null after it has sent a refusal. */
  function visitorOf(request: FastifyRequest, reply: FastifyReply, scope: "hc:read" | "hc:write" | "users:read") {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const found = state.tokens.get(token);
    if (!found) {
      reply.code(401).send({
        error: "invalid_token",
        error_description: "The access token provided is expired, revoked, malformed or invalid for other reasons.",
      });
      return null;
    }
    const [, kind = ""] = scope.split(":");
    if (found.scopes.includes(scope) || found.scopes.includes(kind)) return found.client;
    reply.code(403).send({ error: "invalid_token", description: "You are missing the following required scopes." });
    return null;
  }

  function sectionOf(request: FastifyRequest, reply: FastifyReply, scope: "hc:read" | "hc:write") {
    const visitor = visitorOf(request, reply, scope);
    if (!visitor) return null;
    const { locale, id } = request.params as { locale: string; id: string };
    const section = state.sections.find((one) => String(one.id) === id && !one.isHidden);
    const isThere = section !== undefined && locale === state.locale;
    if (isThere && (scope === "hc:read" || visitor.role !== "end-user")) return section;
    if (isThere) forbidden(reply);
    else notFound(reply);
    return null;
  }

  function articleOf(
    request: FastifyRequest,
    reply: FastifyReply,
    scope: "hc:read" | "hc:write",
  ): StandInArticle | null {
    const visitor = visitorOf(request, reply, scope);
    if (!visitor) return null;
    const { locale, id } = request.params as { locale: string; id: string };
    const article = state.articles.find((one) => String(one.id) === id && !one.isArchived && one.locale === locale);
    const isSeen = article && state.sections.some((section) => section.id === article.sectionId && !section.isHidden);
    if (isSeen) return article;
    notFound(reply);
    return null;
  }
}

const oauthError = (error: string, description: string) => ({ error, error_description: description });
const notFound = (reply: FastifyReply) => refuse(reply, 404, "RecordNotFound", "Not found");
const forbidden = (reply: FastifyReply) => refuse(reply, 403, "Forbidden", "You do not have access to this page.");

function refuse(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  return reply.code(status).send({ error, description });
}

function tooLong(reply: FastifyReply): FastifyReply {
  const details = { title: [{ error: "TooLong", description: "Title: is too long (maximum is 255 characters)" }] };
  return reply.code(422).send({ error: "RecordInvalid", description: "Record validation errors", details });
}
