import { BALANCED_SENSITIVITY } from "../../shared/domain/detection.ts";
import type { DetectionSettings } from "../contract.ts";
import { type ConversationShape, shapeOf } from "./conversation-shape.ts";
import { detectorModel } from "./detector-model.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { isWorthWriting } from "./worth-writing.ts";

export interface Judgement {
  score: number;
  isKnowledge: boolean;
  reasons: string[];
  shape: ConversationShape;
}

/** Scores from which a conversation becomes an article, for sensitivity 1 to 10. */
export const THRESHOLDS = [0.95, 0.93, 0.9, 0.87, 0.83, 0.79, 0.77, 0.75, 0.5, 0.3];
/** How far one of the workspace's keywords moves the threshold: enough to tip a doubtful conversation, never enough alone. */
const KEYWORD_DISCOUNT = 0.12;
const LOWEST_THRESHOLD = 0.15;

/** From this score on a conversation among several is written up even if little of it can be quoted. */
const CERTAIN = 0.75;
/** Content words a statement nobody asked for needs before it can be documentation. */
const WRITE_UP_WORDS = 18;

export function judge(conversation: ParsedConversation, settings: DetectionSettings): Judgement {
  const shape = shapeOf(conversation, settings.minMessageLength);
  const keyword = keywordIn(conversation, settings.detectionKeywords);
  if (shape.substantial === 0) {
    const reason = conversation.messages.length
      ? `no message has ${settings.minMessageLength} characters or more`
      : "nothing was said";
    return { score: 0, isKnowledge: false, reasons: [reason], shape };
  }
  const model = detectorModel();
  const logit = model.logitOf(conversation, shape, settings.minMessageLength);
  const score = Math.round(1_000 * model.probabilityOf(logit)) / 1_000;
  const threshold = thresholdOf(settings.sensitivity);
  const lowered = keyword ? Math.max(Math.min(threshold, LOWEST_THRESHOLD), threshold - KEYWORD_DISCOUNT) : threshold;
  const isLikely = score >= lowered;
  const isTold = isLikely && ((score >= CERTAIN && shape.authors > 1) || saysEnough(conversation, shape, settings));
  return { score, isKnowledge: isTold, reasons: reasonsOf(conversation, shape, keyword, isLikely && !isTold), shape };
}

/** There is an answer, steps or a rule, and the article would say it. */
function saysEnough(conversation: ParsedConversation, shape: ConversationShape, settings: DetectionSettings): boolean {
  return teaches(conversation, shape, settings.minMessageLength) && isWorthWriting(conversation, shape);
}

/** Somebody answers somebody else, or writes up steps, code, causes or rules at some length. */
function teaches(conversation: ParsedConversation, shape: ConversationShape, minMessageLength: number): boolean {
  if (shape.isAnswered) return true;
  const evidence = conversation.pieces.filter(
    (piece) => (conversation.messages[piece.message]?.text.length ?? 0) >= minMessageLength,
  );
  const told = evidence.filter((piece) => piece.form === "sentence");
  const teaching = told.filter(
    ({ acts }) => !acts.question && (acts.step || acts.advice || acts.cause || acts.policy || acts.explanation),
  );
  const words = told.reduce((sum, piece) => sum + piece.contentWords.length, 0);
  const opener = conversation.messages[0]?.author;
  const byOthers = teaching.filter(
    (piece) => conversation.messages[piece.message]?.author !== opener && piece.contentWords.length >= 3,
  );
  if (byOthers.length >= 2 || byOthers.some(({ acts }) => acts.step || acts.policy || (acts.advice && acts.technical)))
    return words >= 10;
  if (teaching.filter((piece) => piece.listed).length >= 3) return true;
  return (
    words >= WRITE_UP_WORDS &&
    (teaching.length >= 3 || evidence.some((piece) => piece.form === "code" && piece.text.length > 10))
  );
}

/** Sensitivities between the whole steps lie between their thresholds; outside of 1 to 10 the nearest counts. */
export function thresholdOf(sensitivity: number): number {
  const position = Math.min(10, Math.max(1, Number.isFinite(sensitivity) ? sensitivity : BALANCED_SENSITIVITY)) - 1;
  const low = THRESHOLDS[Math.floor(position)] ?? 0.6;
  const high = THRESHOLDS[Math.ceil(position)] ?? low;
  return low + (high - low) * (position - Math.floor(position));
}

function keywordIn(conversation: ParsedConversation, keywords: string[]): string | null {
  const wanted = keywords.map((keyword) => keyword.trim().toLowerCase()).filter(Boolean);
  if (!wanted.length) return null;
  const said = conversation.messages.map((message) => message.text.toLowerCase()).join("\n");
  return (
    wanted.find((keyword) =>
      new RegExp(`(?<![\\p{L}\\p{N}])${keyword.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "u").test(
        said,
      ),
    ) ?? null
  );
}

function reasonsOf(
  conversation: ParsedConversation,
  shape: ConversationShape,
  keyword: string | null,
  saysTooLittle: boolean,
): string[] {
  const sentences = conversation.pieces.filter((piece) => piece.form === "sentence");
  const count = (act: keyof (typeof sentences)[number]["acts"]) => sentences.filter((piece) => piece.acts[act]).length;
  const many = (act: Parameters<typeof count>[0]) => count(act) >= Math.max(1, sentences.length / 4);
  const reasons: string[] = [];
  if (shape.questionAt >= 0)
    reasons.push(shape.isAnswered ? "a question answered by someone else" : "a question nobody answered");
  if (
    shape.answers.filter((piece) => piece.acts.step || piece.acts.advice).length >= 2 ||
    sentences.some((piece) => piece.listed && piece.acts.step)
  )
    reasons.push("steps given");
  if (conversation.pieces.some((piece) => piece.form === "code")) reasons.push("code or commands shown");
  if (shape.answers.some((piece) => piece.acts.cause)) reasons.push("a cause named");
  if (sentences.some((piece) => piece.acts.policy && piece.contentWords.length >= 4))
    reasons.push("a rule or decision stated");
  if (shape.isConfirmed) reasons.push("confirmed to work");
  if (shape.isThanked) reasons.push("thanked");
  if (saysTooLittle) reasons.push("too little said to write an article");
  if (keyword) reasons.push(`contains your keyword “${keyword}”`);
  if (shape.authors === 1 && conversation.messages.length > 0) reasons.push("only one person spoke");
  if (many("scheduling")) reasons.push("mostly dates and meetings");
  if (many("botNoise")) reasons.push("build or bot messages");
  if (many("announcement")) reasons.push("an announcement");
  if (many("planning") || many("status")) reasons.push("plans or work in progress");
  if (many("social") || many("smallTalk")) reasons.push("small talk");
  return reasons.length ? reasons : ["no question, steps or explanation found"];
}
