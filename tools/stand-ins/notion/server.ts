import { randomUUID } from "node:crypto";
import type { OAuthAuthority } from "../oauth.ts";
import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { browserRoutes, buildPath } from "./browser.ts";
import { findDatabase } from "./databases.ts";
import { createNotionOAuth, type NotionOAuthOptions, notionOAuthRoutes } from "./oauth.ts";
import { restRoutes } from "./rest.ts";
import {
  HUMAN_EDITOR_ID,
  NotionState,
  type StandInBlock,
  type StandInDiscussion,
  type StandInPage,
  type StandInParent,
  type StandInToken,
  toStoredTextRun,
} from "./state.ts";
import type { Json } from "./validate.ts";

export interface NotionStandInOptions extends StandInOptions {
  tokens?: StandInToken[];
  /** The pages at the top level of the workspace. */
  parents?: StandInParent[];
  /**
   * The calls per second and token. Further calls get status 429.
   * https://developers.notion.com/reference/request-limits
   */
  requestsPerSecond?: number;
  /** The public integrations that people connect by OAuth. */
  oauth?: NotionOAuthOptions;
}

/** A page while a person edits it. */
interface NotionDraft {
  title: string;
  blocks: StandInBlock[];
  /**
   * Creates a block from the API's format: `{ type: "paragraph", paragraph: { rich_text: [{ text: { content } }] } }`.
   */
  newBlock: (block: Json) => StandInBlock;
}

export interface NotionStandIn extends StandIn {
  oauth: OAuthAuthority;
  /** Returns copies of the pages below the top-level pages, with trashed ones, in the order of their creation. */
  pages(): StandInPage[];
  /** Edits title or blocks as a person. */
  editAsPerson(pageId: string, edit: (draft: NotionDraft) => void): void;
  /** Edits title or blocks as a person in the next minute, so that the page gets another version. */
  editLaterAsPerson(pageId: string, edit: (draft: NotionDraft) => void): void;
  /** Duplicates the page as a person and returns the copy's id. */
  copyAsPerson(pageId: string, title: string): string;
  trashAsPerson(pageId: string): void;
  restoreAsPerson(pageId: string): void;
  /** Moves the page below another page, as a person. */
  moveAsPerson(pageId: string, parentId: string): void;
  /** Creates a page below another one, in a block of it if one is named, and returns its id. */
  createAsPerson(parentId: string, title: string, block?: Json): string;
  /** Creates a database on a page and returns its id. */
  createDatabaseAsPerson(parentId: string, title: string): string;
  /** Adds a row to a database and returns the id of its page. */
  addRowAsPerson(databaseId: string, title: string): string;
  /** Shares a top-level page with the integrations, or stops sharing it. */
  share(parentId: string, isShared: boolean): void;
  /** Starts a discussion about a block, or about words in it, as a person. */
  discussAsPerson(pageId: string, blockId: string, words?: string): void;
  /** Adds a comment about the whole page. */
  remarkAsPerson(pageId: string): void;
  /** Adds a reply to the first discussion of the page. */
  answerAsPerson(pageId: string): void;
  /** Moves the page's creation and last change this much further into the past. */
  age(pageId: string, milliseconds: number): void;
  /** Returns every discussion. `isAnchored`: its block or its words still exist. */
  discussions(): (StandInDiscussion & { isAnchored: boolean })[];
  /** Returns the number of pages outside of the trash that contain the marker. */
  countByMarker(marker: string): number;
}

export const DEFAULT_PARENT: StandInParent = { id: "1a2b3c4d5e6f47018293a4b5c6d7e8f9", title: "Knowledge" };
export const DEFAULT_TOKEN: StandInToken = { token: "ntn_notion-token", name: "Lorekeep", workspace: "Acme" };

const REMARK = [{ text: { content: "Is this still so?" } }];

/** Returns the page without the content of its child pages. */
const onItsOwn = (page: StandInPage): StandInPage => ({
  ...page,
  children: page.children.map((block) => (block.type === "child_page" ? { ...block, children: [] } : block)),
});

/** Starts a Notion workspace: the API below `/v1`, and pages for people at all other paths. */
export async function startNotionStandIn({
  tokens = [DEFAULT_TOKEN],
  parents = [DEFAULT_PARENT],
  requestsPerSecond = 3,
  oauth: oauthOptions = { apps: [] },
  ...options
}: NotionStandInOptions = {}): Promise<NotionStandIn> {
  const state = new NotionState(tokens, parents);
  const authority = createNotionOAuth(state, oauthOptions);
  state.oauth = authority;
  let url = "";
  const standIn = await startStandIn(
    "Notion",
    (app) => {
      app.register(async (api) => restRoutes(api, state, (page) => url + buildPath(page), { requestsPerSecond }));
      app.get("/_stand-in/pages", async () => state.pages);
      notionOAuthRoutes(app, { authority, state, templatePageId: oauthOptions.templatePageId });
      browserRoutes(app, state);
    },
    options,
  );
  url = standIn.url;
  const pageOf = (pageId: string): StandInPage => {
    const page = state.page(pageId);
    if (!page) throw new Error(`The Notion stand-in has no page ${pageId}.`);
    return page;
  };

  const editAsPerson: NotionStandIn["editAsPerson"] = (pageId, edit) => {
    const page = pageOf(pageId);
    const draft: NotionDraft = {
      title: page.title,
      blocks: page.children,
      newBlock: (block) => state.newBlock(block, HUMAN_EDITOR_ID),
    };
    edit(draft);
    page.title = draft.title;
    page.children = draft.blocks;
    state.touch(page, HUMAN_EDITOR_ID);
  };

  return {
    ...standIn,
    oauth: authority,
    pages: () => structuredClone(state.pages.filter(({ parentId }) => parentId !== null).map(onItsOwn)),
    editAsPerson,
    editLaterAsPerson(pageId, edit) {
      const page = pageOf(pageId);
      const before = Date.parse(page.lastEditedTime);
      editAsPerson(pageId, edit);
      page.lastEditedTime = new Date(Math.max(before, Date.parse(page.lastEditedTime)) + 60_000).toISOString();
    },
    copyAsPerson: (pageId, title) => state.duplicate(pageOf(pageId), title, HUMAN_EDITOR_ID).id,
    trashAsPerson: (pageId) => void (pageOf(pageId).inTrash = true),
    restoreAsPerson: (pageId) => void (pageOf(pageId).inTrash = false),
    moveAsPerson(pageId, parentId) {
      state.move(pageOf(pageId), pageOf(parentId));
    },
    createAsPerson(parentId, title, block) {
      const parent = pageOf(parentId);
      const page = state.addPage(parent, title, [], HUMAN_EDITOR_ID);
      if (!block) return page.id;
      const holder = state.newBlock(block, HUMAN_EDITOR_ID);
      parent.children.splice(parent.children.indexOf(page), 1, holder);
      holder.children.push(page);
      page.within = { blockId: holder.id };
      return page.id;
    },
    createDatabaseAsPerson(parentId, title) {
      const database = { id: randomUUID(), dataSourceId: randomUUID(), title, parentId: pageOf(parentId).id };
      state.databases.push(database);
      return database.id;
    },
    addRowAsPerson(databaseId, title) {
      const database = findDatabase(state, databaseId);
      if (!database) throw new Error(`The Notion stand-in has no database ${databaseId}.`);
      return state.addRow(database, title, HUMAN_EDITOR_ID).id;
    },
    share: (parentId, isShared) => void (pageOf(parentId).isShared = isShared),
    discussAsPerson: (pageId, blockId, words) =>
      void state.discuss({ pageId, blockId, words: words ?? null }, HUMAN_EDITOR_ID, REMARK),
    remarkAsPerson: (pageId) =>
      void state.discuss({ pageId, blockId: pageOf(pageId).id, words: null }, HUMAN_EDITOR_ID, REMARK),
    answerAsPerson: (pageId) =>
      void state.discussions
        .find((one) => one.pageId === pageId)
        ?.comments.push({ id: randomUUID(), by: HUMAN_EDITOR_ID, richText: REMARK.map(toStoredTextRun) }),
    age(pageId, milliseconds) {
      const page = pageOf(pageId);
      page.createdTime = new Date(Date.parse(page.createdTime) - milliseconds).toISOString();
    },
    discussions: () =>
      state.discussions.map((one) => ({
        ...one,
        isAnchored:
          one.blockId === one.pageId
            ? !pageOf(one.pageId).inTrash
            : !state.lost.has(one.id) && state.locate(one.blockId) !== null,
      })),
    countByMarker: (marker) =>
      state.pages.filter(
        (page) => page.parentId !== null && !page.inTrash && JSON.stringify(onItsOwn(page).children).includes(marker),
      ).length,
  };
}
