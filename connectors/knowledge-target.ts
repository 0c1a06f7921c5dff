import { createHash } from "node:crypto";
import type { Redaction, Section, Statement } from "../shared/domain/article.ts";
import type { PersonEditNote } from "../shared/domain/person-edit.ts";
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
   * `quoted`: whole chat messages, word for word. `excerpt`: the chat's own sentences, shortened. Absent on a page
   * without content, which only explains why it has none.
   */
  form?: "quoted" | "excerpt" | "written";
  /** Lower-case words without spaces, for platforms that have labels. */
  labels: string[];
  /** Ticket numbers (PAY-412) in the article's messages, for platforms that have tickets. */
  mentioned?: string[];
  /** The source for each id in `Statement.sources`. */
  sources: PageSource[];
  /** Notes about edits by people. Their numbers follow the numbers of the messages. */
  hands?: PersonEditNote[];
  /**
   * The last confirmation that the article is right; null without one. If absent, the page does not mention
   * confirmations.
   */
  confirmed?: { by: string | null; at: Date; isChangedSince: boolean } | null;
  /**
   * A unique text ('ref lk-…') in the page's first version. If a call's outcome is unknown, a search for the marker
   * shows whether the page exists.
   */
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
  /**
   * A normal form of the content. Blocks that look the same have equal keys, even if the platform added ids and
   * attributes.
   */
  key: string;
  /** The block in the platform's format (XHTML, a JSON block); JSON-serializable. */
  native: unknown;
  /** The platform's id of the block, if the platform gives blocks ids. */
  id?: string;
  /**
   * For a list item: the hash of the whole list's key. Pages stored before lists were split into items contain this
   * key. A hash is stored, because whole keys would make the size of a page's blocks grow with the square of its items.
   */
  wholeHash?: string;
}

/** Hashes keys, labels and titles for storage: SHA-256 in hex. */
export const hashText = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The visible text of a block. */
export type PageText =
  | { kind: "heading"; text: string }
  /** Inline Markdown, split at the source numbers, which are omitted. */
  | { kind: "words"; parts: string[]; isEntry: boolean }
  | { kind: "code"; text: string; language: string | null };

export interface RemotePage {
  externalId: string;
  url: string;
  title: string;
  /** The platform's version number or the time of the last edit. It changes with every edit. */
  version: string;
  blocks: PageBlock[];
  /** 'declined': a reviewer refused the new page before it was created. */
  state: "current" | "trashed" | "declined";
  /** Present while the page or its latest change is in a review. */
  review?: ChangeReview;
  /** A call was interrupted. The next `update` completes it, even if the text did not change. */
  isUnfinished?: true;
  /** Only for a closed review: true if nobody has edited the page since we wrote it. */
  isUntouched?: boolean;
}

/** A request to review a change, such as a pull request. `closed`: reviewers refused the change. */
export interface ChangeReview {
  state: "open" | "closed";
  url: string;
  /** True if the page does not exist before the review is accepted. */
  isNew: boolean;
}

/** An existing page that this integration's account created and that contains a marker. */
export interface FoundPage extends RemotePage {
  marker: string;
  /** True if our account made the last edit and nobody commented on the page. */
  isUntouched: boolean;
  /** The reason why the page's content cannot be read. The content is then omitted. */
  unreadable?: string;
}

/**
 * Called directly before the first request that changes something, after every wait. If it throws, nothing is sent.
 * `detached`: the platform's ids of people's comments whose text will disappear.
 */
export type BeforeSending = (detached?: string[]) => Promise<void>;

/** Matches the marker of an article's page ('ref lk-…'). */
export const ARTICLE_MARKER = /ref lk-[\w-]+/;
/** Matches the marker of an article's page ('ref lk-…') and that of a category's page ('ref lkc-…'). */
export const ANY_MARKER = /ref lkc?-[\w-]+/;

export interface TargetCheckResult {
  account: string;
  /** The name of the configured space or folder, for the success message: 'Space Engineering (ENG)'. */
  place: string;
  warnings: string[];
  /**
   * The address for all further calls, if it differs from the entered address. It is stored and passed back in the
   * configuration.
   */
  origin?: string;
}

/** A space, folder or similar that articles can be published to. */
export interface TargetDestination {
  /** The value for the field `spaceId`. */
  id: string;
  name: string;
}
/** The most places in a list. A search finds the others. */
export const MAX_DESTINATIONS = 50;

/** Returns the places whose name contains the text, for platforms whose own list cannot be searched. */
export function filterDestinations(all: readonly TargetDestination[], text: string): TargetDestination[] {
  const wanted = text.toLowerCase();
  return all.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MAX_DESTINATIONS);
}

/**
 * A platform that articles are published to. Every failure of the platform is thrown as a `ConnectorError`. The
 * connector never decides whether to publish. The outbox (server/publishing) decides, so that each page is created
 * exactly once.
 */
export interface KnowledgeTarget<Config>
  extends Partial<WikiReading<Config>>,
    Partial<WikiRepairing<Config>>,
    Partial<WikiCommenting<Config>> {
  /**
   * Whether labels are sent in the same call as the text, or in a separate call. Absent if the platform has no labels.
   */
  labels?: "with the text" | "apart";
  check(config: Config, signal?: AbortSignal): Promise<TargetCheckResult>;
  /**
   * Returns the configured place as one text that does not depend on how a person entered it. Makes no call. Throws if
   * the fields name no place. Absent if different entries of one place can differ only in case, spaces and a final
   * slash.
   */
  placeKey?(config: Config): string;
  /**
   * Returns the places whose name contains the text, at most `MAX_DESTINATIONS`; for a blank text, all places. Works without
   * a configured `spaceId`. Absent if the platform offers no list.
   */
  listPlaces?(config: Config, text: string, signal?: AbortSignal): Promise<TargetDestination[]>;
  /** Converts content to blocks, without a call. The last block contains the marker. */
  render(content: PageContent): PageBlock[];
  /**
   * The inverse of `render`, without a call. Returns null for a block that contains more than text: a table, a picture,
   * a mention.
   */
  textOf(block: PageBlock): PageText[] | null;
  /**
   * Creates the page in a single call that contains the marker. A repeated call may create a second page, so the caller
   * stores its intent before. Any error except `Unreachable` with `mayHaveHappened` means that no page was created. A
   * failure after the page was created (labels, the rest of a long body) is also thrown as that error; a later `update`
   * then completes the page.
   */
  publish(config: Config, page: NewPage, signal?: AbortSignal, before?: BeforeSending): Promise<RemotePage>;
  /**
   * Replaces the page's blocks if its version is still `expectedVersion`; otherwise throws `PageChanged`. Blocks with
   * an `id` stay unchanged. People's comments stay on their text if the text still exists and the platform supports
   * this. `before` gets the ids of all other comments.
   */
  update(
    config: Config,
    externalId: string,
    page: PageUpdate,
    signal?: AbortSignal,
    before?: BeforeSending,
  ): Promise<RemotePage>;
  /**
   * Finds the pages by this integration's account that contain the marker, oldest first, without copies by people.
   * Reads the pages themselves and never a search index, which may lag. Pages in `known` belong to other articles and
   * are not opened, so that a search among thousands of pages stays cheap. `containers` of people's pages are searched too, because
   * our pages may have been moved there.
   */
  find(
    config: Config,
    wanted: {
      marker: string;
      title: string;
      createdAfter: Date;
      known?: ReadonlySet<string>;
      containers?: ReadonlySet<string>;
    },
    signal?: AbortSignal,
  ): Promise<FoundPage[]>;
  /**
   * Finds the pages by this integration's account at the configured place that contain a marker and are not in `known`,
   * oldest first. Searches the children of `parents` too, because other people may have moved pages there, and `containers` of people's
   * pages as `find` does. A page that cannot be read does not stop the search.
   */
  listUnknown(
    config: Config,
    wanted: {
      createdAfter: Date;
      known: ReadonlySet<string>;
      parents?: readonly string[];
      containers?: ReadonlySet<string>;
    },
    signal?: AbortSignal,
  ): Promise<FoundPage[]>;
  /**
   * Reads a page; null if it is deleted or not visible, which is checked twice. Throws `MissingPermission` if even the
   * configured place is not visible, because then nothing is known about the page.
   */
  read(config: Config, externalId: string, signal?: AbortSignal): Promise<RemotePage | null>;
  /** Whether people commented on the page; true if this is unknown. Absent if the platform cannot be asked. */
  hasComments?(config: Config, page: RemotePage, signal?: AbortSignal): Promise<boolean>;
  /**
   * Completes a call whose outcome is unknown and returns the page's new state; null if nothing was incomplete. Absent
   * if every change is a single call.
   */
  finish?(config: Config, externalId: string, signal?: AbortSignal): Promise<RemotePage | null>;
  /**
   * Moves a page to an archive or trash from which a person can restore it. Returns the review that the removal waits
   * for, if there is one.
   */
  archive(config: Config, externalId: string, signal?: AbortSignal): Promise<ChangeReview | void>;
  /**
   * Restores an archived page unchanged. Returns null if the platform cannot restore it, because the page is deleted or
   * another page has its place.
   */
  restore(config: Config, externalId: string, signal?: AbortSignal): Promise<RemotePage | null>;
  /**
   * Moves a page below another page; null moves it to the place of new pages. Text and version stay the same, and a
   * repeated call changes nothing. Throws `NotFound` or `Refused` if one of the two pages is gone. Absent if pages have
   * no children.
   */
  move?(config: Config, externalId: string, parentId: string | null, signal?: AbortSignal): Promise<void>;
  /**
   * True if a page gets its folder or categories when it is created, and is not moved afterwards: `move`, if present, leaves them
   * alone.
   */
  setsContainersOnCreation?: true;
  /** Present if the platform can report changes of pages immediately. */
  wikiEvents?: WikiEvents;
  /** Present if the platform puts articles into folders. A category's page is then a folder. */
  folders?: CategoryFolders<Config>;
}

/**
 * Operations on folders as if they were pages. The title is the folder's name, and no folder has the id of a page. The
 * marker of a folder is 'ref lkc-…'.
 */
export type CategoryFolders<Config> = Pick<
  KnowledgeTarget<Config>,
  "publish" | "update" | "find" | "read" | "archive"
> &
  Required<Pick<KnowledgeTarget<Config>, "move">>;

interface SentPage {
  title: string;
  blocks: PageBlock[];
  labels: string[];
  mentioned?: string[];
}

export interface NewPage extends SentPage {
  /**
   * The containers of people's pages, as the list of pages named them, in which the page is created. A container that no longer exists is
   * ignored. Only where `setsContainersOnCreation`.
   */
  containers?: string[];
}

export interface PageUpdate extends SentPage {
  expectedVersion: string;
  /** A description of the change, for platforms with version notes. */
  note: string;
  /**
   * SHA-256 hashes of labels that we added and that must be removed, because the article no longer has them. Absent if
   * there are none.
   */
  droppedLabels?: ReadonlySet<string> | undefined;
  /** True if the old title contains words that must disappear. It must not redirect to the page then. */
  erasesOldTitle?: boolean;
}

/** Whether we added the label and it must be removed. */
export const isLabelDropped = ({ droppedLabels }: Pick<PageUpdate, "droppedLabels">, label: string): boolean =>
  droppedLabels?.has(hashText(label)) ?? false;

/** Another person edited the page after it was read. The caller reads the page and merges again. */
export class PageChanged extends Error {}

/** Another page has the title. The caller chooses a different title. */
export class TitleTaken extends Error {}
