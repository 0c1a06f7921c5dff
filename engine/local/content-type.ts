import type { ContentType } from "../../shared/domain/facets.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { detectorModel } from "./detector-model.ts";
import { CONVERSATION_INTENTS, type ConversationIntent, intentLogits } from "./intent-model.ts";
import type { ParsedConversation, SentencePiece } from "./parse-conversation.ts";
import { type AskedPart, askedPartOf } from "./question-cues.ts";

/** What a conversation is. Only content types become articles. */
export type ConversationKind = ContentType | "review" | "bug-report" | "api-change" | "project-management" | "other";

/** Posted alone, questions are of all intents alike; in a chat most ask how, or why something fails. */
const POSTED_ALONE: Record<ConversationIntent, number> = {
  howto: 0,
  troubleshooting: 0,
  explanation: 0.7,
  documentation: 0,
  "project-management": -3,
};
/** Characters from which a first message of several steps and no question of its own tells how something is done. */
const SURELY_TOLD = 400;
/** Under this probability of knowledge a conversation without plans is chatter. */
const CHATTER = 0.1;

const ASKS =
  /\?(?:\s|$)|\b(?:i(?:'m| am|'ve| have)? (?:trying|want|need|would like|looking|wondering|using|getting|have|can'?t)|how (?:do|can|to|would|should)|is (?:there|it)|any(?:one|body)|any (?:ideas?|help|docs?|good)|can some(?:one|body))\b/i;
const GUIDE = /\b(?:tutorial|step by step|guide|walk ?through|here(?:'s| is) how you|first)\b/i;
/** Yes or no, how many, until when: questions with a short answer. */
const FACT =
  /(?:^|[.,:;!]\s|\b(?:and|but|so)\s)(?:can|may|could|do|does|did|is|are|am|will|would|has|have|how (?:many|much|long|often|late|early|big|old)|when|until|what(?:'s| is) the (?:limit|maximum|minimum|deadline|number|rule|size)|who|which)\b/im;
const QUANTITY = /\b(?:how (?:many|much|long|often|late|early|big|old)|until when)\b/i;
const REVIEW =
  /\b(?:review (?:my|this|the) (?:code|class|function|design|implementation)|(?:feedback|thoughts|opinions?) on (?:my|this) (?:code|design|implementation|approach)|is (?:this|my) (?:code|design|implementation|approach) (?:good|ok|correct|clean)|(?:improve|optimi[sz]e) (?:my|this) code)\b/i;
const BUG_REPORT =
  /\b(?:steps to reproduce|expected (?:behaviou?r|result|output)|actual (?:behaviou?r|result|output)|(?:found|report(?:ing|ed)?) (?:a|this|another) bug|bug report)\b/i;
const API_CHANGE =
  /\b(?:(?:was|were|is|has been|have been|got) (?:removed|renamed|deprecated|replaced|moved)|what happened to|replacement for|no longer (?:exists|available))\b.{0,60}\b(?:version|v?\d+(?:\.\d+)?|api|method|class|function|module|new)\b/i;

/** Which kind of article the conversation makes. */
export function contentTypeOf(conversation: ParsedConversation, shape: ConversationShape): ContentType {
  const told = writeUpKind(conversation, shape);
  if (told) return told;
  const intent = likeliest(
    conversation,
    shape,
    askedPartOf(conversation, shape),
    (one) => one !== "project-management",
  );
  return intent === "project-management" ? "explanation" : articleKind(conversation, shape, intent);
}

/** What the conversation is, article or not. */
export function kindOfConversation(conversation: ParsedConversation, shape: ConversationShape): ConversationKind {
  const told = writeUpKind(conversation, shape);
  const part = askedPartOf(conversation, shape);
  const intent = told ? null : likeliest(conversation, shape, part, () => true);
  if (intent === "project-management") return intent;
  const model = detectorModel();
  const isPost = shape.authors < 2;
  if (!isPost && model.probabilityOf(model.logitOf(conversation, shape, 0)) < CHATTER) return "other";
  if (isPost && !told && !ASKS.test(part.text) && part.text.length < 200) return "other";
  if (BUG_REPORT.test(part.text)) return "bug-report";
  if (isPost && REVIEW.test(part.text)) return "review";
  if (isPost && API_CHANGE.test(part.text)) return "api-change";
  return told ?? (intent ? articleKind(conversation, shape, intent) : "other");
}

function likeliest(
  conversation: ParsedConversation,
  shape: ConversationShape,
  part: AskedPart,
  among: (intent: ConversationIntent) => boolean,
): ConversationIntent {
  const logits = intentLogits(part);
  let best: ConversationIntent = "howto";
  let most = Number.NEGATIVE_INFINITY;
  for (const [index, intent] of CONVERSATION_INTENTS.entries()) {
    const logit =
      (logits[index] ?? 0) + (shape.authors < 2 && conversation.messages.length > 0 ? POSTED_ALONE[intent] : 0);
    if (!among(intent) || logit <= most) continue;
    best = intent;
    most = logit;
  }
  return best;
}

/** A question about a rule, a number or a yes is a FAQ where it is not about code and no steps answer it. */
function articleKind(
  conversation: ParsedConversation,
  shape: ConversationShape,
  intent: Exclude<ConversationIntent, "project-management">,
): ContentType {
  if (shape.authors < 2 || intent === "troubleshooting" || intent === "documentation") return intent;
  const asked = sentencesOf(conversation).filter(
    ({ message }) => message <= Math.max(0, shape.questionAt) && conversation.messages[message]?.author === shape.asker,
  );
  const isTechnical =
    conversation.pieces.some((piece) => piece.form === "code") || asked.some(({ acts }) => acts.technical);
  const fact = intent === "explanation" ? FACT : QUANTITY;
  if (isTechnical || !fact.test(asked.map(({ text }) => text).join("\n"))) return intent;
  return shape.answers.filter(({ acts }) => acts.step).length >= 2 ? "howto" : "faq";
}

/** Somebody writes up what nobody asked: a tutorial of many steps, else how to, else documentation. */
function writeUpKind(conversation: ParsedConversation, shape: ConversationShape): ContentType | null {
  const sentences = sentencesOf(conversation);
  const opening = conversation.messages[0]?.text ?? "";
  const steps = sentences.filter((piece) => piece.acts.step && (piece.listed || !piece.acts.question)).length;
  const isWriteUp =
    isMonologue(conversation, shape, sentences) ||
    (shape.questionAt === -1 &&
      sentences.length > 0 &&
      ((steps >= 3 && opening.length > SURELY_TOLD) || !asksOrComplains(conversation, shape)));
  if (!isWriteUp) return null;
  if (steps < 3) return "documentation";
  return steps >= 5 || GUIDE.test(opening) ? "tutorial" : "howto";
}

/** A short opening that seeks something, or tells others of trouble. */
function asksOrComplains(conversation: ParsedConversation, shape: ConversationShape): boolean {
  const troubled = sentencesOf(conversation).some(({ message, acts }) => message === 0 && acts.symptom);
  return ASKS.test(conversation.messages[0]?.text ?? "") || (troubled && shape.authors > 1);
}

/** Somebody explains without having been asked: most is said by the first speaker and the conversation begins with statements. */
function isMonologue(conversation: ParsedConversation, shape: ConversationShape, sentences: SentencePiece[]): boolean {
  const first = conversation.messages[0]?.author;
  const own = sentences.filter((piece) => conversation.messages[piece.message]?.author === first);
  const opening = own.slice(0, 2);
  const tells =
    opening.every((piece) => !piece.acts.question && !piece.acts.symptom) &&
    own.filter((piece) => piece.contentWords.length >= 3).length >= 3;
  return (
    tells && (shape.asker !== first || shape.questionAt > 0) && own.filter((piece) => piece.acts.question).length === 0
  );
}

function sentencesOf(conversation: ParsedConversation): SentencePiece[] {
  return conversation.pieces.filter((piece): piece is SentencePiece => piece.form === "sentence");
}
