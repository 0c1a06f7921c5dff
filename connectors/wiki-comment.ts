import type { StatementPosition } from "./wiki-repair.ts";

/**
 * A target's ability to comment on a page that people wrote, in order to ask the page's author for a change. The page
 * itself stays unchanged. Absent if the platform's API has no comments on pages.
 */
export interface WikiCommenting<Config> {
  /** Adds a comment to the page if the page still has the expected version; otherwise throws `PageChanged`. */
  comment(config: Config, comment: CommentRequest, signal?: AbortSignal): Promise<PostedComment>;
  /**
   * Finds the comment if the response to `comment` was lost; null if no comment was added. Reads the page's comments,
   * never a search index.
   */
  findComment(config: Config, comment: CommentSearch, signal?: AbortSignal): Promise<PostedComment | null>;
  /**
   * Deletes a comment by our account. Does nothing if the comment is already deleted. Throws `Refused` if somebody
   * replied to it.
   */
  deleteComment(config: Config, comment: { externalId: string; id: string }, signal?: AbortSignal): Promise<void>;
}

export interface CommentSearch {
  externalId: string;
  /** A text of lower-case letters and digits that identifies the comment on the platform. */
  key: string;
}

export interface CommentRequest extends CommentSearch {
  expectedVersion: string;
  /** Plain text. One of the paragraphs contains `key`. */
  paragraphs: string[];
}

export interface PostedComment {
  /** The platform's id of the comment. */
  id: string;
  url: string;
}

/** A person's request to add a comment, or to delete it again. */
export type CommentChange =
  | { kind: "comment"; about: "replace" | "add"; at: StatementPosition; text: string }
  | { kind: "uncomment"; id: string };

/** A comment that was added, with the page's words and the proposed words. */
export interface AddedComment {
  comment: string;
  shown: { before: string; after: string };
  /** True if the page contained, when it was read later, the words that the comment proposed to add. */
  isOnPage?: true;
}

export const ANSWERED = "Somebody answered the comment. Delete it on the page itself, if it is still to go.";
