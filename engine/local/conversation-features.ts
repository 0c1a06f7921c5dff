import { MANNER_NAMES, mannerOf } from "./conversation-manner.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import type { ParsedConversation, SentencePiece } from "./parse-conversation.ts";
import type { SentenceAct } from "./sentence-acts.ts";
import { stem } from "./words.ts";

/** What a sentence may do, in the order in which the weights know it. */
export const RATED_ACTS: SentenceAct[] = [
  "question",
  "greeting",
  "thanks",
  "confirmation",
  "smallTalk",
  "symptom",
  "cause",
  "advice",
  "step",
  "explanation",
  "correction",
  "disagreement",
  "agreement",
  "hedge",
  "scheduling",
  "announcement",
  "botNoise",
  "planning",
  "status",
  "social",
  "meta",
  "policy",
  "technical",
];
const ANSWER_RATED: SentenceAct[] = [
  "advice",
  "step",
  "cause",
  "explanation",
  "technical",
  "hedge",
  "planning",
  "social",
  "scheduling",
];

const OTHER_NAMES = [
  "log messages",
  "log authors",
  "log substance",
  "log longest message",
  "log mean length",
  "share short messages",
  "single author",
  "question early",
  "answered",
  "answer substance",
  "answer strength",
  "thanked after answer",
  "confirmed after answer",
  "code",
  "code in answer",
  "links per message",
  "question meets answer",
  "you per sentence",
  "we per sentence",
  "i per sentence",
  "exclamations per message",
  "how-why-what question",
  "when-who question",
  "can-is question",
  "question technical",
  "question content",
  "answered and planning",
  "answered and scheduling",
  "answered and social",
  "ends in question",
  "steps in a list",
  "bot author",
  "question symptom",
  "several askers",
  "little said without a question",
  "nothing taught",
] as const;

/** The detector's inputs by name: what sentences do, and how people talk. */
export const FEATURE_NAMES: readonly string[] = [
  ...RATED_ACTS.map((act) => `share ${act}`),
  ...ANSWER_RATED.map((act) => `answer share ${act}`),
  ...OTHER_NAMES,
  ...MANNER_NAMES,
];

const BOT_NAME = /(?:\bbot\b|bot$|jenkins|travis|github|gitlab|circleci|alert|pagerduty|webhook|notif|deploy|ci$)/i;

/** A conversation with what is asked of it often. */
interface ReadConversation {
  conversation: ParsedConversation;
  shape: ConversationShape;
  sentences: SentencePiece[];
  /** Those of messages that are long enough. */
  evidence: SentencePiece[];
  /** Sentences of the question. */
  question: SentencePiece[];
  perMessage: number;
}

type ActFeatures = Partial<Record<(typeof OTHER_NAMES)[number], number>>;

/** The detector's inputs in the order of `FEATURE_NAMES`. */
export function featuresOf(
  conversation: ParsedConversation,
  shape: ConversationShape,
  minMessageLength: number,
): Float64Array {
  const { messages } = conversation;
  const isLong = (index: number) => (messages[index]?.text.length ?? 0) >= minMessageLength;
  const sentences = conversation.pieces.filter((piece): piece is SentencePiece => piece.form === "sentence");
  const read: ReadConversation = {
    conversation,
    shape,
    sentences,
    evidence: sentences.filter((piece) => isLong(piece.message)),
    question: sentences.filter((piece) => piece.message === shape.questionAt),
    perMessage: 1 / Math.max(1, messages.length),
  };
  const values: ActFeatures = Object.assign(sizeAndWording(read), ofQuestion(read), ofAnswer(read));
  return Float64Array.from([
    ...sharesOfActs(read),
    ...OTHER_NAMES.map((name) => values[name] ?? 0),
    ...mannerOf(conversation, shape),
  ]);
}

/** Acts that count in short messages, too. */
const MANNERS = new Set<SentenceAct>([
  "greeting",
  "thanks",
  "confirmation",
  "smallTalk",
  "agreement",
  "social",
  "botNoise",
  "meta",
  "scheduling",
  "status",
  "announcement",
]);

const shareOf = (act: SentenceAct, sentences: SentencePiece[]) =>
  sentences.reduce((sum, piece) => sum + Number(piece.acts[act]), 0) / Math.max(3, sentences.length);

/** The first of `FEATURE_NAMES`, in their order. */
function sharesOfActs({ shape, sentences, evidence }: ReadConversation): number[] {
  return [
    ...RATED_ACTS.map((act) => shareOf(act, MANNERS.has(act) ? sentences : evidence)),
    ...ANSWER_RATED.map((act) => shareOf(act, shape.answers)),
  ];
}

function sizeAndWording({ conversation, shape, evidence, perMessage }: ReadConversation): ActFeatures {
  const { messages } = conversation;
  const texts = messages.map((message) => message.text);
  const code = conversation.pieces.filter((piece) => piece.form === "code");
  const perSentence = 1 / Math.max(3, evidence.length);
  const words = (pattern: RegExp) =>
    evidence.reduce((sum, piece) => sum + (piece.text.match(pattern)?.length ?? 0), 0) * perSentence;
  const substance = evidence.reduce((sum, piece) => sum + piece.contentWords.length, 0);
  return {
    "log messages": Math.log1p(messages.length),
    "log authors": Math.log1p(shape.authors),
    "log substance": Math.log1p(substance),
    "log longest message": Math.log1p(Math.max(0, ...texts.map((text) => Math.min(2_000, text.length)))),
    "log mean length": Math.log1p(texts.reduce((sum, text) => sum + Math.min(2_000, text.length), 0) * perMessage),
    "share short messages": texts.filter((text) => text.length < 20).length * perMessage,
    "single author": Number(shape.authors < 2),
    code: Number(code.length > 0),
    "links per message": texts.filter((text) => text.includes("http")).length * perMessage,
    "you per sentence": words(/\b(?:you|your|u)\b/gi),
    "we per sentence": words(/\b(?:we|our|us|everyone|guys|folks)\b/gi),
    "i per sentence": words(/\b(?:i|my|me|i'm|i'll|i've)\b/gi),
    "exclamations per message": texts.filter((text) => /!|:\w+:|[\u{1f300}-\u{1faff}]/u.test(text)).length * perMessage,
    "steps in a list": Math.min(
      4,
      evidence.filter((piece) => piece.listed && (piece.acts.step || piece.acts.advice)).length,
    ),
    "bot author": messages.filter((message) => BOT_NAME.test(message.authorName)).length * perMessage,
    "little said without a question": shape.questionAt === -1 ? 1 / (1 + substance / 15) : 0,
    "nothing taught": Number(
      !evidence.some(({ acts }) => acts.step || acts.advice || acts.cause || acts.explanation || acts.policy),
    ),
  };
}

function ofQuestion({ conversation, shape, sentences, question }: ReadConversation): ActFeatures {
  const asked = question.map((piece) => piece.text).join(" ");
  const askedStems = new Set(question.flatMap((piece) => piece.contentWords).map((word) => stem(word)));
  const shared = new Set(
    shape.answers
      .flatMap((piece) => piece.contentWords)
      .map(stem)
      .filter((word) => askedStems.has(word)),
  );
  const askers = new Set(
    sentences.filter((piece) => piece.acts.question).map((piece) => conversation.messages[piece.message]?.author),
  ).size;
  return {
    "question meets answer": Math.min(5, shared.size),
    "how-why-what question": Number(
      /\b(?:how (?:do|can|to|would|should|could|did|does|is|are)|why|what(?:'s| is| are| does| do| would| should| could)|difference|is there (?:a|an|any)|which)\b/i.test(
        asked,
      ),
    ),
    "when-who question": Number(
      /\b(?:when(?:'s| is| are| will| do| does| can| would)|who(?:'s| is| are| wants| will| can| has)|what time|what day|where are you|eta)\b/i.test(
        asked,
      ),
    ),
    "can-is question": Number(
      /^(?:\S+[,:]?\s+){0,3}(?:can|could|is|are|does|do|did|should|will|would|has|have)\b/i.test(asked),
    ),
    "question technical": Number(question.some((piece) => piece.acts.technical)),
    "question content": Math.log1p(askedStems.size),
    "question symptom": Number(question.some((piece) => piece.acts.symptom)),
    "question early": Number(shape.questionAt >= 0 && shape.questionAt < 3),
    "several askers": Math.min(4, askers),
    "ends in question": Number(sentences.at(-1)?.acts.question ?? false),
  };
}

function ofAnswer({ conversation, shape, sentences }: ReadConversation): ActFeatures {
  const { messages } = conversation;
  const code = conversation.pieces.filter((piece) => piece.form === "code");
  const answerWords = shape.answers.reduce((sum, piece) => sum + piece.contentWords.length, 0);
  const strength = Math.max(
    0,
    ...shape.answers.map(
      ({ acts }) =>
        Number(acts.advice) +
        Number(acts.step) +
        Number(acts.cause) +
        Number(acts.explanation) +
        Number(acts.technical),
    ),
  );
  const answered = Number(shape.isAnswered);
  return {
    answered,
    "answer substance": Math.log1p(answerWords),
    "answer strength": Math.min(5, strength),
    "thanked after answer": Number(shape.isThanked),
    "confirmed after answer": Number(shape.isConfirmed),
    "code in answer": Number(
      shape.questionAt >= 0 &&
        code.some((piece) => piece.message > shape.questionAt && messages[piece.message]?.author !== shape.asker),
    ),
    "answered and planning": answered * shareOf("planning", sentences),
    "answered and scheduling": answered * shareOf("scheduling", sentences),
    "answered and social": answered * shareOf("social", sentences),
  };
}
