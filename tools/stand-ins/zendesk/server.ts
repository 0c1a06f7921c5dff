import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { browserRoutes } from "./browser.ts";
import { restRoutes } from "./rest.ts";
import {
  HUMAN_EDITOR_ID,
  PERMISSION_GROUP,
  type StandInArticle,
  type StandInCategory,
  type StandInClient,
  type StandInSection,
  simulateEditorSave,
  ZendeskState,
} from "./state.ts";

export interface ZendeskStandInOptions extends StandInOptions {
  sections?: StandInSection[];
  categories?: StandInCategory[];
  clients?: StandInClient[];
  /** Whether the plan can restrict articles to agents. True if absent. */
  hasStaffSegment?: boolean;
  /** Whether the plan has nested sections. True if absent. */
  nests?: boolean;
}

export interface ZendeskStandIn extends StandIn {
  /** Returns copies of all articles, with archived ones, in the order of their creation. */
  articles(): StandInArticle[];
  sections(): StandInSection[];
  renameSectionAsPerson(id: number, name: string): void;
  moveArticleAsPerson(articleId: string, sectionId: number): void;
  /** Edits title or HTML as a person in Zendesk's editor, which rewrites the whole article. */
  editAsPerson(articleId: string, edit: (article: { title: string; body: string; draft: boolean }) => void): void;
  /** Writes an article with this HTML as a person and returns its id. */
  writeAsPerson(sectionId: number, title: string, body: string): string;
  /** Restricts the article to one group of readers as a person; null shows it to everybody. */
  setSegmentAsPerson(articleId: string, segmentId: number | null): void;
  /** Archives the article as a person, or restores it. */
  archiveAsPerson(articleId: string, isArchived: boolean): void;
  /** Hides the section from every account, or shows it again. */
  hideSection(id: number, isHidden: boolean): void;
  revokeTokens(): void;
  /** Moves the article's creation and last change this much further into the past. */
  age(articleId: string, milliseconds: number): void;
  /** Returns the number of articles that contain the marker and are not archived. */
  countByMarker(marker: string): number;
}

export const DEFAULT_SECTION: StandInSection = { id: 360_001, name: "Internal answers" };
export const DEFAULT_CLIENT: StandInClient = { identifier: "lorekeep", secret: "zendesk-token", name: "Docs Bot" };

/** Starts a Zendesk help center. */
export async function startZendeskStandIn({
  sections = [DEFAULT_SECTION],
  categories = [{ id: 1, name: "General" }],
  clients = [DEFAULT_CLIENT],
  hasStaffSegment = true,
  nests = true,
  ...options
}: ZendeskStandInOptions = {}): Promise<ZendeskStandIn> {
  const state = new ZendeskState(sections, clients, { hasStaffSegment, nests, categories });
  let url = "";
  const standIn = await startStandIn(
    "Zendesk",
    (app) => {
      restRoutes(app, state, () => url);
      browserRoutes(app, state);
      app.get("/_stand-in/articles", async () => state.articles);
    },
    { refusal: (status) => ({ error: "Ordered", description: `ordered fault ${status}` }), ...options },
  );
  url = standIn.url;
  const articleOf = (articleId: string): StandInArticle => {
    const article = state.articles.find(({ id }) => String(id) === articleId);
    if (!article) throw new Error(`The Zendesk stand-in has no article ${articleId}.`);
    return article;
  };

  return {
    ...standIn,
    articles: () => structuredClone(state.articles),
    sections: () => structuredClone(state.sections),
    renameSectionAsPerson(id, name) {
      for (const section of state.sections) if (section.id === id) section.name = name;
    },
    moveArticleAsPerson: (articleId, sectionId) => void (articleOf(articleId).sectionId = sectionId),
    editAsPerson(articleId, edit) {
      const article = articleOf(articleId);
      const changed = { title: article.title, body: article.body, draft: article.draft };
      edit(changed);
      state.edit(article, { ...changed, body: simulateEditorSave(changed.body) }, HUMAN_EDITOR_ID);
    },
    writeAsPerson: (sectionId, title, body) =>
      String(
        state.create({
          sectionId,
          title,
          body: simulateEditorSave(body),
          draft: false,
          authorId: HUMAN_EDITOR_ID,
          userSegmentId: null,
          permissionGroupId: PERMISSION_GROUP,
          labels: [],
        }).id,
      ),
    setSegmentAsPerson: (articleId, segmentId) => void (articleOf(articleId).userSegmentId = segmentId),
    archiveAsPerson: (articleId, isArchived) => void (articleOf(articleId).isArchived = isArchived),
    hideSection(id, isHidden) {
      const section = state.sections.find((one) => one.id === id);
      if (!section) throw new Error(`The Zendesk stand-in has no section ${id}.`);
      section.isHidden = isHidden;
    },
    revokeTokens: () => state.tokens.clear(),
    age(articleId, milliseconds) {
      const article = articleOf(articleId);
      article.createdAt = new Date(Date.parse(article.createdAt) - milliseconds).toISOString();
    },
    countByMarker: (marker) =>
      state.articles.filter(({ isArchived, draft, body }) => {
        const isPutAway = draft && body.includes("by Lorekeep. It was");
        return !isArchived && !isPutAway && body.includes(marker);
      }).length,
  };
}
