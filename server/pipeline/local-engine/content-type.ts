import type { ContentType } from "../../../shared/domain/facets.ts";
import { detectorModel } from "./detector-model.ts";
import { intentLogits, TALK_INTENTS, type TalkIntent } from "./intent-model.ts";
import { type AskedPart, askedPartOf } from "./question-cues.ts";
import type { SentencePiece, Talk } from "./read-talk.ts";
import type { TalkShape } from "./talk-shape.ts";

/** What a talk is. Only content types become articles. */
export type TalkKind = ContentType | "review" | "bug-report" | "api-change" | "project-management" | "other";

/** Posted alone, questions are of all intents alike; in a chat most ask how, or why something fails. */
const POSTED_ALONE: Record<TalkIntent, number> = {
  howto: 0,
  troubleshooting: 0,
  explanation: 0.7,
  documentation: 0,
  "project-management": -3,
};
/** Characters from which a first message of several steps and no question of its own tells how something is done. */
const SURELY_TOLD = 400;
/** Under this probability of knowledge a talk without plans is chatter. */
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

/** Which kind of article the talk makes. */
export function contentTypeOf(talk: Talk, shape: TalkShape): ContentType {
  const told = writeUpKind(talk, shape);
  if (told) return told;
  const intent = likeliest(talk, shape, askedPartOf(talk, shape), (one) => one !== "project-management");
  return intent === "project-management" ? "explanation" : articleKind(talk, shape, intent);
}

/** What the talk is, article or not. */
export function kindOfTalk(talk: Talk, shape: TalkShape): TalkKind {
  const told = writeUpKind(talk, shape);
  const part = askedPartOf(talk, shape);
  const intent = told ? null : likeliest(talk, shape, part, () => true);
  if (intent === "project-management") return intent;
  const model = detectorModel();
  const isPost = shape.authors < 2;
  if (!isPost && model.probabilityOf(model.logitOf(talk, shape, 0)) < CHATTER) return "other";
  if (isPost && !told && !ASKS.test(part.text) && part.text.length < 200) return "other";
  if (BUG_REPORT.test(part.text)) return "bug-report";
  if (isPost && REVIEW.test(part.text)) return "review";
  if (isPost && API_CHANGE.test(part.text)) return "api-change";
  return told ?? (intent ? articleKind(talk, shape, intent) : "other");
}

function likeliest(talk: Talk, shape: TalkShape, part: AskedPart, among: (intent: TalkIntent) => boolean): TalkIntent {
  const logits = intentLogits(part);
  let best: TalkIntent = "howto";
  let most = Number.NEGATIVE_INFINITY;
  for (const [index, intent] of TALK_INTENTS.entries()) {
    const logit = (logits[index] ?? 0) + (shape.authors < 2 && talk.messages.length > 0 ? POSTED_ALONE[intent] : 0);
    if (!among(intent) || logit <= most) continue;
    best = intent;
    most = logit;
  }
  return best;
}

/** A question about a rule, a number or a yes is a FAQ where it is not about code and no steps answer it. */
function articleKind(talk: Talk, shape: TalkShape, intent: Exclude<TalkIntent, "project-management">): ContentType {
  if (shape.authors < 2 || intent === "troubleshooting" || intent === "documentation") return intent;
  const asked = sentencesOf(talk).filter(
    ({ message }) => message <= Math.max(0, shape.questionAt) && talk.messages[message]?.author === shape.asker,
  );
  const isTechnical = talk.pieces.some((piece) => piece.form === "code") || asked.some(({ acts }) => acts.technical);
  const fact = intent === "explanation" ? FACT : QUANTITY;
  if (isTechnical || !fact.test(asked.map(({ text }) => text).join("\n"))) return intent;
  return shape.answers.filter(({ acts }) => acts.step).length >= 2 ? "howto" : "faq";
}

/** Somebody writes up what nobody asked: a tutorial of many steps, else how to, else documentation. */
function writeUpKind(talk: Talk, shape: TalkShape): ContentType | null {
  const sentences = sentencesOf(talk);
  const opening = talk.messages[0]?.text ?? "";
  const steps = sentences.filter((piece) => piece.acts.step && (piece.listed || !piece.acts.question)).length;
  const isWriteUp =
    isMonologue(talk, shape, sentences) ||
    (shape.questionAt === -1 &&
      sentences.length > 0 &&
      ((steps >= 3 && opening.length > SURELY_TOLD) || !asksOrComplains(talk, shape)));
  if (!isWriteUp) return null;
  if (steps < 3) return "documentation";
  return steps >= 5 || GUIDE.test(opening) ? "tutorial" : "howto";
}

/** A short opening that seeks something, or tells others of trouble. */
function asksOrComplains(talk: Talk, shape: TalkShape): boolean {
  const troubled = sentencesOf(talk).some(({ message, acts }) => message === 0 && acts.symptom);
  return ASKS.test(talk.messages[0]?.text ?? "") || (troubled && shape.authors > 1);
}

/** Somebody explains without having been asked: most is said by the first speaker and the talk begins with statements. */
function isMonologue(talk: Talk, shape: TalkShape, sentences: SentencePiece[]): boolean {
  const first = talk.messages[0]?.author;
  const own = sentences.filter((piece) => talk.messages[piece.message]?.author === first);
  const opening = own.slice(0, 2);
  const tells =
    opening.every((piece) => !piece.acts.question && !piece.acts.symptom) &&
    own.filter((piece) => piece.contentWords.length >= 3).length >= 3;
  return (
    tells && (shape.asker !== first || shape.questionAt > 0) && own.filter((piece) => piece.acts.question).length === 0
  );
}

function sentencesOf(talk: Talk): SentencePiece[] {
  return talk.pieces.filter((piece): piece is SentencePiece => piece.form === "sentence");
}
