import { sanitizeHtml } from "../kept-html.ts";

export interface StandInApp {
  token: string;
  /** The name of the teammate who created the app. */
  name: string;
  /** Whether the app has the permission 'Read and write articles'. True if absent. */
  mayWriteArticles?: boolean;
  /** Whether the app can read article versions. True if absent. */
  seesVersions?: boolean;
}

export interface StandInCollection {
  id: number;
  name: string;
  description?: string;
  /** The id of the parent collection. Null or absent at the top level. */
  parentId?: number | null;
  /** True if the app can no longer see the collection. */
  isHidden?: boolean;
}

export interface StandInArticle {
  id: number;
  title: string;
  body: string;
  authorId: number;
  state: "published" | "draft";
  collectionId: number | null;
  /** The time in seconds since 1970. */
  createdAt: number;
  updatedAt: number;
  isDeleted: boolean;
  /** The versions, newest last. */
  versions: StandInVersion[];
}

export interface StandInVersion {
  id: number;
  title: string;
  body: string;
  createdById: number;
  createdVia: "web" | "api";
  createdAt: number;
}

export const HUMAN_EDITOR_ID = 9_001;
export const INTERCOM_APP = { id_code: "acme01", name: "Acme" };

const ELEMENTS = new Set("a b i code p h1 h2 h3 h4 ul ol li pre br hr img table tbody tr td th div iframe".split(" "));

/**
 * Converts HTML to the blocks of Intercom's editor. They have no superscript, and a line break in code becomes `<br>`.
 */
export const toBlocks = (html: string) => {
  let headings = 0;
  const kept = sanitizeHtml(html, {
    elements: ELEMENTS,
    rename: { strong: "b", em: "i" },
    attributes: (name, given): Record<string, string> => {
      if (/^h[1-4]$/.test(name)) return { id: `h_${(headings += 1)}a1b2c3` };
      if (name === "p") return { class: "no-margin" };
      if (name === "img" && given["src"]) return { src: given["src"] };
      const { href } = given;
      const isLink = name === "a" && href !== undefined && /^(?:https?|mailto):/.test(href);
      return isLink ? { href, target: "_blank", class: "intercom-content-link" } : {};
    },
  });
  return kept.replace(/<pre>[\s\S]*?<\/pre>/g, (code) => code.replaceAll("\n", "<br>"));
};

/** The data of an Intercom workspace: articles in collections. */
export class IntercomState {
  readonly apps: (StandInApp & { adminId: number })[];
  readonly collections: StandInCollection[];
  readonly articles: StandInArticle[] = [];
  #nextId = 6_871_100;

  constructor(apps: StandInApp[], collections: StandInCollection[]) {
    this.apps = apps.map((app, index) => ({ ...app, adminId: 5_017_691 + index }));
    this.collections = collections.map((collection) => ({ ...collection }));
  }

  create(made: Pick<StandInArticle, "title" | "body" | "authorId" | "state" | "collectionId">): StandInArticle {
    this.#nextId += 1;
    const now = seconds();
    const times = { createdAt: now, updatedAt: now };
    const article: StandInArticle = {
      ...made,
      id: this.#nextId,
      body: toBlocks(made.body),
      isDeleted: false,
      versions: [],
      ...times,
    };
    this.articles.push(article);
    this.#keepVersion(article, made.authorId);
    return article;
  }

  edit(article: StandInArticle, change: Partial<Pick<StandInArticle, "title" | "body" | "state">>, by: number): void {
    Object.assign(article, change, { updatedAt: seconds() });
    if (change.body !== undefined) article.body = toBlocks(change.body);
    this.#keepVersion(article, by);
  }

  #keepVersion({ versions, title, body, updatedAt }: StandInArticle, by: number): void {
    this.#nextId += 1;
    const createdVia = by === HUMAN_EDITOR_ID ? "web" : "api";
    versions.push({ id: this.#nextId, title, body, createdById: by, createdVia, createdAt: updatedAt });
  }
}

/** The most levels of nested collections in Intercom. */
const DEEPEST = 3;

/** Returns the level of a collection; 1 for the top level. */
export function computeDepth(all: readonly StandInCollection[], id: number | null): number {
  const found = all.find((one) => one.id === id);
  return found ? 1 + computeDepth(all, found.parentId ?? null) : 0;
}

export const isTooDeep = (all: readonly StandInCollection[], parentId: number | null) =>
  computeDepth(all, parentId) >= DEEPEST;

const seconds = () => Math.floor(Date.now() / 1000);
