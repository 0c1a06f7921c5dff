import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { buildErrorBody } from "../teams/failure.ts";
import type { TokenIssuer } from "../teams/tokens.ts";
import { type Canvas, explainInvalidCanvas } from "./canvas-rules.ts";
import type { SharepointApp, SharepointState, StandInPage } from "./state.ts";
import type { Throttle } from "./throttle.ts";

const PAGE_TYPE = "#microsoft.graph.sitePage";
const KNOWN = new Set(["@odata.type", "name", "title", "description", "pageLayout", "showComments", "canvasLayout"]);
const PAGE_SIZE = 20;

export type IfMatchHandling = "ignored" | "held" | "refused";

export interface RouteContext {
  state: SharepointState;
  desk: TokenIssuer;
  throttle: Throttle;
  conditions: IfMatchHandling;
  site: { path: string; displayName: string; library: string };
  baseOf: () => string;
}

/** Microsoft Graph v1.0 for the pages of one site: https://learn.microsoft.com/graph/api/resources/sitepage */
export function restRoutes(app: FastifyInstance, ways: RouteContext): void {
  app.addHook("preHandler", async (request, reply) => {
    const caller = callerOf(request, ways.desk);
    if (!caller) return refuse(reply, 401, "InvalidAuthenticationToken", "Access token is empty or has ended.");
    const retryAfter = ways.throttle.refuse(caller.appId, request);
    if (retryAfter !== null)
      return refuse(
        reply.header("retry-after", String(retryAfter)),
        429,
        "activityLimitReached",
        "The app has been throttled.",
      );
    if (caller.permissions.includes("Sites.ReadWrite.All")) return;
    const role = caller.permissions.includes("Sites.Selected") ? caller.role : undefined;
    if (role === "write" || (role === "read" && request.method === "GET")) return;
    return refuse(reply, 403, "accessDenied", "Access denied");
  });
  siteRoutes(app, ways);
  folderRoutes(app, ways);
  pageRoutes(app, ways);
  changeRoutes(app, ways);
}

function siteRoutes(app: FastifyInstance, { state, site, baseOf }: RouteContext): void {
  const siteJson = () => ({
    id: state.siteId,
    name: site.displayName,
    displayName: site.displayName,
    webUrl: `${baseOf()}${site.path}`,
  });
  // Finds the site by its path: `/sites/{host}:/sites/knowledge`.
  app.get("/v1.0/sites/:site/*", async (request, reply) => {
    const { site: host = "", "*": path = "" } = paramsOf(request);
    const isIt = host === "127.0.0.1:" && `/${path}` === site.path;
    return isIt ? siteJson() : refuse(reply, 404, "itemNotFound", "Requested site could not be found");
  });
  app.get("/v1.0/sites/:site/lists", async (request, reply) => {
    if (paramsOf(request)["site"] !== state.siteId) return refuse(reply, 404, "itemNotFound", "There is no such site.");
    const list = (displayName: string, template: string) => ({ id: displayName, displayName, list: { template } });
    return { value: [list(site.library, "webPageLibrary"), list("Documents", "documentLibrary")] };
  });
}

/** A folder of the library: https://learn.microsoft.com/graph/api/driveitem-get */
function folderRoutes(app: FastifyInstance, { state, site }: RouteContext): void {
  app.get("/v1.0/sites/:site/lists/:list/drive/*", async (request, reply) => {
    const { list = "", "*": path = "" } = paramsOf(request);
    const asked = /^root:\/(.+)$/.exec(path)?.[1]?.toLowerCase();
    const isThere = ({ folder }: StandInPage) => `${folder}/`.toLowerCase().startsWith(`${asked}/`);
    if (list !== site.library || asked === undefined || !state.pages.some(isThere)) return gone(reply);
    return { id: `folder ${asked}`, name: asked.split("/").at(-1), folder: { childCount: 1 } };
  });
}

function pageRoutes(app: FastifyInstance, { state, baseOf }: RouteContext): void {
  app.get("/v1.0/sites/:site/pages/microsoft.graph.sitePage", async (request) => {
    const { $select, $skiptoken = "0" } = request.query as Record<string, string>;
    const from = Number($skiptoken);
    const sorted = state.pages.toSorted((one, other) => one.name.localeCompare(other.name));
    const value = sorted.slice(from, from + PAGE_SIZE).map((page) => pageJson(page, $select?.split(",")));
    const next = `${baseOf()}/v1.0/sites/${state.siteId}/pages/microsoft.graph.sitePage?$select=${$select ?? ""}&$skiptoken=${from + PAGE_SIZE}`;
    return { value, ...(state.pages.length > from + PAGE_SIZE && { "@odata.nextLink": next }) };
  });

  app.get("/v1.0/sites/:site/pages/:id/microsoft.graph.sitePage", async (request, reply) => {
    const page = pageOf(state, request);
    if (!page) return gone(reply);
    const isExpanded = (request.query as Record<string, string>)["$expand"] === "canvasLayout";
    return { ...pageJson(page), ...(isExpanded && { canvasLayout: page.canvas }) };
  });
}

function changeRoutes(app: FastifyInstance, { state, desk, conditions }: RouteContext): void {
  app.post("/v1.0/sites/:site/pages", async (request, reply) => {
    const body = request.body as Record<string, unknown> & { name?: string; title?: string; canvasLayout?: Canvas };
    const { name = "", title = "", canvasLayout = {} } = body;
    const why = whyNotPage(body) ?? (/^[^/\\:*?"<>|]+\.aspx$/.test(name) ? null : "name");
    if (why) return refuse(reply, 400, "invalidRequest", `One of the provided arguments is not acceptable: ${why}`);
    if (state.pages.some((page) => page.name.toLowerCase() === name.toLowerCase()))
      return refuse(reply, 409, "nameAlreadyExists", "The specified item name already exists.");
    const made = state.add({ name, title, canvas: canvasLayout }, callerOf(request, desk)?.appId ?? null);
    return reply.code(201).send(pageJson(made));
  });

  app.patch("/v1.0/sites/:site/pages/:id/microsoft.graph.sitePage", async (request, reply) => {
    const page = pageOf(state, request);
    if (!page) return gone(reply);
    const body = request.body as Record<string, unknown> & { title?: string; canvasLayout?: Canvas };
    const why = whyNotPage(body);
    if (why) return refuse(reply, 400, "invalidRequest", `One of the provided arguments is not acceptable: ${why}`);
    if (page.isCheckedOut) return locked(reply);
    const asked = request.headers["if-match"];
    const isOther = conditions === "refused" || (conditions === "held" && asked !== eTagOf(page));
    if (asked && isOther) return refuse(reply, 412, "resourceModified", "The resource has changed since it was read.");
    const { title, canvasLayout: canvas } = body;
    state.change(page, callerOf(request, desk)?.appId ?? null, {
      ...(title !== undefined && { title }),
      ...(canvas && { canvas }),
    });
    return pageJson(page);
  });

  app.post("/v1.0/sites/:site/pages/:id/microsoft.graph.sitePage/publish", async (request, reply) => {
    const page = pageOf(state, request);
    if (!page) return gone(reply);
    if (page.isCheckedOut) return locked(reply);
    state.change(page, callerOf(request, desk)?.appId ?? null, { level: "published" });
    return reply.code(204).send();
  });

  app.delete("/v1.0/sites/:site/pages/:id", async (request, reply) => {
    const page = pageOf(state, request);
    if (!page) return gone(reply);
    if (page.isCheckedOut) return locked(reply);
    state.recycle(page);
    return reply.code(204).send();
  });
}

function whyNotPage(body: Record<string, unknown>): string | null {
  const unknown = Object.keys(body).find((key) => !KNOWN.has(key));
  if (unknown) return unknown;
  if (body["@odata.type"] !== PAGE_TYPE) return "@odata.type";
  if ("title" in body && (typeof body["title"] !== "string" || body["title"].length > 255)) return "title";
  return "canvasLayout" in body ? explainInvalidCanvas(body["canvasLayout"]) : null;
}

function callerOf({ headers }: FastifyRequest, desk: TokenIssuer): SharepointApp | null {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1];
  return token === undefined ? null : (desk.find(token) as SharepointApp | null);
}

const paramsOf = (request: FastifyRequest) => request.params as Record<string, string>;
const pageOf = (state: SharepointState, request: FastifyRequest) => state.page(paramsOf(request)["id"] ?? "");

const eTagOf = ({ id, version }: StandInPage) => `"{${id.toUpperCase()}},${version}"`;

function pageJson(page: StandInPage, select?: string[]) {
  const who = page.lastModifiedBy;
  const all = {
    "@odata.type": PAGE_TYPE,
    id: page.id,
    name: page.name,
    title: page.title,
    eTag: eTagOf(page),
    webUrl: ["SitePages", page.folder, page.name].filter(Boolean).join("/"),
    createdDateTime: new Date(page.createdAt).toISOString(),
    lastModifiedDateTime: new Date(page.changedAt).toISOString(),
    lastModifiedBy: who
      ? { application: { id: who, displayName: "Lorekeep" } }
      : { user: { displayName: "Pat Person", email: "pat@acme.example" } },
    pageLayout: "article",
    publishingState: { level: page.level, versionId: page.versionId },
  };
  return select ? Object.fromEntries(Object.entries(all).filter(([key]) => select.includes(key))) : all;
}

const gone = (reply: FastifyReply) => refuse(reply, 404, "itemNotFound", "The resource could not be found.");
const locked = (reply: FastifyReply) => refuse(reply, 423, "resourceLocked", "The page is checked out to Pat Person.");
const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send(buildErrorBody(code, message));
