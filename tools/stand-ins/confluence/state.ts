import { randomUUID } from "node:crypto";
import type { OAuthAuthority } from "../oauth.ts";

export interface StandInSpace {
  key: string;
  name: string;
  /** True if no account can see the space: it is deleted, archived, or without read permission. */
  isHidden?: boolean;
  /** True if visitors without an account may read the space. */
  isPublic?: boolean;
}

export interface StandInAccount {
  email: string;
  token: string;
  name: string;
  /** True if the account may read, but not add or change pages. */
  readOnly?: boolean;
  /** True if the account may not add comments in the space. */
  mayNotComment?: boolean;
  /** True if the account belongs to the other sites of the same company only. */
  isElsewhere?: boolean;
  /** The scopes of a token that only the gateway accepts. Absent for a token without scopes. */
  scopes?: readonly string[];
}

/** The account of a call, or an anonymous visitor of a public site. */
export interface ConfluenceCaller {
  accountId: string;
  name: string;
  email: string;
  readOnly: boolean;
  mayNotComment?: boolean;
  isAnonymous: boolean;
}

export interface StandInPage {
  id: string;
  spaceKey: string;
  title: string;
  /** The parent page. At first, this is the space's home page. */
  parentId: string | undefined;
  /** The storage format as Confluence stores it, with its own ids. */
  storage: string;
  status: "current" | "archived" | "trashed";
  authorId: string;
  createdAt: string;
  version: { number: number; message: string; createdAt: string; authorId: string };
  /** The earlier versions as they were when they were replaced, with their comments. */
  earlier: Map<number, { storage: string; message: string; authorId: string }>;
  labels: string[];
  properties: { id: string; key: string; value: unknown }[];
  /** The only accounts that may read this page and the pages below it. Empty if everybody in the space may. */
  readers: string[];
  /** The only accounts that may edit this page. Empty if everybody who may edit in the space may. */
  editors: string[];
}

/**
 * An inline comment or a comment below a page. The `ref` of an inline comment marks its words in the page's body;
 * without this marker, the comment is detached.
 */
export interface StandInComment {
  pageId: string;
  ref: string;
  /** The commented words; null for a comment below the page, which is about the whole page. */
  words: string | null;
  /** For comments below the page: the text in storage format, the author, and the comment that this one replies to. */
  body?: string;
  authorId?: string;
  parentId?: string | undefined;
}

export const HUMAN_EDITOR_ID = "712020:a-person";

/** The data of a Confluence site: numbered pages in spaces, with unique titles. */
export class ConfluenceState {
  readonly cloudId = randomUUID();
  readonly spaces: (StandInSpace & { id: string; homepageId: string })[];
  /** The tokens of apps that people connect. */
  oauth: OAuthAuthority | null = null;
  readonly accounts: (StandInAccount & { accountId: string })[];
  readonly pages: StandInPage[] = [];
  readonly comments: StandInComment[] = [];
  readonly isPublicSite: boolean;
  readonly #byId = new Map<string, StandInPage>();
  #nextId = 98_304;

  constructor(spaces: StandInSpace[], accounts: StandInAccount[], isPublicSite: boolean) {
    this.spaces = spaces.map((space) => ({ ...space, id: this.newId(), homepageId: this.newId() }));
    this.accounts = accounts.map((account, index) => ({ ...account, accountId: `712020:account-${index + 1}` }));
    this.isPublicSite = isPublicSite;
  }

  newId(): string {
    this.#nextId += 1;
    return String(this.#nextId);
  }

  /** Adds a comment below the page, or a reply to a comment. */
  addRemark(pageId: string, comment: Pick<StandInComment, "body" | "authorId" | "parentId">): StandInComment {
    const added = { pageId, ref: this.newId(), words: null, ...comment };
    this.comments.push(added);
    return added;
  }

  hasTitle(spaceKey: string, title: string, except?: string): boolean {
    return this.pages.some(
      (page) => page.spaceKey === spaceKey && page.title === title && page.status !== "trashed" && page.id !== except,
    );
  }

  create(page: { spaceKey: string; title: string; storage: string; authorId: string }): StandInPage {
    const createdAt = new Date().toISOString();
    const created: StandInPage = {
      ...page,
      storage: asKept(page.storage),
      id: this.newId(),
      parentId: this.spaces.find(({ key }) => key === page.spaceKey)?.homepageId,
      status: "current",
      createdAt,
      version: { number: 1, message: "", createdAt, authorId: page.authorId },
      earlier: new Map(),
      labels: [],
      properties: [],
      readers: [],
      editors: [],
    };
    this.pages.push(created);
    this.#byId.set(created.id, created);
    return created;
  }

  find(id: string | undefined): StandInPage | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  remove(page: StandInPage): void {
    this.pages.splice(this.pages.indexOf(page), 1);
    this.#byId.delete(page.id);
  }

  edit(page: StandInPage, change: { title: string; storage: string; message: string; authorId: string }): void {
    const { number, message, authorId } = page.version;
    page.earlier.set(number, { storage: page.storage, message, authorId });
    page.title = change.title;
    page.storage = asKept(change.storage);
    page.version = {
      number: page.version.number + 1,
      message: change.message,
      createdAt: new Date().toISOString(),
      authorId: change.authorId,
    };
  }
}

const NAMED: Record<string, string> = {
  "’": "&rsquo;",
  "“": "&ldquo;",
  "”": "&rdquo;",
  "–": "&ndash;",
  "—": "&mdash;",
  "…": "&hellip;",
  ü: "&uuml;",
  "\u00a0": "&nbsp;",
};

/** Rewrites characters as Confluence does, and adds ids and versions to macros and paragraphs. */
function asKept(storage: string): string {
  return storage.replace(/<!\[CDATA\[[\s\S]*?\]\]>|<ac:structured-macro\b[^>]*>|<p>|[’“”–—…ü\u00a0]/g, (piece) => {
    if (piece === "<p>") return `<p local-id="${randomUUID()}">`;
    if (!piece.startsWith("<ac:") || piece.includes("ac:macro-id")) return NAMED[piece] ?? piece;
    return piece.replace(
      "<ac:structured-macro",
      `<ac:structured-macro ac:schema-version="1" ac:macro-id="${randomUUID()}"`,
    );
  });
}
