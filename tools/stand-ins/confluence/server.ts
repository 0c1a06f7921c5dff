import { randomUUID } from "node:crypto";
import { escapeHtml } from "../browser-page.ts";
import type { OAuthAuthority } from "../oauth.ts";
import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { browserRoutes } from "./browser.ts";
import { BurstLimit, CALLS_IN_A_BURST } from "./burst.ts";
import { simulateEditorSave } from "./cloud-editor.ts";
import { GATEWAY_PREFIX, guardGateway } from "./gateway.ts";
import { type ConfluenceOAuthOptions, confluenceOAuthRoutes, createConfluenceOAuth } from "./oauth.ts";
import { restRoutes } from "./rest.ts";
import {
  ConfluenceState,
  HUMAN_EDITOR_ID,
  type StandInAccount,
  type StandInComment,
  type StandInPage,
  type StandInSpace,
} from "./state.ts";

export interface ConfluenceStandInOptions extends StandInOptions {
  spaces?: StandInSpace[];
  accounts?: StandInAccount[];
  /**
   * True if visitors may read public spaces. Wrong credentials then count as missing ones, so calls return 200 where
   * 401 is expected.
   */
  isPublicSite?: boolean;
  /** Apps that people connect by OAuth 2.0 (3LO). Their calls go through the gateway. */
  oauth?: ConfluenceOAuthOptions;
  /** The calls per token that are permitted within ten seconds. Further calls get status 429. */
  callsInABurst?: number;
}

export interface ConfluenceStandIn extends StandIn {
  /** The site's id, as `/_edge/tenant_info` returns it. */
  cloudId: string;
  /**
   * Replaces `https://api.atlassian.com/ex/confluence`, the gateway for tokens with scopes. The cloudId is not part of
   * this address.
   */
  gatewayUrl: string;
  /** Replaces `https://auth.atlassian.com`. */
  authUrl: string;
  oauth: OAuthAuthority;
  /** Returns copies of all pages, with trashed pages, in the order of their creation. */
  pages(): StandInPage[];
  /** Edits title or storage format as a person in Confluence Cloud's editor, which rewrites the whole page. */
  editAsPerson(pageId: string, edit: (page: { title: string; storage: string }) => void): void;
  /** Copies a page as Confluence does: the whole body with another title. Returns the copy's id. */
  copyAsPerson(pageId: string, title: string, as?: "person" | "account"): string;
  trashAsPerson(pageId: string): void;
  /** Deletes the page from the trash permanently. */
  purgeAsPerson(pageId: string): void;
  restoreAsPerson(pageId: string): void;
  moveAsPerson(pageId: string, spaceKey: string): void;
  /** Writes a page as a person, below another page if `parentId` is given. Returns the page's id. */
  createAsPerson(title: string, storage: string, place?: { parentId?: string; spaceKey?: string }): string;
  /** Restricts reading to a person, and to our account if it is named too. Without names, removes the restriction. */
  restrictAsPerson(pageId: string, ...readers: ("person" | "account")[]): void;
  /** Returns the number of page versions that this account wrote through the API. */
  countChangesBy(email: string): number;
  /** Restricts editing to the accounts with these e-mail addresses. Without addresses, removes the restriction. */
  restrictEditing(pageId: string, ...emails: string[]): void;
  labelAsPerson(pageId: string, label: string): void;
  unlabelAsPerson(pageId: string, label: string): void;
  /** Hides the space from every account, or shows it again. */
  hideSpace(key: string, isHidden: boolean): void;
  /**
   * Adds an inline comment to the first occurrence of the words. Returns false if no single text element contains the
   * words.
   */
  commentAsPerson(pageId: string, words: string): boolean;
  /** Adds a comment about the whole page below the page, or a reply to another comment. */
  remarkAsPerson(pageId: string, answers?: string): void;
  /** Deletes every comment below a page. */
  clearComments(): void;
  /** Moves the page's creation and last change this much further into the past. */
  age(pageId: string, milliseconds: number): void;
  /**
   * Returns every comment. `isAnchored`: the comment's marker still exists, or for a comment below a page, the page.
   */
  comments(): (StandInComment & { isAnchored: boolean })[];
  /** Returns the number of pages outside of the trash that contain the marker. */
  countByMarker(marker: string): number;
}

/** Matches the markup between texts. Nobody can select words inside it. */
const NO_TEXT = /(<ac:parameter[^>]*>[^<]*<\/ac:parameter>|<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>)/;

export const DEFAULT_SPACE: StandInSpace = { key: "DOC", name: "Documentation" };
export const DEFAULT_ACCOUNT: StandInAccount = {
  email: "bot@acme.example",
  token: "confluence-token",
  name: "Docs Bot",
};

/**
 * Starts a Confluence Cloud site, and Atlassian's gateway to it (`/ex/confluence/{cloudId}`) for tokens with scopes.
 */
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
  const burst = new BurstLimit(callsInABurst);
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
    const page = state.find(pageId);
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
      state.edit(page, {
        ...draft,
        storage: simulateEditorSave(draft.storage),
        message: "",
        authorId: HUMAN_EDITOR_ID,
      });
    },
    copyAsPerson(pageId, title, as = "person") {
      const { spaceKey, storage, authorId } = pageOf(pageId);
      return state.create({ spaceKey, title, storage, authorId: as === "person" ? HUMAN_EDITOR_ID : authorId }).id;
    },
    trashAsPerson: (pageId) => void (pageOf(pageId).status = "trashed"),
    purgeAsPerson: (pageId) => state.remove(pageOf(pageId)),
    restoreAsPerson: (pageId) => void (pageOf(pageId).status = "current"),
    moveAsPerson: (pageId, spaceKey) => void (pageOf(pageId).spaceKey = spaceKey),
    createAsPerson(title, storage, { parentId, spaceKey = spaces[0]?.key ?? "" } = {}) {
      const page = state.create({ spaceKey, title, storage: simulateEditorSave(storage), authorId: HUMAN_EDITOR_ID });
      page.parentId = parentId ?? page.parentId;
      return page.id;
    },
    labelAsPerson: (pageId, label) => void pageOf(pageId).labels.push(label),
    unlabelAsPerson(pageId, label) {
      const { labels } = pageOf(pageId);
      labels.splice(labels.indexOf(label), 1);
    },
    restrictAsPerson(pageId, ...readers) {
      const ids = { person: HUMAN_EDITOR_ID, account: state.accounts[0]?.accountId ?? "" };
      pageOf(pageId).readers = readers.map((one) => ids[one]);
    },
    countChangesBy(email) {
      const id = state.accounts.find((one) => one.email === email)?.accountId;
      const versions = state.pages.flatMap(({ version, earlier }) => [version, ...earlier.values()]);
      return versions.filter(({ authorId }) => authorId === id).length;
    },
    restrictEditing(pageId, ...emails) {
      const isNamed = ({ email }: StandInAccount) => emails.includes(email);
      pageOf(pageId).editors = state.accounts.filter(isNamed).map(({ accountId }) => accountId);
    },
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
      // A comment does not change the page's version.
      // https://confluence.atlassian.com/doc/comment-on-pages-and-blog-posts-141176.html
      const marked = `<ac:inline-comment-marker ac:ref="${ref}">${text}</ac:inline-comment-marker>`;
      pieces[at] = pieces[at]?.replace(text, () => marked) ?? "";
      page.storage = pieces.join("");
      state.comments.push({ pageId, ref, words });
      return true;
    },
    remarkAsPerson: (pageId, parentId) =>
      void state.addRemark(pageOf(pageId).id, { body: "<p>Is this so?</p>", authorId: HUMAN_EDITOR_ID, parentId }),
    clearComments: () => void state.comments.splice(0),
    age(pageId, milliseconds) {
      const page = pageOf(pageId);
      for (const dated of [page, page.version])
        dated.createdAt = new Date(Date.parse(dated.createdAt) - milliseconds).toISOString();
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
