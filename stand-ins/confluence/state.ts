import { randomUUID } from "node:crypto";
import type { OAuthAuthority } from "../oauth.ts";

export interface StandInSpace {
  key: string;
  name: string;
  /** No account sees it: it was deleted, archived, or the permission to read it was taken away. */
  isHidden?: boolean;
  /** Visitors without an account can read it. */
  isPublic?: boolean;
}

export interface StandInAccount {
  email: string;
  token: string;
  name: string;
  /** May read but not add or change pages. */
  readOnly?: boolean;
  /** Of a token with scopes: the gateway alone takes it. */
  scopes?: readonly string[];
}

export interface StandInPage {
  id: string;
  spaceKey: string;
  title: string;
  /** The page it is under: the space's home page at first. */
  parentId: string | undefined;
  /** Storage format as Confluence keeps it, with its own ids. */
  storage: string;
  status: "current" | "archived" | "trashed";
  authorId: string;
  createdAt: string;
  version: { number: number; message: string; createdAt: string; authorId: string };
  /** What earlier versions said when they were replaced, the comments of that moment among it. */
  earlier: Map<number, string>;
  labels: string[];
  properties: { id: string; key: string; value: unknown }[];
}

/** An inline comment: its words are marked in the page's body by `ref`; without the mark it hangs in the air. */
export interface StandInComment {
  pageId: string;
  ref: string;
  /** Null: below the page, about all of it. */
  words: string | null;
}

export const PERSON = "712020:a-person";

/** What a Confluence site holds: numbered pages in spaces, one title each. */
export class ConfluenceState {
  readonly cloudId = randomUUID();
  readonly spaces: (StandInSpace & { id: string; homepageId: string })[];
  /** Of the apps that people connect. */
  oauth: OAuthAuthority | null = null;
  readonly accounts: (StandInAccount & { accountId: string })[];
  readonly pages: StandInPage[] = [];
  readonly comments: StandInComment[] = [];
  readonly isPublicSite: boolean;
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
    };
    this.pages.push(created);
    return created;
  }

  edit(page: StandInPage, change: { title: string; storage: string; message: string; authorId: string }): void {
    page.earlier.set(page.version.number, page.storage);
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

/** Confluence names characters its own way and gives macros and paragraphs ids and versions. */
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
