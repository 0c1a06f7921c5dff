import { listStatements } from "../shared/domain/article.ts";
import type { Conversation } from "../shared/domain/chat.ts";
import { compareKnowledge, relateToPages } from "./compare/index.ts";
import type { KnowledgeText, LocalEngine } from "./contract.ts";
import type { Encoder } from "./encoder/meaning.ts";
import { createSentenceEncoder } from "./encoder/sentence-encoder.ts";
import { isAnswered, isPlainDialogue, writeExcerpt } from "./excerpt/index.ts";
import { detectKnowledge, groupWindow } from "./find/index.ts";
import { type ReadMessage, readConversation } from "./text/read-conversation.ts";

/**
 * Scales scores by the measured share of excerpts that a reader would publish unchanged. The lower share, for several explaining
 * people, is an estimate. Even the surest excerpt exceeds the risk that new workspaces accept, so excerpts are published unread
 * only where people accepted more risk.
 */
const FIT_AS_IT_IS = { plain: 0.7, mixed: 0.58 };
const READ_IT = "saved in the chat's own words";
const SORT_IT = "several people explain";

/**
 * Creates the engine that works without key and network. It is deterministic: the same conversation always gives the same
 * article.
 */
export function createLocalEngine(encoder: Encoder = createSentenceEncoder()): LocalEngine {
  return {
    name: "local",
    group: async (window) => groupWindow(window),
    detect: async (conversation, settings) => {
      const read = readConversation(conversation);
      const finding = detectKnowledge(read, settings);
      return finding.isKnowledge && !isAnswered(read)
        ? { ...finding, isKnowledge: false, seemsUnanswered: true }
        : finding;
    },
    write: async (conversation, { score }, context) => {
      const article = writeExcerpt(conversation, context);
      const isPlain = isPlainDialogue(article, conversation.messages);
      const fit = isPlain ? FIT_AS_IT_IS.plain : FIT_AS_IT_IS.mixed;
      const doubts = isPlain ? [READ_IT] : [READ_IT, SORT_IT];
      return { ...article, form: "excerpt", confidence: Math.round(score * fit * 1_000) / 1_000, doubts };
    },
    compare: (known, fresh) => compareKnowledge(known, fresh, encoder),
    compareWithPages: async (pages, fresh) => relateToPages(pages, fresh),
    newTopic: (conversation, known, cited) => findNewTopic(conversation, known, cited, encoder),
  };
}

const NOWHERE = { channelName: "", knownTags: [] };
/** A question that mentions a participant within this time belongs to the conversation's topic. */
const SOON_MS = 2 * 60 * 60 * 1000;
/** A question stays on the topic if it shares at least `words` words and more than `share` of its words. */
const SHARED = { words: 2, share: 0.25 };

/**
 * Returns the ids of all messages from the first off-topic question after the last message that the article cites. Empty where
 * the conversation stays on the topic of its article (`known`).
 */
export async function findNewTopic(
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
  const fresh = { title: article.title, contentType: article.contentType, statements: listStatements(article) };
  const { relation } = await compareKnowledge(known, fresh, encoder);
  return relation === "different" ? part.messages.map(({ externalId }) => externalId) : [];
}

/** Whether the message asks a question that neither mentions somebody of the conversation nor shares its words. */
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
