import { BALANCED_SENSITIVITY } from "../../shared/domain/detection.ts";
import type { DetectionSettings, Finding } from "../contract.ts";
import type { Meaning } from "../language/cue.ts";
import { findDeniedQuotes } from "../text/denied-quotes.ts";
import type { ParsedConversation, ParsedPiece } from "../text/read-conversation.ts";
import { type ConversationShape, detectContentType, detectShape } from "../text/shape.ts";
import { estimateKnowledgeChance } from "./detector-model.ts";

/** The score from which a conversation becomes an article, for each sensitivity from 1 to 10. */
export const SENSITIVITY_THRESHOLDS = [0.95, 0.92, 0.89, 0.86, 0.82, 0.75, 0.65, 0.525, 0.42, 0.3];
/** Lowers the threshold if a keyword of the workspace occurs. Decides doubtful conversations, but never suffices alone. */
const KEYWORD_DISCOUNT = 0.12;

/** Estimates whether the conversation holds knowledge that a colleague could use later. A person reviews the result. */
export function detectKnowledge(conversation: ParsedConversation, settings: DetectionSettings): Finding {
  const shape = detectShape(conversation);
  const contentType = detectContentType(shape);
  const isEvidence = ({ text }: { text: string }) => text.length >= settings.minMessageLength;
  if (!conversation.messages.some(isEvidence)) {
    const reason = conversation.messages.length
      ? `no message has ${settings.minMessageLength} characters or more`
      : "nothing was said";
    return { score: 0, isKnowledge: false, contentType, reasons: [reason] };
  }
  const chance = estimateKnowledgeChance(conversation, shape, settings.minMessageLength);
  const score = Math.round(1_000 * chance) / 1_000;
  const keyword = keywordIn(conversation, settings.detectionKeywords);
  const threshold = interpolateThreshold(settings.sensitivity) - (keyword === null ? 0 : KEYWORD_DISCOUNT);
  return {
    score,
    isKnowledge: score >= threshold && !isUnanswered(conversation, shape),
    contentType,
    ...reasonsOf(conversation, shape, keyword),
    statesValue: conversation.pieces.some(statesValue),
  };
}

const TELLING: Meaning[] = ["advice", "step", "rule", "cause", "announces"];
const tells = (piece: ParsedPiece) => !piece.isQuestion && TELLING.some((meaning) => piece.means(meaning));
/** Whether the piece is an announcement, or a rule or correction with a number. */
const announces = (piece: ParsedPiece) =>
  !piece.isQuestion &&
  (piece.means("announces") || (/\d/.test(piece.text) && (piece.means("rule") || piece.means("corrects"))));

/** Whether the piece tells a value that may have changed: a number, or a name in place of another. */
const statesValue = (piece: ParsedPiece) =>
  !piece.isQuestion && ((/\d/.test(piece.text) && announces(piece)) || findDeniedQuotes(piece.text).length > 0);

/** Whether nobody answers a question and its asker adds no information. */
function isUnanswered(
  { messages, pieces }: ParsedConversation,
  { questionAt, opening, answers, asker }: ConversationShape,
): boolean {
  if (questionAt === -1 || answers.length > 0) return false;
  const own = new Set(opening.slice(opening.findIndex((piece) => piece.isQuestion) + 1));
  return !pieces.some((piece) => {
    if (opening.includes(piece)) return own.has(piece) && (piece.listed !== null || announces(piece));
    const before = messages[piece.message - 1];
    const isAskedBack = before?.author !== asker && before?.pieces.some((other) => other.isQuestion);
    return messages[piece.message]?.author === asker && !isAskedBack && tells(piece);
  });
}

/** Interpolates between the thresholds of whole sensitivities; values outside of 1 to 10 are clamped. */
export function interpolateThreshold(sensitivity: number): number {
  const position = Math.min(10, Math.max(1, Number.isFinite(sensitivity) ? sensitivity : BALANCED_SENSITIVITY)) - 1;
  const low = SENSITIVITY_THRESHOLDS[Math.floor(position)] ?? 1;
  const high = SENSITIVITY_THRESHOLDS[Math.ceil(position)] ?? low;
  return low + (high - low) * (position - Math.floor(position));
}

function keywordIn({ messages }: ParsedConversation, keywords: string[]): string | null {
  const wanted = keywords.map((keyword) => keyword.trim().toLowerCase()).filter(Boolean);
  if (!wanted.length) return null;
  const said = messages.map(({ text }) => text.toLowerCase()).join("\n");
  const isSaid = (keyword: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}])${keyword.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "u").test(
      said,
    );
  return wanted.find(isSaid) ?? null;
}

/** Explains the finding in words for people. */
function reasonsOf(
  { messages, pieces }: ParsedConversation,
  shape: ConversationShape,
  keyword: string | null,
): Pick<Finding, "reasons" | "lacksGrounds"> {
  const told = shape.questionAt === -1 ? shape.opening : shape.answers;
  const count = (some: ParsedPiece[], is: (piece: ParsedPiece) => boolean) => some.filter(is).length;
  const many = (is: (piece: ParsedPiece) => boolean) => count(pieces, is) >= Math.max(1, pieces.length / 4);
  // One 'since this morning' among commands is no conversation about dates.
  const most = (is: (piece: ParsedPiece) => boolean) => count(pieces, is) >= pieces.length / 2;
  const authors = new Set(messages.map(({ author }) => author)).size;
  const isAsked = shape.questionAt !== -1;
  const grounds = holding([
    ["a question answered by someone else", isAsked && shape.answers.length > 0],
    ["steps given", count(told, (piece) => piece.means("step") || piece.listed === "number") >= 2],
    ["code or commands shown", pieces.some(({ form }) => form === "code")],
    ["a cause named", told.some((piece) => piece.means("cause"))],
    ["a rule or decision stated", told.some((piece) => piece.means("rule"))],
    ["confirmed to work", shape.isConfirmed],
    ["thanked", shape.isThanked],
    [`contains your keyword “${keyword}”`, keyword !== null],
    ["an announcement", many((piece) => piece.means("announces"))],
  ]);
  const others = holding([
    ["a question nobody answered", isAsked && shape.answers.length === 0],
    ["only one person spoke", authors === 1],
    ["mostly dates and meetings", most((piece) => piece.means("today"))],
    ["build or bot messages", most((piece) => piece.means("machine"))],
    ["plans or work in progress", many((piece) => piece.means("planning"))],
    ["small talk", most((piece) => piece.means("social"))],
  ]);
  const found = [...grounds, ...others];
  return {
    reasons: found.length ? found : ["no question, steps or explanation found"],
    lacksGrounds: grounds.length === 0,
  };
}

const holding = (reasons: [string, boolean][]) => reasons.flatMap(([reason, holds]) => (holds ? [reason] : []));
