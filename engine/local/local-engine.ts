import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";
import type { DetectionSettings, Engine, Finding } from "../contract.ts";
import type { Encoder } from "../encoder/meaning.ts";
import { createSentenceEncoder } from "../encoder/sentence-encoder.ts";
import { groupWindow } from "../find/group-window.ts";
import { contentTypeOf } from "./content-type.ts";
import { judge, thresholdOf } from "./detector.ts";
import { focusOf } from "./focus.ts";
import { mostOf } from "./needs-reader.ts";
import { newTopicIn } from "./new-topic.ts";
import { parseConversation } from "./parse-conversation.ts";
import { confidenceAtBest, publishability } from "./publishability.ts";
import { compareKnowledge } from "./same-knowledge.ts";
import { composeArticle, readingOf, withoutAsides, writeArticleByMeaning } from "./write-article.ts";

/** What the detector says of the conversation, and of the part an article would be about: what came after, or beside, may drown the answer. */
function findingOn(conversation: Conversation, focus: Conversation, settings: DetectionSettings): Finding {
  const whole = judge(parseConversation(conversation), settings);
  const parsed = parseConversation(focus);
  const part = focus.messages.length < conversation.messages.length ? judge(parsed, settings) : whole;
  const { score, isKnowledge, reasons } = part.score > whole.score ? part : whole;
  return { score, isKnowledge, contentType: contentTypeOf(parsed, part.shape), reasons };
}

/** From this chance on the article itself speaks for a conversation whose score is short of the threshold. */
const FIT = 0.5;
/** From here on leaving out what is about something else may make it fit. */
const NEARLY_FIT = 0.3;
/** How far short: steps of the sensitivity, and a share of what is asked there. */
const STEPS = 2;
const SHARE = 0.9;

const isNear = (score: number, { sensitivity }: DetectionSettings) => score >= thresholdOf(sensitivity + STEPS) * SHARE;

/** Whether the article may speak for it at all. */
function mayFit(conversation: Conversation): boolean {
  const { parsed, shape, leftOut } = readingOf(conversation);
  return mostOf(parsed, shape, leftOut) >= FIT;
}

/** Under this chance of being fit for publication a conversation gets no article, not even a draft. */
const HOPELESS = 0.03;
const NOT_TOLD = "no article could be told of it";
const NOWHERE = { channelName: "", knownTags: [] };

function isSameConversation(one: Conversation, other: Conversation): boolean {
  if (one === other) return true;
  return (
    one.key === other.key &&
    one.messages.length === other.messages.length &&
    one.messages.every((message, place) => isSameMessage(message, other.messages[place]))
  );
}

const isSameMessage = (one: ChatMessage, other: ChatMessage | undefined) =>
  other !== undefined &&
  one.externalId === other.externalId &&
  one.text === other.text &&
  one.threadId === other.threadId &&
  one.sentAt.getTime() === other.sentAt.getTime() &&
  one.author.externalId === other.author.externalId &&
  one.author.name === other.author.name;

/** The engine that needs no key and no network: a small model judges, rules compose. The same conversation gives the same article. */
export function createLocalEngine(encoder: Encoder = createSentenceEncoder()): Engine {
  let last: Conversation | undefined;
  // What is judged is written up next: what was read of it is still known, also where it came from another thread anew.
  const asBefore = (conversation: Conversation) =>
    (last = last && isSameConversation(last, conversation) ? last : conversation);
  return {
    name: "local",
    group: async (window) => groupWindow(window),
    async detect(given, settings) {
      const conversation = asBefore(given);
      const finding = findingOn(conversation, focusOf(conversation), settings);
      const { score } = finding;
      if (!finding.isKnowledge && !(isNear(score, settings) && mayFit(conversation))) return finding;
      const composed = [conversation, finding.contentType, NOWHERE, score] as const;
      const plain = composeArticle(...composed);
      const least = finding.isKnowledge ? HOPELESS : NEARLY_FIT;
      const byWords = confidenceAtBest(plain.told) < least ? 0 : publishability(plain.told).confidence;
      const isOpen = byWords >= least;
      const told = isOpen ? (await withoutAsides(encoder, plain, ...composed)).told : plain.told;
      const confidence = isOpen ? publishability(told).confidence : byWords;
      if (confidence >= FIT) return { ...finding, isKnowledge: true };
      if (!finding.isKnowledge || confidence >= HOPELESS) return finding;
      return { ...finding, isKnowledge: false, reasons: [...finding.reasons, NOT_TOLD] };
    },
    async write(conversation, finding, context) {
      return writeArticleByMeaning(encoder, asBefore(conversation), finding.contentType, context, finding.score);
    },
    compare: (known, fresh) => compareKnowledge(known, fresh, encoder),
    newTopic: (conversation, known, cited) => newTopicIn(conversation, known, cited, encoder),
  };
}
