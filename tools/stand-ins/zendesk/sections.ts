import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { StandInCategory, StandInSection, ZendeskState } from "./state.ts";

const content = { name: z.string().min(1), description: z.string().optional() };
const above = { parent_section_id: z.number().int().optional() };
const newSection = z.strictObject({ section: z.strictObject({ ...content, ...above, locale: z.string() }) });
const sectionChange = z.strictObject({ section: z.strictObject({ ...content, ...above }).partial() });

/** Returns the section; null after it has sent a refusal. */
type SectionOf = (request: FastifyRequest, reply: FastifyReply, scope: "hc:read" | "hc:write") => StandInSection | null;
interface SectionContext {
  siteUrl: () => string;
  sectionOf: SectionOf;
  isRefused: (request: FastifyRequest, reply: FastifyReply, scope: "hc:read" | "hc:write") => boolean;
  refuse: (reply: FastifyReply, status: number, error: string, description: string) => FastifyReply;
}

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/sections/ */
export function sectionRoutes(app: FastifyInstance, state: ZendeskState, doors: SectionContext): void {
  const { sectionOf, isRefused, refuse } = doors;
  const hc = "/api/v2/help_center/:locale";
  const json = (section: StandInSection) => sectionJson(section, state, doors.siteUrl());
  /**
   * Whether a section may be created inside that section. Only the most expensive plan permits this, up to five levels.
   */
  const mayNest = (id: number | undefined) =>
    id === undefined || (state.nests && state.sections.some((one) => one.id === id && depthOf(state, one) < 5));
  const notHere = (reply: FastifyReply) =>
    refuse(reply, 422, "RecordInvalid", "Parent section cannot be set for this section.");

  app.get(`${hc}/sections`, async (request, reply) => {
    if (isRefused(request, reply, "hc:read")) return reply;
    const { rows, ...more } = portionOf(
      request,
      state.sections.filter(({ isHidden }) => !isHidden),
    );
    return { sections: rows.map(json), ...more };
  });

  // https://developer.zendesk.com/api-reference/help_center/help-center-api/categories/#list-categories
  app.get(`${hc}/categories`, async (request, reply) => {
    if (isRefused(request, reply, "hc:read")) return reply;
    const { rows, ...more } = portionOf(request, state.categories);
    return { categories: rows.map((one) => categoryJson(one, state, doors.siteUrl())), ...more };
  });

  app.get(`${hc}/sections/:id`, async (request, reply) => {
    const section = sectionOf(request, reply, "hc:read");
    return section ? { section: json(section) } : reply;
  });

  app.post(`${hc}/categories/:category/sections`, async (request, reply) => {
    if (isRefused(request, reply, "hc:write")) return reply;
    const { category } = request.params as { category: string };
    const parsed = newSection.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 400, "InvalidValue", "The section is not valid.");
    const { name, description = "", parent_section_id: parentId } = parsed.data.section;
    if (!mayNest(parentId)) return notHere(reply);
    const categoryId = Number(category);
    return reply.code(201).send({
      section: json(state.createSection({ name, description, categoryId, parentId: parentId ?? null })),
    });
  });

  app.put(`${hc}/sections/:id`, async (request, reply) => {
    const section = sectionOf(request, reply, "hc:write");
    if (!section) return reply;
    const parsed = sectionChange.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 400, "InvalidValue", "The section is not valid.");
    const { name, description, parent_section_id: parentId } = parsed.data.section;
    if (!mayNest(parentId)) return notHere(reply);
    if (name !== undefined) section.name = name;
    if (description !== undefined) section.description = description;
    if (parentId !== undefined) section.parentId = parentId;
    return { section: json(section) };
  });
}

function portionOf<Row>(request: FastifyRequest, all: Row[]) {
  const query = request.query as Record<string, string | undefined>;
  const from = query["page[after]"] ? Number(Buffer.from(query["page[after]"], "base64url").toString()) : 0;
  const until = from + Math.min(Number(query["page[size]"] ?? 30), 100);
  const cursor = until < all.length ? Buffer.from(String(until)).toString("base64url") : null;
  const meta = { has_more: cursor !== null, after_cursor: cursor, before_cursor: null };
  return { rows: all.slice(from, until), meta, links: { prev: null, next: null } };
}

function categoryJson({ id, name }: StandInCategory, { locale }: ZendeskState, site: string) {
  return {
    id,
    url: `${site}/api/v2/help_center/${locale}/categories/${id}.json`,
    html_url: `${site}/hc/${locale}/categories/${id}`,
    position: 0,
    name,
    description: "",
    locale,
    source_locale: locale,
    outdated: false,
  };
}

function depthOf(state: ZendeskState, { parentId }: StandInSection): number {
  const parent = state.sections.find(({ id }) => id === parentId);
  return parent ? depthOf(state, parent) + 1 : 1;
}

function sectionJson(section: StandInSection, { locale }: ZendeskState, site: string) {
  const { id, name, description = "", categoryId = 1, parentId = null } = section;
  return {
    id,
    url: `${site}/api/v2/help_center/sections/${id}.json`,
    html_url: `${site}/hc/${locale}/sections/${id}`,
    category_id: categoryId,
    parent_section_id: parentId,
    position: 0,
    name,
    description,
    locale,
    source_locale: locale,
    outdated: false,
  };
}
