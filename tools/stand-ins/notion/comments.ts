import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatId, type NotionState, type StandInComment, type StandInDiscussion, type StandInToken } from "./state.ts";
import { explainInvalidRichText, isObject, type Json } from "./validate.ts";

interface CommentContext {
  botOf(request: FastifyRequest): (StandInToken & { id: string }) | undefined;
  isSeen(id: string): boolean;
  notFound(reply: FastifyReply, what: string, id: string): FastifyReply;
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply;
}

/** Comments on pages and blocks, built from Notion's reference and the types of its official client. */
export function commentRoutes(
  app: FastifyInstance,
  state: NotionState,
  { botOf, isSeen, notFound, refuse }: CommentContext,
) {
  const lacks = (request: FastifyRequest, reply: FastifyReply, capability: "read comments" | "insert comments") =>
    botOf(request)?.lacks?.includes(capability) === true &&
    Boolean(
      refuse(reply, 403, "restricted_resource", "Insufficient permissions for this endpoint: check the capabilities."),
    );

  // Lists open discussions on the block itself, not on its children.
  // https://developers.notion.com/reference/list-comments
  app.get("/v1/comments", async (request, reply) => {
    if (lacks(request, reply, "read comments")) return reply;
    const { block_id = "" } = request.query as { block_id?: string };
    if (!isSeen(block_id)) return notFound(reply, "block", block_id);
    const results = state.discussions
      .filter(({ id, blockId }) => blockId === formatId(block_id) && !state.lost.has(id))
      .flatMap((discussion) => discussion.comments.map((comment) => commentJson(state, discussion, comment)));
    return { object: "list", results, next_cursor: null, has_more: false, type: "comment", comment: {} };
  });

  // https://developers.notion.com/reference/create-a-comment
  app.post("/v1/comments", async (request, reply) => {
    if (lacks(request, reply, "insert comments")) return reply;
    const { parent, rich_text: richText, ...others } = request.body as Json;
    const [unknown] = Object.keys(others);
    if (unknown) return refuse(reply, 400, "validation_error", `body.${unknown} should be not present.`);
    const id = isObject(parent) && Object.keys(parent).length === 1 ? (parent.page_id ?? parent.block_id) : undefined;
    if (typeof id !== "string") return refuse(reply, 400, "validation_error", "body.parent should be defined.");
    const why = explainInvalidRichText(richText, "body.rich_text");
    if (why) return refuse(reply, 400, "validation_error", `body failed validation: ${why}`);
    const blockId = formatId(id);
    const pageId = state.page(id)?.id ?? state.locate(id)?.page.id;
    if (!pageId || !isSeen(id)) return notFound(reply, "block", id);
    const by = botOf(request)?.id ?? "";
    const comment = state.discuss({ pageId, blockId, words: null }, by, richText as Json[]);
    const discussion = state.discussions.find(({ comments }) => comments.includes(comment));
    return discussion && commentJson(state, discussion, comment);
  });

  // An integration deletes only its own comments. https://developers.notion.com/reference/delete-a-comment
  app.delete("/v1/comments/:id", async (request, reply) => {
    if (lacks(request, reply, "insert comments")) return reply;
    const { id } = request.params as { id: string };
    const discussion = state.discussions.find(({ comments }) => comments.some((one) => one.id === formatId(id)));
    const comment = discussion?.comments.find((one) => one.id === formatId(id));
    if (!discussion || !comment || comment.by !== botOf(request)?.id) return notFound(reply, "comment", id);
    const json = commentJson(state, discussion, comment);
    discussion.comments.splice(discussion.comments.indexOf(comment), 1);
    if (discussion.comments.length === 0) state.discussions.splice(state.discussions.indexOf(discussion), 1);
    return json;
  });
}

function commentJson(state: NotionState, { id: discussionId, blockId }: StandInDiscussion, comment: StandInComment) {
  const at = "2026-11-30T09:00:00.000Z";
  return {
    object: "comment",
    id: comment.id,
    discussion_id: discussionId,
    parent: state.page(blockId) ? { type: "page_id", page_id: blockId } : { type: "block_id", block_id: blockId },
    created_time: at,
    last_edited_time: at,
    created_by: { object: "user", id: comment.by },
    display_name: { type: "integration", resolved_name: null },
    rich_text: comment.richText,
  };
}
