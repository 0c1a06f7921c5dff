import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { browserRoutes } from "./browser.ts";
import { restRoutes } from "./rest.ts";
import { ConfluenceState, PERSON, type StandInAccount, type StandInPage, type StandInSpace } from "./state.ts";

export interface ConfluenceStandInOptions extends StandInOptions {
  spaces?: StandInSpace[];
  accounts?: StandInAccount[];
  /** Visitors may read public spaces, and wrong credentials count as none: answers are 200 where one expects 401. */
  isPublicSite?: boolean;
}

export interface ConfluenceStandIn extends StandIn {
  /** Copies, in the order in which they were made, trashed ones too. */
  pages(): StandInPage[];
  /** A person changes the given title or storage format and saves. */
  editAsPerson(pageId: string, edit: (page: { title: string; storage: string }) => void): void;
  /** A person takes the page out of the trash. */
  restoreAsPerson(pageId: string): void;
  /** Pages not in the trash that carry the marker. */
  countByMarker(marker: string): number;
}

const DEFAULT_SPACE: StandInSpace = { key: "DOC", name: "Documentation" };
export const DEFAULT_ACCOUNT: StandInAccount = {
  email: "bot@acme.example",
  token: "confluence-token",
  name: "Docs Bot",
};

/** A Confluence Cloud site on this machine, also under a gateway's address (`/ex/confluence/{cloudId}`) for scoped tokens. */
export async function startConfluenceStandIn({
  spaces = [DEFAULT_SPACE],
  accounts = [DEFAULT_ACCOUNT],
  isPublicSite = false,
  ...options
}: ConfluenceStandInOptions = {}): Promise<ConfluenceStandIn> {
  const state = new ConfluenceState(spaces, accounts, isPublicSite);
  let url = "";
  const standIn = await startStandIn(
    "Confluence",
    (app) => {
      restRoutes(app, state, () => url);
      browserRoutes(app, state);
      app.register(async (gateway) => restRoutes(gateway, state, () => url), { prefix: "/ex/confluence/:cloudId" });
      app.get("/_stand-in/pages", async () => state.pages);
    },
    options,
  );
  url = standIn.url;

  return {
    ...standIn,
    pages: () => structuredClone(state.pages),
    editAsPerson(pageId, edit) {
      const page = state.pages.find(({ id }) => id === pageId);
      if (!page) throw new Error(`The Confluence stand-in has no page ${pageId}.`);
      const draft = { title: page.title, storage: page.storage };
      edit(draft);
      state.edit(page, { ...draft, message: "", authorId: PERSON });
    },
    restoreAsPerson(pageId) {
      const page = state.pages.find(({ id }) => id === pageId);
      if (!page) throw new Error(`The Confluence stand-in has no page ${pageId}.`);
      page.status = "current";
    },
    countByMarker: (marker) =>
      state.pages.filter(({ status, storage }) => status !== "trashed" && storage.includes(marker)).length,
  };
}
