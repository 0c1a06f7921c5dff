import type * as z from "zod";
import { MissingPermission, NotFound, Refused } from "../errors.ts";
import { escapeHtml } from "../html-render.ts";
import { readJson } from "../http.ts";
import { ANSWERED, type CommentRequest, type CommentSearch, type PostedComment } from "../wiki-comment.ts";
import { type ConfluenceApi, numericId } from "./api.ts";
import { createMissingCommentPermission, expectOk } from "./errors.ts";
import { listCommentIds } from "./inline-comments.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import { buildPageUrl, getStorage, readPage } from "./pages.ts";
import { readExpectedPage } from "./repair.ts";
import { type ConfluencePage, commentListSchema, commentSchema } from "./shapes.ts";

const FOOTER_COMMENTS = "/wiki/api/v2/footer-comments";

/**
 * Adds a comment below the page. A comment on words in the page would add a marker to the text, and would need words
 * that occur there exactly once.
 */
export async function postComment(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { paragraphs, ...comment }: CommentRequest,
): Promise<PostedComment> {
  const page = await readExpectedPage(api, config, comment);
  // If the response to the new comment is lost, we search for the comment in the page's list. An account that may not
  // read the list therefore adds no comment.
  await listLatest(api, page.id);
  const value = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("");
  const body = { pageId: numericId(page.id), body: { representation: "storage", value } };
  // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-comment/#api-footer-comments-post
  const answer = await api.call("writeComment", "POST", FOOTER_COMMENTS, body);
  // Confluence also responds 'not found' to an account that may read the page but not comment on it.
  if (answer.status === 403 || answer.status === 404) throw createMissingCommentPermission();
  return left(api, page, readJson(expectOk(answer), commentSchema, "Confluence").id);
}

export async function findComment(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { externalId, key }: CommentSearch,
): Promise<PostedComment | null> {
  const page = await readPage(api, config, externalId);
  if (!page) return null;
  const found = (await listLatest(api, page.id)).find(({ body }) => body?.storage?.value.includes(key));
  return found ? left(api, page, found.id) : null;
}

/** Deletes a comment permanently. A comment with replies stays, because the replies would be deleted with it. */
export async function deleteComment(api: ConfluenceApi, id: string): Promise<void> {
  const path = `${FOOTER_COMMENTS}/${numericId(id)}`;
  // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-comment/#api-footer-comments-id-children-get
  const answers = await api.call("readComment", "GET", `${path}/children?limit=1`);
  if (answers.status === 404) return;
  const { results } = readJson(expectOk(answers), commentListSchema, "Confluence");
  if (results.length > 0) throw new Refused(ANSWERED);
  // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-comment/#api-footer-comments-comment-id-delete
  const answer = await api.call("deleteComment", "DELETE", path);
  if (answer.status !== 404) expectOk(answer);
}

/** Whether people commented below the page. Not visible to a scoped token without the scope for comments. */
export async function hasComments(api: ConfluenceApi, externalId: string): Promise<boolean> {
  const page = await api.readPage(externalId);
  if (!page || listCommentIds(getStorage(page)).length > 0) return true;
  try {
    return (await listLatest(api, externalId)).length > 0;
  } catch (error) {
    if (error instanceof MissingPermission || error instanceof NotFound) return true;
    throw error;
  }
}

/** Returns the latest comments below a page, without replies. */
async function listLatest(api: ConfluenceApi, pageId: string): Promise<z.infer<typeof commentSchema>[]> {
  const query = new URLSearchParams({ "body-format": "storage", sort: "-created-date", limit: "100" });
  // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-comment/#api-pages-id-footer-comments-get
  const path = `/wiki/api/v2/pages/${numericId(pageId)}/footer-comments?${query}`;
  return readJson(expectOk(await api.call("readComment", "GET", path)), commentListSchema, "Confluence").results;
}

const left = ({ site }: ConfluenceApi, page: ConfluencePage, id: string): PostedComment => ({
  id,
  url: `${buildPageUrl(site, page)}?focusedCommentId=${id}`,
});
