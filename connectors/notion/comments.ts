import { Refused } from "../errors.ts";
import { ANSWERED, type CommentRequest, type CommentSearch, type PostedComment } from "../wiki-comment.ts";
import type { NotionApi } from "./api.ts";
import { createMissingCommentCapability } from "./errors.ts";
import { readExpectedPage } from "./repair.ts";
import { toTextRuns } from "./rich-text.ts";
import { isTrashed } from "./shapes.ts";
import { joinRunText } from "./wiki.ts";

/**
 * Starts a discussion about the whole page. A discussion on a block would prevent Lorekeep from updating that block.
 */
export async function postComment(
  api: NotionApi,
  { externalId, expectedVersion, paragraphs }: CommentRequest,
): Promise<PostedComment> {
  const { url } = await readExpectedPage(api, { externalId, expectedVersion });
  // If the response to the new comment is lost, we search for the comment in the page's list. An integration that may
  // not read the list therefore adds no comment.
  await listComments(api, externalId);
  return { id: await api.addComment(externalId, toTextRuns(paragraphs.join("\n"))), url };
}

/** Finds our comment in the page's list. Notion lists only open discussions. */
export async function findComment(api: NotionApi, { externalId, key }: CommentSearch): Promise<PostedComment | null> {
  const page = await api.readPage(externalId);
  if (!page || isTrashed(page)) return null;
  const found = (await listComments(api, externalId)).find(({ rich_text }) => joinRunText(rich_text).includes(key));
  return found ? { id: found.id, url: page.url } : null;
}

/** Deletes a comment permanently. A comment with replies stays, because the replies would lose their context. */
export async function deleteComment(
  api: NotionApi,
  { externalId, id }: { externalId: string; id: string },
): Promise<void> {
  const comments = await listComments(api, externalId);
  const own = comments.find((comment) => comment.id === id);
  const isAnswered = comments.some((one) => one.id !== id && one.discussion_id === own?.discussion_id);
  if (isAnswered) throw new Refused(ANSWERED);
  await api.deleteComment(id);
}

async function listComments(api: NotionApi, pageId: string) {
  const comments = await api.commentsOn(pageId);
  if (!comments) throw createMissingCommentCapability("read comments");
  return comments;
}
