import { type ReadConversation, type ReadMessage, readConversation } from "../text/read-conversation.ts";
import { saysSomething } from "../text/shape.ts";

/** How many messages after a question it is still answered. */
const REACH = 6;

/** Which message answers which question, by their positions: what others say to it, until its asker asks again. */
export function answersIn(conversation: Parameters<typeof readConversation>[0]): [number, number][] {
  const { messages } = readConversation(conversation);
  return messages.flatMap((message, question) => (asks(message) ? repliesTo(messages, question) : []));
}

const asks = ({ pieces }: ReadMessage) => pieces.some((piece) => piece.isQuestion && piece.tokens.length > 1);

function repliesTo(messages: ReadConversation["messages"], question: number): [number, number][] {
  const asker = messages[question]?.author;
  const replies: [number, number][] = [];
  for (let at = question + 1; at < Math.min(messages.length, question + 1 + REACH); at++) {
    const message = messages[at];
    if (!message || (message.author === asker && asks(message))) break;
    if (message.author !== asker && !asks(message) && message.pieces.some(saysSomething)) replies.push([question, at]);
  }
  return replies;
}
