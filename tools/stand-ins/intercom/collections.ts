import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { INTERCOM_APP, type IntercomState, isTooDeep, type StandInCollection } from "./state.ts";
import { findVisitor, sendRefusal } from "./visitor.ts";

const MADE_AT = 1_671_465_577;

const change = z.strictObject({
  name: z.string().min(1).optional(),
  description: z.string().optional(),
  parent_id: z.string().regex(/^\d+$/).nullable().optional(),
});
const newCollection = change.extend({ name: z.string().min(1) });

/** Creates, renames and moves collections. */
export function collectionRoutes(app: FastifyInstance, state: IntercomState, siteUrl: () => string): void {
  app.get("/help_center/collections", async (request, reply) => {
    if (!findVisitor(state, request, reply, "read")) return reply;
    const { page = "1", per_page = "20" } = request.query as Record<string, string>;
    const all = state.collections.filter(({ isHidden }) => !isHidden);
    const [at, size] = [Number(page), Math.min(Number(per_page), 150)];
    const pages = { type: "pages", page: at, per_page: size, total_pages: Math.ceil(all.length / size), next: null };
    const data = all.slice((at - 1) * size, at * size).map((one) => toWireCollection(one, siteUrl()));
    return { type: "list", pages, total_count: all.length, data };
  });

  app.post("/help_center/collections", async (request, reply) => {
    if (!findVisitor(state, request, reply, "write")) return reply;
    const parsed = newCollection.safeParse(request.body);
    if (!parsed.success || !isPlace(parsed.data.parent_id)) return invalid(reply);
    const { name, description = "", parent_id: parent } = parsed.data;
    const id = Math.max(0, ...state.collections.map((one) => one.id)) + 1;
    const made = { id, name, description, parentId: parent ? Number(parent) : null };
    state.collections.push(made);
    return toWireCollection(made, siteUrl());
  });

  app.put("/help_center/collections/:id", async (request, reply) => {
    const found = collectionOf(request, reply);
    if (!found) return reply;
    const parsed = change.safeParse(request.body);
    if (!parsed.success || !isPlace(parsed.data.parent_id)) return invalid(reply);
    const { name, description, parent_id: parent } = parsed.data;
    Object.assign(found, {
      ...(name && { name }),
      ...(description !== undefined && { description }),
      ...(parent !== undefined && { parentId: parent === null ? null : Number(parent) }),
    });
    return toWireCollection(found, siteUrl());
  });

  const isPlace = (parent: string | null | undefined) =>
    !parent ||
    (state.collections.some(({ id }) => String(id) === parent) && !isTooDeep(state.collections, Number(parent)));

  function collectionOf(request: FastifyRequest, reply: FastifyReply): StandInCollection | null {
    if (!findVisitor(state, request, reply, "write")) return null;
    const { id } = request.params as { id: string };
    const found = state.collections.find((one) => String(one.id) === id && !one.isHidden);
    if (!found) sendRefusal(reply, 404, "not_found", "Resource Not Found");
    return found ?? null;
  }
}

const invalid = (reply: FastifyReply) => sendRefusal(reply, 400, "parameter_invalid", "A parameter is not valid.");

/** https://developers.intercom.com/docs/references/rest-api/api.intercom.io/help-center/collection */
export function toWireCollection({ id, name, description = "", parentId }: StandInCollection, site: string) {
  return {
    id: String(id),
    workspace_id: INTERCOM_APP.id_code,
    name,
    created_at: MADE_AT,
    updated_at: MADE_AT,
    url: `${site}/en/collections/${id}`,
    icon: "book-bookmark",
    order: 0,
    description: description || null,
    parent_id: parentId ? String(parentId) : null,
    help_center_id: 1,
  };
}
