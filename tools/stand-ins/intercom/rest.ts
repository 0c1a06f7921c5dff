import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { collectionRoutes, toWireCollection } from "./collections.ts";
import { INTERCOM_APP, type IntercomState, type StandInArticle } from "./state.ts";
import { versionRoutes } from "./versions.ts";
import { findVisitor, sendRefusal } from "./visitor.ts";

const LONGEST_TITLE = 255;
const PER_LIST = 25;

const content = {
  title: z.string().min(1).max(LONGEST_TITLE),
  body: z.string().optional(),
  state: z.enum(["published", "draft"]).optional(),
};
const newArticle = z.strictObject({
  ...content,
  author_id: z.number().int(),
  parent_id: z.number().int().optional(),
  parent_type: z.enum(["collection"]).optional(),
});
/** A change of an article. `parent_id` is a number in a new article but text in a change. */
const change = newArticle.partial().extend({ parent_id: z.string().regex(/^\d+$/).optional() });

/** Intercom's REST API, built from its published description and from known responses. */
export function restRoutes(app: FastifyInstance, state: IntercomState, siteUrl: () => string): void {
  collectionRoutes(app, state, siteUrl);
  app.get("/me", async (request, reply) => {
    const visitor = appOf(request, reply, "read");
    if (!visitor) return reply;
    const { adminId, name } = visitor;
    const of = { type: "app", ...INTERCOM_APP, region: "US", timezone: "Europe/Dublin", created_at: 1_671_465_577 };
    const seat = { away_mode_enabled: false, away_mode_reassign: false, has_inbox_seat: true, team_ids: [] };
    const avatar = { type: "avatar", image_url: "https://static.example/avatar.png" };
    const email = `${adminId}@acme.example`;
    return {
      type: "admin",
      id: String(adminId),
      name,
      email,
      job_title: "",
      ...seat,
      avatar,
      email_verified: true,
      app: { ...of, identity_verification: false },
    };
  });

  app.get("/help_center/collections/:id", async (request, reply) => {
    if (!appOf(request, reply, "read")) return reply;
    const { id } = request.params as { id: string };
    const found = state.collections.find((one) => String(one.id) === id && !one.isHidden);
    return found ? toWireCollection(found, siteUrl()) : sendRefusal(reply, 404, "not_found", "Resource Not Found");
  });

  app.get("/articles", async (request, reply) => {
    if (!appOf(request, reply, "read")) return reply;
    const { starting_after: cursor } = request.query as { starting_after?: string };
    const all = shown()
      .toReversed()
      .sort((one, other) => other.updatedAt - one.updatedAt);
    const from = cursor ? Number(Buffer.from(cursor, "base64url").toString()) : 0;
    const until = from + PER_LIST;
    const after = Buffer.from(String(until)).toString("base64url");
    const next = until < all.length ? { per_page: PER_LIST, starting_after: after } : null;
    const pages = {
      type: "pages",
      page: from / PER_LIST + 1,
      next,
      per_page: PER_LIST,
      total_pages: Math.ceil(all.length / PER_LIST),
    };
    return { type: "list", pages, total_count: all.length, data: all.slice(from, until).map(json) };
  });

  app.post("/articles", async (request, reply) => {
    if (!appOf(request, reply, "write")) return reply;
    const parsed = newArticle.safeParse(request.body);
    if (!parsed.success) return sendRefusal(reply, 400, "parameter_invalid", "A parameter is not valid.");
    const { title, body = "", author_id: authorId, state: as = "draft", parent_id: parent } = parsed.data;
    if (!state.apps.some(({ adminId }) => adminId === authorId))
      return sendRefusal(reply, 400, "parameter_not_found", "author_id must be in the main body or default locale.");
    if (parent !== undefined && !state.collections.some(({ id, isHidden }) => id === parent && !isHidden))
      return sendRefusal(reply, 404, "not_found", "Resource Not Found");
    return json(state.create({ title, body, authorId, state: as, collectionId: parent ?? null }));
  });

  app.get("/articles/:id", async (request, reply) => {
    const article = articleOf(request, reply, "read");
    return article ? json(article) : reply;
  });

  app.put("/articles/:id", async (request, reply) => {
    const article = articleOf(request, reply, "write");
    const visitor = article && appOf(request, reply, "write");
    if (!article || !visitor) return reply;
    const parsed = change.safeParse(request.body);
    if (!parsed.success) return sendRefusal(reply, 400, "parameter_invalid", "A parameter is not valid.");
    const { title, body, state: as, parent_id: parent } = parsed.data;
    if (parent !== undefined) {
      if (!state.collections.some(({ id, isHidden }) => String(id) === parent && !isHidden))
        return sendRefusal(reply, 404, "not_found", "Resource Not Found");
      article.collectionId = Number(parent);
    }
    const changed = { ...(title && { title }), ...(body !== undefined && { body }), ...(as && { state: as }) };
    if (Object.keys(changed).length > 0) state.edit(article, changed, visitor.adminId);
    return json(article);
  });

  versionRoutes(app, (request, reply) => {
    const article = articleOf(request, reply, "read");
    const isShown = article && appOf(request, reply, "read")?.seesVersions !== false;
    if (article && !isShown) sendRefusal(reply, 404, "not_found", "Resource Not Found");
    return isShown ? article.versions.toReversed() : null;
  });

  app.delete("/articles/:id", async (request, reply) => {
    const article = articleOf(request, reply, "write");
    if (!article) return reply;
    article.isDeleted = true;
    return { id: String(article.id), object: "article", deleted: true };
  });

  const appOf = (request: FastifyRequest, reply: FastifyReply, toDo: "read" | "write") =>
    findVisitor(state, request, reply, toDo);
  const shown = () => state.articles.filter(({ isDeleted }) => !isDeleted);

  function articleOf(request: FastifyRequest, reply: FastifyReply, toDo: "read" | "write"): StandInArticle | null {
    if (!appOf(request, reply, toDo)) return null;
    const { id } = request.params as { id: string };
    const found = shown().find((one) => String(one.id) === id);
    if (!found) sendRefusal(reply, 404, "not_found", "Resource Not Found");
    return found ?? null;
  }

  function json({ id, title, body, authorId, state: as, collectionId, createdAt, updatedAt }: StandInArticle) {
    return {
      type: "article",
      id: String(id),
      workspace_id: INTERCOM_APP.id_code,
      title,
      description: "",
      body,
      author_id: authorId,
      state: as,
      created_at: createdAt,
      updated_at: updatedAt,
      url: as === "published" ? `${siteUrl()}/en/articles/${id}` : null,
      parent_id: collectionId,
      parent_ids: collectionId === null ? [] : [collectionId],
      parent_type: collectionId === null ? null : "collection",
      default_locale: "en",
      statistics: null,
    };
  }
}
