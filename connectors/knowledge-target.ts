import { createHash } from "node:crypto";
import type { Redaction, Section, Statement } from "../shared/domain/article.ts";
import type { PersonEditNote } from "../shared/domain/hand-note.ts";
import type { WikiCommenting } from "./wiki-comment.ts";
import type { WikiEvents } from "./wiki-events.ts";
import type { WikiReading } from "./wiki-pages.ts";
import type { WikiRepairing } from "./wiki-repair.ts";

/** The content of a page, independent of any platform's format. */
export interface PageContent {
  title: string;
  summary: Statement[];
  body: Section[];
  redactions: Redaction[];
  /**
   * `quoted`: whole messages of the chat, word for word. `excerpt`: the chat's own sentences, shortened. Absent on a page
   * that explains why it has no content.
   */
  form?: "quoted" | "excerpt" | "written";
  /** Lower-case words without spaces, for platforms that have labels. */
  labels: string[];
  /** Ticket numbers (PAY-412) in the article's messages, for platforms that have tickets. */
  mentioned?: string[];
  /** The sources: resolves each id of `Statement.sources`. */
  sources: PageSource[];
  /** Notes about manual changes, numbered after the messages. */
  hands?: PersonEditNote[];
  /** The last confirmation that the article is right; null without one. Absent: the page does not mention confirmations. */
  confirmed?: { by: string | null; at: Date; isChangedSince: boolean } | null;
  /** 'ref lk-…': part of the initial page body, so that it exists exactly when the page exists. */
  marker: string;
}

export interface PageSource {
  id: string;
  authorName: string;
  channelName: string;
  sentAt: Date;
  permalink: string | null;
}

/** One top-level block of a page, in the platform's own format. */
export interface PageBlock {
  /** A normal form of the content: equal keys look the same. Ids and attributes that the platform adds do not count. */
  key: string;
  /** The block in the platform's format (XHTML, a JSON block); JSON-serializable. */
  native: unknown;
  /** The platform's id of the block, if it has one. */
  id?: string;
  /**
   * For a list item: the hash of the whole list's key, which pages stored before lists were split into items. Storing the key
   * would make a page's blocks grow with the square of its items.
   */
  wholeHash?: string;
}

/** The form in which keys, labels and titles are stored: SHA-256, in hex. */
export const hashText = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The visible text of a block. */
export type PageText =
  | { kind: "heading"; text: string }
  /** Inline Markdown, split at the source numbers, which are left out. */
  | { kind: "words"; parts: string[]; isEntry: boolean }
  | { kind: "code"; text: string; language: string | null };

export interface RemotePage {
  externalId: string;
  url: string;
  title: string;
  /** The platform's version number or time of the last edit; changes with every edit. */
  version: string;
  blocks: PageBlock[];
  /** 'declined': a reviewer refused the page before it existed. */
  state: "current" | "trashed" | "declined";
  /** Set while the page, or its latest change, is in a review. */
  review?: ChangeReview;
  /** A call was left incomplete. An `update` completes it, even without a change of the text. */
  isUnfinished?: true;
  /** Set only for a closed review: nobody has edited the page since we wrote it. */
  isUntouched?: boolean;
}

/** A request to review a change. `closed`: reviewers refused it. */
export interface ChangeReview {
  state: "open" | "closed";
  url: string;
  /** True when the page does not exist before the review is accepted. */
  isNew: boolean;
}

/** An existing page that this integration's account created and that carries a marker. */
export interface FoundPage extends RemotePage {
  marker: string;
  /** True when the last editor was us and nobody commented on it. */
  isUntouched: boolean;
  /** The reason why the page's content, which is left out, cannot be read. */
  unreadable?: string;
}

/**
 * Called right before the first modifying request is sent, after every wait. If it throws, the call stops. `detached`: the
 * platform's ids of people's comments whose text will disappear.
 */
export type BeforeSending = (detached?: string[]) => Promise<void>;

/** 'ref lk-…' as it appears in an article's page. */
export const ARTICLE_MARKER = /ref lk-[\w-]+/;
/** Matches the marker of an article's page ('ref lk-…') and that of a category's page ('ref lkc-…'). */
export const ANY_MARKER = /ref lkc?-[\w-]+/;

export interface TargetCheck {
  account: string;
  /** The name of the configured place, for the success message: 'Space Engineering (ENG)'. */
  place: string;
  warnings: string[];
  /** The address for all further calls, when it is not the entered one. Stored and passed back in the configuration. */
  origin?: string;
}

/** A place that articles can be published to, such as a space. */
export interface TargetPlace {
  /** The place as the field `spaceId` holds it. */
  id: string;
  name: string;
}
/** The maximum length of a list; a search finds the others. */
export const MOST_PLACES = 50;

/** For platforms whose list cannot be searched: the places whose name contains the text. */
export function pickPlaces(all: readonly TargetPlace[], text: string): TargetPlace[] {
  const wanted = text.toLowerCase();
  return all.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST_PLACES);
}

/**
 * A platform that we publish to. A failure of the platform is always thrown as `ConnectorError`. It never decides whether to
 * publish: the outbox (server/publishing) does, under the exactly-once rules.
 */
export interface KnowledgeTarget<Config>
  extends Partial<WikiReading<Config>>,
    Partial<WikiRepairing<Config>>,
    Partial<WikiCommenting<Config>> {
  /** Whether pages carry the article's labels: in the same call as the text, or in a separate one. Absent: no labels. */
  labels?: "with the text" | "apart";
  check(config: Config, signal?: AbortSignal): Promise<TargetCheck>;
  /**
   * The configured place as one text, equal however a person entered it; pure. Throws where the fields name no place. Absent where
   * the entered address and place differ by nothing but case, spaces and a slash at the end.
   */
  placeKey?(config: Config): string;
  /**
   * Places whose name contains the text, at most `MOST_PLACES`; all places for a blank text. Works without a configured
   * `spaceId`. Absent where the platform has no list.
   */
  listPlaces?(config: Config, text: string, signal?: AbortSignal): Promise<TargetPlace[]>;
  /** Converts content to blocks; a pure function. The last block contains the marker. */
  render(content: PageContent): PageBlock[];
  /** The inverse of `render`, also pure. Null for a block with more than text: a table, a picture, a mention. */
  textOf(block: PageBlock): PageText[] | null;
  /**
   * Creates the page in one call that carries the marker. Not idempotent: the caller has committed its intent. Any error except
   * `Unreachable` with `mayHaveHappened` means that no page was created. Failures after the page exists (labels, the rest of a
   * long body) are `Unreachable` with `mayHaveHappened`, and a later `update` completes the page.
   */
  publish(config: Config, page: NewPage, signal?: AbortSignal, before?: BeforeSending): Promise<RemotePage>;
  /**
   * Replaces the page's blocks if its version is still `expectedVersion`, otherwise throws `PageChanged`. Blocks with an `id`
   * stay unchanged. People's comments stay on their text where it still exists and the platform allows it; `before` receives the
   * ids of all others.
   */
  update(
    config: Config,
    externalId: string,
    page: PageUpdate,
    signal?: AbortSignal,
    before?: BeforeSending,
  ): Promise<RemotePage>;
  /**
   * Finds the pages of this integration's account that carry the marker, oldest first, without people's copies. Reads primary
   * data, never a search index. Pages in `known` belong to other articles and are not opened, so that a look-up among thousands
   * costs no more than one among a few.
   */
  find(
    config: Config,
    wanted: { marker: string; title: string; createdAfter: Date; known?: ReadonlySet<string> },
    signal?: AbortSignal,
  ): Promise<FoundPage[]>;
  /**
   * Pages of this integration's account at the configured place that carry a marker and are not in `known`, oldest first.
   * Includes the children of `parents`, which others may have moved pages under. A page that cannot be read does not stop it.
   */
  listUnknown(
    config: Config,
    wanted: { createdAfter: Date; known: ReadonlySet<string>; parents?: readonly string[] },
    signal?: AbortSignal,
  ): Promise<FoundPage[]>;
  /**
   * Reads a page; null when it is deleted or not visible, which is checked twice. Throws `MissingPermission` when not
   * even the configured place is visible, because that proves nothing about the page.
   */
  read(config: Config, externalId: string, signal?: AbortSignal): Promise<RemotePage | null>;
  /** Whether people commented on the page; true if the platform does not tell. Absent where this cannot be asked. */
  hasComments?(config: Config, page: RemotePage, signal?: AbortSignal): Promise<boolean>;
  /**
   * Completes a call whose outcome is unknown and returns the page's new state; null when there was nothing to complete. Absent
   * where every change is a single call.
   */
  finish?(config: Config, externalId: string, signal?: AbortSignal): Promise<RemotePage | null>;
  /** Archives a page where a person can restore it. Returns the review that the removal waits for, if any. */
  archive(config: Config, externalId: string, signal?: AbortSignal): Promise<ChangeReview | void>;
  /** Restores an archived page unchanged; null when the platform cannot, because it is deleted or its place is taken. */
  restore(config: Config, externalId: string, signal?: AbortSignal): Promise<RemotePage | null>;
  /**
   * Moves a page under another one; null moves it to where new pages are created. Text and version stay the same. Idempotent.
   * Throws `NotFound` or `Refused` when one of the two pages is gone. Absent where pages have no children.
   */
  move?(config: Config, externalId: string, parentId: string | null, signal?: AbortSignal): Promise<void>;
  /** Present where the platform can tell at once that pages changed. */
  wikiEvents?: WikiEvents;
  /** Present where articles are in folders: operations on a category's page then apply to its folder. */
  folders?: CategoryFolders<Config>;
}

/** Folders treated as pages: the title is the name, and an id is never that of a page. Their marker is 'ref lkc-…'. */
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
  /** A description of the change, for platforms with version notes. */
  note: string;
  /** SHA-256 hashes of labels that we added and that must be removed, because the article lost them. Absent without any. */
  droppedLabels?: ReadonlySet<string> | undefined;
  /** True when the old title contains words that must disappear, so it must not redirect to the page. */
  forgetsTitle?: boolean;
}

/** True for a label of ours that must be removed. */
export const isDropped = ({ droppedLabels }: Pick<PageUpdate, "droppedLabels">, label: string): boolean =>
  droppedLabels?.has(hashText(label)) ?? false;

/** Somebody edited the page after it was read; the caller reads and merges again. */
export class PageChanged extends Error {}

/** Another page has the title; the caller chooses a different one. */
export class TitleTaken extends Error {}
