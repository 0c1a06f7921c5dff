import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { browserRoutes } from "./browser.ts";
import { restRoutes } from "./rest.ts";
import {
  HUMAN_EDITOR_ID,
  IntercomState,
  type StandInApp,
  type StandInArticle,
  type StandInCollection,
} from "./state.ts";

export interface IntercomStandInOptions extends StandInOptions {
  apps?: StandInApp[];
  collections?: StandInCollection[];
}

export interface IntercomStandIn extends StandIn {
  /** Returns copies of all articles, with deleted ones, in the order of their creation. */
  articles(): StandInArticle[];
  /** Edits title, HTML or state as a teammate. */
  editAsPerson(articleId: string, edit: (article: Pick<StandInArticle, "title" | "body" | "state">) => void): void;
  /** Writes an article with this HTML as a teammate and returns its id. */
  writeAsPerson(collectionId: number, title: string, body: string): string;
  deleteAsPerson(articleId: string): void;
  moveAsPerson(articleId: string, collectionId: number): void;
  /** Returns copies of all collections. */
  collections(): StandInCollection[];
  renameCollectionAsPerson(id: number, name: string): void;
  /** Hides the collection from the app, or shows it again. */
  hideCollection(id: number, isHidden: boolean): void;
  /** Moves the article's creation and last change this much further into the past. */
  age(articleId: string, milliseconds: number): void;
  /** Returns the number of articles with the marker that are neither deleted nor archived. */
  countByMarker(marker: string): number;
}

export const DEFAULT_COLLECTION: StandInCollection = { id: 4_001, name: "Answers" };
export const DEFAULT_APP: StandInApp = { token: "intercom-token", name: "Docs Bot" };

/** Starts an Intercom workspace. */
export async function startIntercomStandIn({
  apps = [DEFAULT_APP],
  collections = [DEFAULT_COLLECTION],
  ...options
}: IntercomStandInOptions = {}): Promise<IntercomStandIn> {
  const state = new IntercomState(apps, collections);
  let url = "";
  const standIn = await startStandIn(
    "Intercom",
    (app) => {
      restRoutes(app, state, () => url);
      browserRoutes(app, state);
      app.get("/_stand-in/articles", async () => state.articles);
    },
    { refusal: (status) => ({ type: "error.list", errors: [{ code: `ordered_${status}` }] }), ...options },
  );
  url = standIn.url;
  const articleOf = (articleId: string): StandInArticle => {
    const article = state.articles.find(({ id }) => String(id) === articleId);
    if (!article) throw new Error(`The Intercom stand-in has no article ${articleId}.`);
    return article;
  };
  const collectionOf = (id: number): StandInCollection => {
    const collection = state.collections.find((one) => one.id === id);
    if (!collection) throw new Error(`The Intercom stand-in has no collection ${id}.`);
    return collection;
  };

  return {
    ...standIn,
    articles: () => structuredClone(state.articles),
    editAsPerson(articleId, edit) {
      const article = articleOf(articleId);
      const changed = { title: article.title, body: article.body, state: article.state };
      edit(changed);
      state.edit(article, changed, HUMAN_EDITOR_ID);
    },
    writeAsPerson: (collectionId, title, body) =>
      String(state.create({ title, body, authorId: HUMAN_EDITOR_ID, state: "published", collectionId }).id),
    deleteAsPerson: (articleId) => void (articleOf(articleId).isDeleted = true),
    moveAsPerson: (articleId, collectionId) => void (articleOf(articleId).collectionId = collectionId),
    collections: () => structuredClone(state.collections),
    renameCollectionAsPerson: (id, name) => void (collectionOf(id).name = name),
    hideCollection: (id, isHidden) => void (collectionOf(id).isHidden = isHidden),
    age(articleId, milliseconds) {
      const article = articleOf(articleId);
      article.createdAt -= Math.round(milliseconds / 1000);
      article.updatedAt -= Math.round(milliseconds / 1000);
    },
    countByMarker: (marker) =>
      state.articles.filter(({ isDeleted, state: as, body }) => {
        const isPutAway = as === "draft" && body.includes("by Lorekeep. It was");
        return !isDeleted && !isPutAway && body.includes(marker);
      }).length,
  };
}
