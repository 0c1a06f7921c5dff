import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { ConfluenceCaller, ConfluenceState, StandInComment, StandInPage } from "./state.ts";
import { explainInvalidStorage } from "./well-formed.ts";

const written = z.strictObject({ representation: z.literal("storage"), value: z.string().min(1) });
/**
 * A new comment belongs to exactly one page or comment.
 * https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-comment/#api-footer-comments-post
 */
const newComment = z
  .strictObject({
    pageId: z.string().optional(),
    parentCommentId: z.string().optional(),
    body: z.union([written, z.strictObject({ storage: written }).transform(({ storage }) => storage)]),
  })
  .refine(({ pageId, parentCommentId }) => (pageId === undefined) !== (parentCommentId === undefined));
const listQuery = z.strictObject({
  "body-format": z.literal("storage").optional(),
  sort: z.enum(["created-date", "-created-date"]).optional(),
  limit: z.coerce.number().int().min(1).max(250).default(25),
});

interface CommentContext {
  refuse(reply: FastifyReply, status: number, code: string, title: string): FastifyReply;
  visitorOf(request: FastifyRequest, reply: FastifyReply): ConfluenceCaller | null;
  canSee(page: StandInPage, visitor: ConfluenceCaller): boolean;
}

/** The comments below pages. Confluence calls them footer comments. */
export function commentRoutes(
  app: FastifyInstance,
  state: ConfluenceState,
  { refuse, visitorOf, canSee }: CommentContext,
) {
  const v2 = "/wiki/api/v2";

  app.get(`${v2}/pages/:id/footer-comments`, async (request, reply) => {
    const visitor = visitorOf(request, reply);
    if (!visitor) return reply;
    const page = state.find((request.params as { id: string }).id);
    if (!page || !canSee(page, visitor)) return refuse(reply, 404, "NOT_FOUND", "Not Found");
    return list(request, reply, ({ pageId, words, parentId }) => pageId === page.id && words === null && !parentId);
  });

  app.post(`${v2}/footer-comments`, async (request, reply) => {
    const visitor = visitorOf(request, reply);
    if (!visitor) return reply;
    const parsed = newComment.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 400, "INVALID_REQUEST_PARAMETER", "The request body is not valid.");
    const { pageId, parentCommentId, body } = parsed.data;
    const parent = state.comments.find(({ ref }) => ref === parentCommentId);
    const page = state.find(pageId ?? parent?.pageId);
    if (!page || page.status !== "current" || !canSee(page, visitor) || visitor.readOnly || visitor.mayNotComment)
      return refuse(reply, 404, "NOT_FOUND", "Not Found");
    const why = explainInvalidStorage(body.value);
    if (why) return refuse(reply, 400, "BAD_REQUEST", `Error parsing xhtml: ${why}`);
    const comment = state.addRemark(page.id, { body: body.value, authorId: visitor.accountId, parentId: parent?.ref });
    return reply.code(201).send(commentJson(comment, true));
  });

  app.get(`${v2}/footer-comments/:id/children`, async (request, reply) => {
    const comment = commentOf(request, reply);
    return comment ? list(request, reply, ({ parentId }) => parentId === comment.ref) : reply;
  });

  app.delete(`${v2}/footer-comments/:id`, async (request, reply) => {
    const comment = commentOf(request, reply);
    if (!comment) return reply;
    // Deleting the comments of others needs a permission of the space that these accounts do not have.
    // https://support.atlassian.com/confluence-cloud/docs/what-are-space-permissions/
    if (comment.authorId !== visitorOf(request, reply)?.accountId)
      return refuse(reply, 403, "FORBIDDEN", "User not permitted to delete the comment.");
    state.comments.splice(state.comments.indexOf(comment), 1);
    return reply.code(204).send();
  });

  function list(request: FastifyRequest, reply: FastifyReply, isIn: (comment: StandInComment) => boolean) {
    const query = listQuery.safeParse(request.query);
    if (!query.success) return refuse(reply, 400, "INVALID_REQUEST_PARAMETER", "The query is not valid.");
    const { sort, limit, "body-format": format } = query.data;
    const found = state.comments.filter(isIn);
    const sorted = sort === "-created-date" ? found.toReversed() : found;
    return { results: sorted.slice(0, limit).map((one) => commentJson(one, format !== undefined)), _links: {} };
  }

  function commentOf(request: FastifyRequest, reply: FastifyReply): StandInComment | null {
    const visitor = visitorOf(request, reply);
    if (!visitor) return null;
    const { id } = request.params as { id: string };
    const comment = state.comments.find(({ ref, words }) => ref === id && words === null);
    const page = state.find(comment?.pageId);
    if (comment && page && canSee(page, visitor)) return comment;
    refuse(reply, 404, "NOT_FOUND", "Not Found");
    return null;
  }
}

const commentJson = ({ ref, pageId, parentId, body = "", authorId }: StandInComment, withBody: boolean) => ({
  id: ref,
  status: "current",
  title: "Re: Comment",
  ...(parentId ? { parentCommentId: parentId } : { pageId }),
  version: { createdAt: new Date().toISOString(), message: "", number: 1, minorEdit: false, authorId },
  body: withBody ? { storage: { representation: "storage", value: body } } : {},
  _links: { webui: `/pages/viewpage.action?pageId=${pageId}&focusedCommentId=${ref}` },
});
