import { randomUUID } from "node:crypto";
import { escapeHtml } from "../browser-page.ts";
import type { OAuthAuthority } from "../oauth.ts";
import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { browserRoutes } from "./browser.ts";
import { Burst, CALLS_IN_A_BURST } from "./burst.ts";
import { savedByEditor } from "./cloud-editor.ts";
import { GATEWAY_PREFIX, guardGateway } from "./gateway.ts";
import { type ConfluenceOAuthOptions, confluenceOAuthRoutes, createConfluenceOAuth } from "./oauth.ts";
import { restRoutes } from "./rest.ts";
import {
  ConfluenceState,
  PERSON,
  type StandInAccount,
  type StandInComment,
  type StandInPage,
  type StandInSpace,
} from "./state.ts";

export interface ConfluenceStandInOptions extends StandInOptions {
  spaces?: StandInSpace[];
  accounts?: StandInAccount[];
  /** Visitors may read public spaces, and wrong credentials count as none: answers are 200 where one expects 401. */
  isPublicSite?: boolean;
  /** Apps that people connect by OAuth 2.0 (3LO), through the gateway. */
  oauth?: ConfluenceOAuthOptions;
  /** Within ten seconds by one token, before 429. */
  callsInABurst?: number;
}

export interface ConfluenceStandIn extends StandIn {
  /** Of the site, as its `/_edge/tenant_info` says. */
  cloudId: string;
  /** `https://api.atlassian.com/ex/confluence` of this machine: the gateway for tokens with scopes, without a cloudId. */
  gatewayUrl: string;
  /** `https://auth.atlassian.com` of this machine. */
  authUrl: string;
  oauth: OAuthAuthority;
  /** Copies, in the order in which they were made, trashed ones too. */
  pages(): StandInPage[];
  /** A person changes the given title or storage format and saves in the cloud's editor, which rewrites all of the page. */
  editAsPerson(pageId: string, edit: (page: { title: string; storage: string }) => void): void;
  /** A person makes a copy, as Confluence does it: the whole body, another title. Answers the copy's id. */
  copyAsPerson(pageId: string, title: string, as?: "person" | "account"): string;
  trashAsPerson(pageId: string): void;
  /** Out of the trash, for good. */
  purgeAsPerson(pageId: string): void;
  /** A person takes the page out of the trash. */
  restoreAsPerson(pageId: string): void;
  moveAsPerson(pageId: string, spaceKey: string): void;
  /** The space is gone from every account's sight, or back again. */
  hideSpace(key: string, isHidden: boolean): void;
  /** A person comments on the first of these words in the page's text; false when they are not there in one piece. */
  commentAsPerson(pageId: string, words: string): boolean;
  /** A person comments below the page, on all of it. */
  remarkAsPerson(pageId: string): void;
  /** As if the page had been made so much earlier. */
  age(pageId: string, milliseconds: number): void;
  /** Every comment, and whether its mark is still in the page, or the page itself. */
  comments(): (StandInComment & { isAnchored: boolean })[];
  /** Pages not in the trash that carry the marker. */
  countByMarker(marker: string): number;
}

/** What stands between the pieces of text: nobody can mark words in it. */
const NO_TEXT = /(<ac:parameter[^>]*>[^<]*<\/ac:parameter>|<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>)/;

export const DEFAULT_SPACE: StandInSpace = { key: "DOC", name: "Documentation" };
export const DEFAULT_ACCOUNT: StandInAccount = {
  email: "bot@acme.example",
  token: "confluence-token",
  name: "Docs Bot",
};

/** A Confluence Cloud site on this machine, and Atlassian's gateway to it (`/ex/confluence/{cloudId}`) for tokens with scopes. */
export async function startConfluenceStandIn({
  spaces = [DEFAULT_SPACE],
  accounts = [DEFAULT_ACCOUNT],
  isPublicSite = false,
  oauth: oauthOptions = { apps: [] },
  callsInABurst = CALLS_IN_A_BURST,
  ...options
}: ConfluenceStandInOptions = {}): Promise<ConfluenceStandIn> {
  const state = new ConfluenceState(spaces, accounts, isPublicSite);
  const oauth = createConfluenceOAuth(state, oauthOptions);
  state.oauth = oauth;
  const { otherSites = [] } = oauthOptions;
  const burst = new Burst(callsInABurst);
  let url = "";
  const standIn = await startStandIn(
    "Confluence",
    (app) => {
      app.register(async (site) => restRoutes(site, state, () => url, { burst }));
      browserRoutes(app, state);
      confluenceOAuthRoutes(app, { authority: oauth, state, urlOf: () => url, otherSites });
      app.get("/_edge/tenant_info", async () => ({ cloudId: state.cloudId }));
      app.register(
        async (gateway) => {
          guardGateway(gateway, state);
          restRoutes(gateway, state, () => url, { burst, through: "gateway" });
        },
        { prefix: GATEWAY_PREFIX },
      );
      app.get("/_stand-in/pages", async () => state.pages);
    },
    options,
  );
  url = standIn.url;
  const pageOf = (pageId: string): StandInPage => {
    const page = state.pages.find(({ id }) => id === pageId);
    if (!page) throw new Error(`The Confluence stand-in has no page ${pageId}.`);
    return page;
  };

  return {
    ...standIn,
    cloudId: state.cloudId,
    gatewayUrl: `${url}/ex/confluence`,
    authUrl: url,
    oauth,
    pages: () => structuredClone(state.pages),
    editAsPerson(pageId, edit) {
      const page = pageOf(pageId);
      const draft = { title: page.title, storage: page.storage };
      edit(draft);
      state.edit(page, { ...draft, storage: savedByEditor(draft.storage), message: "", authorId: PERSON });
    },
    copyAsPerson(pageId, title, as = "person") {
      const { spaceKey, storage, authorId } = pageOf(pageId);
      return state.create({ spaceKey, title, storage, authorId: as === "person" ? PERSON : authorId }).id;
    },
    trashAsPerson: (pageId) => void (pageOf(pageId).status = "trashed"),
    purgeAsPerson: (pageId) => void state.pages.splice(state.pages.indexOf(pageOf(pageId)), 1),
    restoreAsPerson: (pageId) => void (pageOf(pageId).status = "current"),
    moveAsPerson: (pageId, spaceKey) => void (pageOf(pageId).spaceKey = spaceKey),
    hideSpace(key, isHidden) {
      const space = state.spaces.find((one) => one.key === key);
      if (!space) throw new Error(`The Confluence stand-in has no space ${key}.`);
      space.isHidden = isHidden;
    },
    commentAsPerson(pageId, words) {
      const page = pageOf(pageId);
      const text = escapeHtml(words);
      const pieces = page.storage.split(NO_TEXT);
      const at = pieces.findIndex((piece, index) => index % 2 === 0 && piece.includes(text));
      if (at < 0) return false;
      const ref = randomUUID();
      // A comment is no edit: the version stays. https://confluence.atlassian.com/doc/comment-on-pages-and-blog-posts-141176.html
      const marked = `<ac:inline-comment-marker ac:ref="${ref}">${text}</ac:inline-comment-marker>`;
      pieces[at] = pieces[at]?.replace(text, () => marked) ?? "";
      page.storage = pieces.join("");
      state.comments.push({ pageId, ref, words });
      return true;
    },
    remarkAsPerson: (pageId) => void state.comments.push({ pageId: pageOf(pageId).id, ref: randomUUID(), words: null }),
    age(pageId, milliseconds) {
      const page = pageOf(pageId);
      page.createdAt = new Date(Date.parse(page.createdAt) - milliseconds).toISOString();
    },
    comments: () =>
      state.comments.map((comment) => ({
        ...comment,
        isAnchored:
          comment.words === null
            ? pageOf(comment.pageId).status === "current"
            : pageOf(comment.pageId).storage.includes(`ac:ref="${comment.ref}"`),
      })),
    countByMarker: (marker) =>
      state.pages.filter(({ status, storage }) => status !== "trashed" && storage.includes(marker)).length,
  };
}
