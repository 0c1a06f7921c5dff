import { createHash } from "node:crypto";
import type { HandNote, Redaction, Section, Statement } from "../shared/domain/article.ts";

/** What is to be on a page: content only, in no platform's format. */
export interface PageContent {
  title: string;
  summary: Statement[];
  body: Section[];
  redactions: Redaction[];
  /** `excerpt`: people's own sentences, saved from the chat. Absent: a page that tells why nothing is there. */
  form?: "excerpt" | "written";
  /** Lower-case words without blanks, for platforms that have labels. */
  labels: string[];
  /** Numbers of tickets (PAY-412) that the messages of the article name, for platforms that have tickets. */
  mentioned?: string[];
  /** The margin of sources: what each `Statement.sources` id stands for. */
  sources: PageSource[];
  /** What people wrote or changed by hand, numbered behind the messages. */
  hands?: HandNote[];
  /** Who said last that it is right, and when; null: nobody yet. Absent where nothing is said of it. */
  confirmed?: { by: string | null; at: Date } | null;
  /** 'ref lk-…': goes into the created body itself, so that it exists exactly when the page does. */
  marker: string;
}

export interface PageSource {
  id: string;
  authorName: string;
  channelName: string;
  sentAt: Date;
  permalink: string | null;
}

/** One top-level piece of a page in the platform's own format. */
export interface PageBlock {
  /** Canonical text of the content: equal keys mean that a reader sees the same. Ids and attributes the platform adds do not count. */
  key: string;
  /** The piece as the platform has it (XHTML, a block as JSON), JSON-serialisable. */
  native: unknown;
  /** The platform's id of the piece, when it has one. */
  id?: string;
  /** Of an item of a list that was one piece before lists were cut into items: the key of the whole list. */
  wholeKey?: string;
}

/** What a person reads in a piece of a page. */
export type PageText =
  | { kind: "heading"; text: string }
  /** Inline Markdown, cut where the numbers of sources stand; these are left out. */
  | { kind: "words"; parts: string[]; isEntry: boolean }
  | { kind: "code"; text: string; language: string | null };

export interface RemotePage {
  externalId: string;
  url: string;
  title: string;
  /** The platform's version number or last-edited time: changes with every edit. */
  version: string;
  blocks: PageBlock[];
  /** Declined: somebody refused it before there was a page. */
  state: "current" | "trashed" | "declined";
  /** The page, or its newest change, goes through a review; absent when it does not. */
  review?: Review;
  /** A call left it undone: an `update` completes it, even one that changes no word. */
  isUnfinished?: true;
  /** Told only with a review that was closed: nobody edited the page since we wrote it. */
  isUntouched?: boolean;
}

/** A request to people to take a change in. `closed`: they refused it. */
export interface Review {
  state: "open" | "closed";
  url: string;
  /** There is no page until it is accepted. */
  isNew: boolean;
}

/** A page, not removed, that this integration's account made and that carries a marker. */
export interface FoundPage extends RemotePage {
  marker: string;
  /** Nobody else edited it last, and nobody's comment is in it. */
  isUntouched: boolean;
}

/**
 * Called right before the first call that changes something goes out, after every wait; what it throws stops the call.
 * `detached`: the platform's ids of people's comments that lose the words they are about.
 */
export type BeforeSending = (detached?: string[]) => Promise<void>;

/** 'ref lk-…' as it is in the page of an article. */
export const MARKER = /ref lk-[\w-]+/;
/** The same, or 'ref lkc-…' in the page of a category. */
export const ANY_MARKER = /ref lkc?-[\w-]+/;

export interface TargetCheck {
  account: string;
  /** What was found at the configured place, for the success message: 'Space Engineering (ENG)'. */
  place: string;
  warnings: string[];
  /** Where calls go from now on, when that is not the address entered. Kept, and handed back in the configuration. */
  origin?: string;
}

/** Where articles can be written, to choose from. */
export interface TargetPlace {
  /** The value for the field `spaceId`. */
  id: string;
  name: string;
}
/** A list shows at most this many; a search finds the others. */
export const MOST_PLACES = 50;

/**
 * A platform we publish to. Throws only `ConnectorError`s for what the platform did. It never decides whether to publish:
 * the outbox (server/publishing) does, under the exactly-once rules.
 */
export interface KnowledgeTarget<Config> {
  /** Pages have the article's labels, which go out with the text or in a call of their own. Absent where there are none. */
  labels?: "with the text" | "apart";
  check(config: Config, signal?: AbortSignal): Promise<TargetCheck>;
  /**
   * Places whose name holds the text, at most `MOST_PLACES`; all of them where it is blank. The configuration needs no `spaceId`
   * for it. Absent where the platform has no list.
   */
  listPlaces?(config: Config, text: string, signal?: AbortSignal): Promise<TargetPlace[]>;
  /** Content to blocks, pure. The marker is part of the last block. */
  render(content: PageContent): PageBlock[];
  /** The way back, pure; null when the block holds more than text: a table, a picture, a mention. */
  textOf(block: PageBlock): PageText[] | null;
  /**
   * Makes the page in one call that carries the marker. Not idempotent: the caller has committed its intent. Throws anything
   * but `Unreachable` with `mayHaveHappened` only when no page was made; what fails after the page exists (labels, the rest
   * of a long body) is `Unreachable` with `mayHaveHappened`, and a later `update` completes it.
   */
  publish(config: Config, page: NewPage, signal?: AbortSignal, before?: BeforeSending): Promise<RemotePage>;
  /**
   * Replaces the page's blocks if its version is still `expectedVersion`, else throws `PageChanged`. Blocks with an `id`
   * stay the platform's own. People's comments stay on their words where these still stand and the platform lets us;
   * `before` is told which do not.
   */
  update(
    config: Config,
    externalId: string,
    page: PageUpdate,
    signal?: AbortSignal,
    before?: BeforeSending,
  ): Promise<RemotePage>;
  /**
   * Looks in primary data, never in a search index: the pages of this integration's account that carry the marker, oldest
   * first; a person's copy is not among them. Pages in `known` belong to other articles and are not opened, so that a look-up
   * among thousands costs no more than one among few.
   */
  find(
    config: Config,
    wanted: { marker: string; title: string; createdAfter: Date; known?: ReadonlySet<string> },
    signal?: AbortSignal,
  ): Promise<FoundPage[]>;
  /**
   * Pages of this integration's account at the configured place that carry a marker and are not `known`, oldest first; also
   * below `parents`, pages that others were moved under.
   */
  listUnknown(
    config: Config,
    wanted: { createdAfter: Date; known: ReadonlySet<string>; parents?: readonly string[] },
    signal?: AbortSignal,
  ): Promise<FoundPage[]>;
  /**
   * Null when the page is gone for good or out of reach, which is looked at twice. Throws `MissingPermission` when not even
   * the configured place is visible: that says nothing about the page.
   */
  read(config: Config, externalId: string, signal?: AbortSignal): Promise<RemotePage | null>;
  /**
   * After a call with an open outcome: does what that call may have left undone, and answers the page as it is then; null when
   * nothing was. Absent where every change is one call.
   */
  finish?(config: Config, externalId: string, signal?: AbortSignal): Promise<RemotePage | null>;
  /** Puts a page away where a person can bring it back. Answers the review that this waits for, where there is one. */
  archive(config: Config, externalId: string, signal?: AbortSignal): Promise<Review | void>;
  /** Brings an archived page back as it was; null when the platform cannot: it is gone for good, or its place is taken. */
  restore(config: Config, externalId: string, signal?: AbortSignal): Promise<RemotePage | null>;
  /**
   * Puts a page under another one, or with null where new pages are made; content and version of the text stay. Doing it again
   * changes nothing. `NotFound` or `Refused` when one of the two is gone. Absent where the platform has no pages under pages.
   */
  move?(config: Config, externalId: string, parentId: string | null, signal?: AbortSignal): Promise<void>;
  /** Where articles stand in folders and not under pages: what is done with the page of a category is done with its folder. */
  folders?: CategoryFolders<Config>;
}

/** Folders as pages: the title is the name, and the id is never that of a page. Their marker is 'ref lkc-…'. */
export type CategoryFolders<Config> = Pick<
  KnowledgeTarget<Config>,
  "publish" | "update" | "find" | "read" | "archive"
> &
  Required<Pick<KnowledgeTarget<Config>, "move">>;

export interface NewPage {
  title: string;
  blocks: PageBlock[];
  labels: string[];
  mentioned?: string[];
}

export interface PageUpdate extends NewPage {
  expectedVersion: string;
  /** What changed, where the platform keeps a version note. */
  note: string;
  /** SHA-256 of labels that we put on the page and that are the article's no longer: they have to go. Absent when there is none. */
  droppedLabels?: ReadonlySet<string> | undefined;
  /** The title that the page had holds words that have to be nowhere any more: it must not lead to the page. */
  forgetsTitle?: boolean;
}

/** The label was ours and has to go. */
export const isDropped = ({ droppedLabels }: Pick<PageUpdate, "droppedLabels">, label: string): boolean =>
  droppedLabels?.has(createHash("sha256").update(label).digest("hex")) ?? false;

/** Somebody edited the page since it was read: read again, merge again. */
export class PageChanged extends Error {}

/** The title is taken by another page; the caller chooses another one. */
export class TitleTaken extends Error {}
