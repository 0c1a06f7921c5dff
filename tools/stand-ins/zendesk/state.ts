import { sanitizeHtml } from "../kept-html.ts";

export interface StandInClient {
  /** The OAuth client's identifier. */
  identifier: string;
  secret: string;
  /** The name of the administrator who created the client. Articles are written in this name. */
  name: string;
  role?: "admin" | "agent" | "end-user";
  /** Whether the account sees and may change management permissions. True if absent. */
  isGuideAdmin?: boolean;
  /** The scopes that the client may request; all if absent. */
  scopes?: readonly string[];
  /** The kind of OAuth client. A public client gets no token without a person. */
  kind?: "confidential" | "public";
}

export interface StandInSection {
  id: number;
  name: string;
  description?: string;
  /** The id of one of the help center's categories; 1 if absent. */
  categoryId?: number;
  parentId?: number | null;
  /** True if the account can no longer see the section. */
  isHidden?: boolean;
}

export interface StandInCategory {
  id: number;
  name: string;
}

export interface StandInArticle {
  id: number;
  sectionId: number;
  locale: string;
  title: string;
  body: string;
  draft: boolean;
  isArchived: boolean;
  authorId: number;
  updatedById: number;
  createdAt: string;
  updatedAt: string;
  userSegmentId: number | null;
  permissionGroupId: number;
  labels: string[];
}

export const HUMAN_EDITOR_ID = 4_001;
export const STAFF_SEGMENT = 36_000_001;
export const PERMISSION_GROUP = 55_000_001;

const ELEMENTS = new Set(
  "a b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s span strong sub sup table tbody td th thead tr u ul".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(["href", "src", "alt", "class", "id", "dir", "style", "target", "rel", "start"]);

/** Removes unsafe elements and attributes, like Zendesk. https://support.zendesk.com/hc/en-us/articles/4408824584602 */
export const sanitizeArticle = (html: string) =>
  sanitizeHtml(html, {
    elements: ELEMENTS,
    attributes: (_name, given) =>
      Object.fromEntries(
        Object.entries(given).filter(
          ([key, value]) => ATTRIBUTES.has(key) && !(key === "href" && /^\s*javascript:/i.test(value)),
        ),
      ),
  });

/** Saves like Zendesk's editor, which rewrites everything, and adds ids to headings and its own classes. */
export const simulateEditorSave = (html: string) => {
  let headings = 0;
  return sanitizeHtml(html, {
    elements: ELEMENTS,
    attributes: (name, given) => {
      if (/^h[1-6]$/.test(name)) return { id: `h_01HZ${(headings += 1)}` };
      if (name === "p") return { ...given, dir: "auto" };
      if (name === "a") return { ...given, target: "_blank", rel: "noopener noreferrer" };
      if (name === "code" && given["class"] === undefined) return { class: "language-plaintext" };
      return given;
    },
  });
};

/** The data of a help center: articles in sections, in one language. */
export class ZendeskState {
  readonly locale = "en-us";
  readonly sections: StandInSection[];
  readonly categories: StandInCategory[];
  readonly clients: (StandInClient & { userId: number })[];
  readonly articles: StandInArticle[] = [];
  /** The issued access tokens. */
  readonly tokens = new Map<string, { client: StandInClient & { userId: number }; scopes: string[] }>();
  /**
   * Whether the plan can restrict articles to agents. Other plans show articles to everybody or to all signed-in
   * people.
   */
  readonly hasStaffSegment: boolean;
  /** Whether the plan has nested sections. Only the most expensive plan does. */
  readonly nests: boolean;
  #nextId = 900_100;

  constructor(
    sections: StandInSection[],
    clients: StandInClient[],
    { hasStaffSegment, nests, categories }: { hasStaffSegment: boolean; nests: boolean; categories: StandInCategory[] },
  ) {
    this.categories = categories;
    this.nests = nests;
    this.sections = sections.map((section) => ({ ...section }));
    this.clients = clients.map((client, index) => ({ ...client, userId: 5_001 + index }));
    this.hasStaffSegment = hasStaffSegment;
  }

  createSection(made: Pick<StandInSection, "name" | "description" | "parentId" | "categoryId">): StandInSection {
    this.#nextId += 1;
    const section = { id: this.#nextId, ...made };
    this.sections.push(section);
    return section;
  }

  create(
    made: Pick<
      StandInArticle,
      "sectionId" | "title" | "body" | "draft" | "authorId" | "userSegmentId" | "permissionGroupId" | "labels"
    >,
  ): StandInArticle {
    const now = timestamp();
    this.#nextId += 1;
    const article: StandInArticle = {
      ...made,
      id: this.#nextId,
      locale: this.locale,
      body: sanitizeArticle(made.body),
      isArchived: false,
      updatedById: made.authorId,
      createdAt: now,
      updatedAt: now,
    };
    this.articles.push(article);
    return article;
  }

  /** Edits an article. An edit without a difference does not change `updated_at`. */
  edit(article: StandInArticle, change: { title?: string; body?: string; draft?: boolean }, by: number): void {
    const after = { title: article.title, body: article.body, draft: article.draft, ...change };
    if (after.title === article.title && after.body === article.body && after.draft === article.draft) return;
    Object.assign(article, after, { updatedAt: timestamp(), updatedById: by });
  }
}

/** Returns the current time in whole seconds, like Zendesk. */
const timestamp = () => `${new Date().toISOString().slice(0, 19)}Z`;
