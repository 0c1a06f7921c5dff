export { countUnseenComments, markCommentsSeen, markCommentsUnseen } from "./comment-queries.ts";
export { formatCommentCount } from "./detached-comments.ts";
