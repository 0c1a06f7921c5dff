import { statementsOf } from "../shared/domain/article.ts";
import type { Conversation } from "../shared/domain/chat.ts";
import { compareKnowledge } from "./compare/index.ts";
import type { KnowledgeText, LocalEngine } from "./contract.ts";
import type { Encoder } from "./encoder/meaning.ts";
import { createSentenceEncoder } from "./encoder/sentence-encoder.ts";
import { writeExcerpt } from "./excerpt/index.ts";
import { detect, groupWindow } from "./find/index.ts";
import { type ReadMessage, readConversation } from "./text/read-conversation.ts";

/**
 * How many excerpts of real knowledge a reader would publish as they are. It keeps the surest one above the risk that new workspaces
 * accept: an excerpt is published unread only where people chose to accept more.
 */
const FIT_AS_IT_IS = 0.7;
const READ_IT = "saved from the chat word for word, for a person to finish";

/** The engine that needs no key and no network: it finds, saves word for word and compares. The same conversation gives the same article. */
export function createLocalEngine(encoder: Encoder = createSentenceEncoder()): LocalEngine {
  return {
    name: "local",
    group: async (window) => groupWindow(window),
    detect: async (conversation, settings) => detect(readConversation(conversation), settings),
    write: async (conversation, { score }, context) => ({
      ...writeExcerpt(conversation, context),
      form: "excerpt",
      confidence: Math.round(score * FIT_AS_IT_IS * 1_000) / 1_000,
      doubts: [READ_IT],
    }),
    compare: (known, fresh) => compareKnowledge(known, fresh, encoder),
    newTopic: (conversation, known, cited) => newTopicIn(conversation, known, cited, encoder),
  };
}

const NOWHERE = { channelName: "", knownTags: [] };
/** Who names somebody of the conversation within this time still speaks of what it was about. */
const SOON_MS = 2 * 60 * 60 * 1000;
/** From so many words and such a share of a question on, it is about what was spoken of. */
const SHARED = { words: 2, share: 0.25 };

/**
 * Of a conversation of which an article was written, the ids of the messages from the first question on that comes behind the
 * last message the article cites and is about another matter; none where it goes on about the same.
 */
export async function newTopicIn(
  conversation: Conversation,
  known: KnowledgeText,
  cited: readonly string[],
  encoder: Encoder,
): Promise<string[]> {
  const { messages } = readConversation(conversation);
  const lastCited = Math.max(
    0,
    messages.findLastIndex(({ externalId }) => cited.includes(externalId)),
  );
  const begins = messages.findIndex((_, at) => at > lastCited && asksAnew(messages, at));
  if (begins === -1) return [];
  const part = { key: messages[begins]?.externalId ?? "", messages: conversation.messages.slice(begins) };
  const article = writeExcerpt(part, NOWHERE);
  const fresh = { title: article.title, contentType: article.contentType, statements: statementsOf(article) };
  const { relation } = await compareKnowledge(known, fresh, encoder);
  return relation === "different" ? part.messages.map(({ externalId }) => externalId) : [];
}

/** A question that speaks neither to somebody of the conversation nor of what it was about. */
function asksAnew(messages: ReadMessage[], at: number): boolean {
  const [message, before] = [messages[at], messages.slice(0, at)];
  if (!message?.pieces.some((piece) => piece.isQuestion)) return false;
  if (message.pieces.some((piece) => piece.means("thanks"))) return false;
  const isSoon = message.sentAt.getTime() - (before.at(-1)?.sentAt.getTime() ?? 0) < SOON_MS;
  const text = message.text.toLowerCase();
  if (isSoon && before.some(({ authorName }) => text.includes(`@${authorName.toLowerCase()}`))) return false;
  const said = new Set(before.flatMap(({ pieces }) => pieces.flatMap(({ content }) => content)));
  const asked = [...new Set(message.pieces.flatMap(({ content }) => content))];
  const shared = asked.filter((word) => said.has(word)).length;
  return asked.length >= SHARED.words && !(shared >= SHARED.words && shared > SHARED.share * asked.length);
}
