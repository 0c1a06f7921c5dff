import type { StatementPlace } from "./wiki-repair.ts";

/**
 * A target's ability to leave a comment on a page that people wrote, which asks its author for a change. The page's words stay as
 * they are. Absent where the platform's API has no comments on pages.
 */
export interface WikiCommenting<Config> {
  /** Leaves a comment about the page if it still has the expected version, otherwise throws `PageChanged`. */
  comment(config: Config, comment: CommentRequest, signal?: AbortSignal): Promise<LeftComment>;
  /** Finds the comment of a `comment` whose answer was lost; null if none arrived. Reads primary data. */
  findComment(config: Config, comment: CommentSearch, signal?: AbortSignal): Promise<LeftComment | null>;
  /** Deletes a comment of ours; does nothing when it is gone. Throws `Refused` when somebody answered it. */
  deleteComment(config: Config, comment: { externalId: string; id: string }, signal?: AbortSignal): Promise<void>;
}

export interface CommentSearch {
  externalId: string;
  /** Identifies the comment on the platform: lower-case letters and digits. */
  key: string;
}

export interface CommentRequest extends CommentSearch {
  expectedVersion: string;
  /** Plain text; one of them contains `key`. */
  paragraphs: string[];
}

export interface LeftComment {
  /** The platform's id of the comment. */
  id: string;
  url: string;
}

/** A person's order to leave a comment, or to delete it again. */
export type CommentChange =
  | { kind: "comment"; about: "replace" | "add"; at: StatementPlace; text: string }
  | { kind: "uncomment"; id: string };

/** A comment that was left, with the page's words and the proposed ones. */
export interface MadeComment {
  comment: string;
  shown: { before: string; after: string };
  /** The page was read later and has the words that the comment proposed to add. */
  isOnPage?: true;
}

export const ANSWERED = "Somebody answered the comment. Delete it on the page itself, if it is still to go.";
