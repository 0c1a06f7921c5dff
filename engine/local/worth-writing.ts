import type { ConversationShape } from "./conversation-shape.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { selectStatements } from "./select-statements.ts";
import { ANSWERS } from "./statements.ts";

/** An article of this conversation would say something beside the question. */
export function isWorthWriting(conversation: ParsedConversation, shape: ConversationShape): boolean {
  const { kept, contradictions } = selectStatements(conversation, shape);
  return contradictions.length > 0 || kept.some((item) => ANSWERS.has(item.part));
}
