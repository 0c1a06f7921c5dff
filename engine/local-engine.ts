import { listStatements } from "../shared/domain/article.ts";
import type { Conversation } from "../shared/domain/chat.ts";
import { compareKnowledge, relateToPages } from "./compare/index.ts";
import type { KnowledgeText, LocalEngine } from "./contract.ts";
import type { Encoder } from "./encoder/meaning.ts";
import { createSentenceEncoder } from "./encoder/sentence-encoder.ts";
import { isAnswered, isPlainDialogue, writeExcerpt } from "./excerpt/index.ts";
import { detectKnowledge, groupWindow } from "./find/index.ts";
import { type ParsedMessage, parseConversationText } from "./text/read-conversation.ts";

/**
 * Factors for the confidence of an excerpt: the measured share that readers would publish unchanged. The lower factor,
 * for excerpts with several people's explanations, is an estimate. New workspaces accept less risk, so an excerpt is
 * published without review only in a workspace that accepted more.
 */
const FIT_AS_IT_IS = { plain: 0.7, mixed: 0.58 };
const READ_IT = "saved in the chat's own words";
const SORT_IT = "several people explain";

/**
 * Creates the engine that works without an API key and a network. The same conversation always gives the same article.
 */
export function createLocalEngine(encoder: Encoder = createSentenceEncoder()): LocalEngine {
  return {
    name: "local",
    group: async (window) => groupWindow(window),
    detect: async (conversation, settings) => {
      const read = parseConversationText(conversation);
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
/** A question that mentions a participant within this time stays on the conversation's topic. */
const SOON_MS = 2 * 60 * 60 * 1000;
/**
 * A question stays on the topic if at least `words` of its words, and more than the share `share`, occur in the
 * conversation.
 */
const SHARED = { words: 2, share: 0.25 };

/**
 * Returns the ids of the messages from the first question about another topic on, searching after the last message that
 * the article cites. Empty if the conversation stays on the topic of its article (`known`).
 */
export async function findNewTopic(
  conversation: Conversation,
  known: KnowledgeText,
  cited: readonly string[],
  encoder: Encoder,
): Promise<string[]> {
  const { messages } = parseConversationText(conversation);
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

/** Whether the message asks a question that mentions no participant and shares few words with the conversation. */
function asksAnew(messages: ParsedMessage[], at: number): boolean {
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
