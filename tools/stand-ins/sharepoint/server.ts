import { escapeHtml, renderBrowserPage } from "../browser-page.ts";
import { sanitizeShownHtml } from "../kept-html.ts";
import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { TokenIssuer } from "../teams/tokens.ts";
import type { Canvas, WebPart } from "./canvas-rules.ts";
import { type IfMatchHandling, restRoutes } from "./rest.ts";
import { type SharepointApp, SharepointState, type StandInPage } from "./state.ts";
import { Throttle, UNITS_A_MINUTE } from "./throttle.ts";

export interface SharepointStandInOptions extends StandInOptions {
  tenantId?: string;
  apps?: SharepointApp[];
  displayName?: string;
  /** The name of the library that contains the pages. */
  library?: string;
  /** The units per app and minute. Each call costs units; calls above this number get status 429. */
  unitsAMinute?: number;
  /** The handling of If-Match, which Graph does not document for pages. "ignored" if absent. */
  conditions?: IfMatchHandling;
}

export interface SharepointStandIn extends StandIn {
  /** The base address, which ends in `/v1.0`. */
  readonly apiBaseUrl: string;
  readonly loginUrl: string;
  readonly siteUrl: string;
  readonly siteId: string;
  /** Returns copies of all pages outside of the recycle bin, in the order of their creation. */
  pages(): StandInPage[];
  /** Returns copies of the pages in the recycle bin. */
  recycled(): StandInPage[];
  /** Edits title or canvas as a person and saves the page. Also publishes it, unless `how` is "save". */
  editAsPerson(id: string, edit: (page: { title: string; canvas: Canvas }) => void, how?: "publish" | "save"): void;
  /** Copies the page under another name, as a person. */
  copyAsPerson(id: string): void;
  /** Adds a page as a person, as a draft, and returns its id. */
  addAsPerson(name: string, title?: string, canvas?: Canvas): string;
  checkOutAsPerson(id: string, isCheckedOut: boolean): void;
  recycleAsPerson(id: string): void;
  /** Moves the page into a folder of the library: 'HR/Policies'. */
  moveAsPerson(id: string, folder: string): void;
  /** Restores a page from the recycle bin as a person. */
  restoreAsPerson(id: string): void;
  revokeTokens(): void;
  countByMarker(marker: string): number;
}

export const DEFAULT_TENANT = "2432b57b-0abd-43db-aa7b-16eadd115d34";
export const DEFAULT_APP: SharepointApp = {
  appId: "app-1",
  secret: "sharepoint-token",
  permissions: ["Sites.Selected"],
  role: "write",
};
const PATH = "/sites/knowledge";

/**
 * Starts a SharePoint site: its pages in Microsoft Graph, the token endpoint of Microsoft Entra, and the site for
 * people.
 */
export async function startSharepointStandIn({
  tenantId = DEFAULT_TENANT,
  apps = [DEFAULT_APP],
  displayName = "Knowledge",
  library = "Site Pages",
  unitsAMinute = UNITS_A_MINUTE,
  conditions = "ignored",
  ...options
}: SharepointStandInOptions = {}): Promise<SharepointStandIn> {
  const state = new SharepointState();
  const desk = new TokenIssuer(tenantId, apps, Date.now);
  const throttle = new Throttle(unitsAMinute);
  let url = "";
  const standIn = await startStandIn(
    "SharePoint",
    (app) => {
      app.register(async (api) =>
        restRoutes(api, {
          state,
          desk,
          throttle,
          conditions,
          site: { path: PATH, displayName, library },
          baseOf: () => url,
        }),
      );
      app.post<{ Params: { tenant: string }; Body: Record<string, unknown> }>(
        "/:tenant/oauth2/v2.0/token",
        async ({ params, body }, reply) => {
          const answer = desk.exchange(params.tenant, body ?? {});
          return reply.code(answer.status).send(answer.body);
        },
      );
      app.get<{ Params: { "*": string } }>(`${PATH}/SitePages/*`, async ({ params }, reply) => {
        const name = params["*"].split("/").at(-1);
        const page = state.pages.find((one) => one.name === name);
        const html = page ? partsOf(page.canvas).map(partHtml).join("") : "";
        const body = page ? `<h1>${escapeHtml(page.title)}</h1>${html}` : "<h1>There is no such page</h1>";
        const shown = renderBrowserPage({ standIn: "SharePoint stand-in", title: page?.title ?? "Not found", body });
        return reply
          .code(page ? 200 : 404)
          .type("text/html; charset=utf-8")
          .send(shown);
      });
    },
    options,
  );
  url = standIn.url;
  const pageOf = (id: string): StandInPage => {
    const page = state.page(id);
    if (!page) throw new Error(`The SharePoint stand-in has no page ${id}.`);
    return page;
  };
  return {
    ...standIn,
    apiBaseUrl: `${url}/v1.0`,
    loginUrl: url,
    siteUrl: url + PATH,
    siteId: state.siteId,
    pages: () => structuredClone(state.pages),
    recycled: () => structuredClone(state.recycled),
    editAsPerson(id, edit, how = "publish") {
      const page = pageOf(id);
      const draft = structuredClone({ title: page.title, canvas: page.canvas });
      edit(draft);
      state.change(page, null, draft);
      if (how === "publish") state.change(page, null, { level: "published" });
    },
    copyAsPerson(id) {
      const { name, title, canvas } = pageOf(id);
      state.add({ name: name.replace(".aspx", "(1).aspx"), title, canvas: structuredClone(canvas) }, null);
    },
    addAsPerson: (name, title = name, canvas = { horizontalSections: [] }) =>
      state.add({ name, title, canvas }, null).id,
    checkOutAsPerson: (id, isCheckedOut) => void (pageOf(id).isCheckedOut = isCheckedOut),
    moveAsPerson: (id, folder) => void (pageOf(id).folder = folder),
    recycleAsPerson: (id) => state.recycle(pageOf(id)),
    restoreAsPerson: (id) =>
      void state.pages.push(
        ...state.recycled.splice(
          state.recycled.findIndex((page) => page.id === id),
          1,
        ),
      ),
    revokeTokens: () => desk.revokeAll(),
    countByMarker: (marker) => state.pages.filter(({ canvas }) => JSON.stringify(canvas).includes(marker)).length,
  };
}

const partsOf = ({ horizontalSections = [] }: Canvas): WebPart[] =>
  horizontalSections.flatMap(({ columns }) => columns.flatMap(({ webparts }) => webparts));

const partHtml = ({ innerHtml, "@odata.type": type }: WebPart) =>
  typeof innerHtml === "string" ? sanitizeShownHtml(innerHtml) : `<aside>${escapeHtml(type)}</aside>`;
