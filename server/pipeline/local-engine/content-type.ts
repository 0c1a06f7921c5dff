import type { ContentType } from "../../../shared/domain/facets.ts";
import type { SentencePiece, Talk } from "./read-talk.ts";
import type { TalkShape } from "./talk-shape.ts";

const HOW =
  /\bhow (?:do|can|to|would|should|could|did|does|might|are|is it)\b|\b(?:is there (?:a|an|any|some)\b.{0,30}\b(?:way|method|option|possibility|tool|command|trick)|(?:best|right|proper|correct|easiest|good|recommended) (?:way|approach|practice)|(?:possible|trying|want|need|like|able) to\b|where (?:do|can|should) (?:i|we|you)|looking for (?:a|an|some))/i;
const WHY =
  /\b(?:why (?:is|are|do|does|did|would|should|the|we|it|not)|what(?:'s| is| are) (?:the )?(?:difference|point|purpose|reason|meaning|benefit|advantage|use|deal)|what (?:does|do|is|are)\b|difference between|when (?:should|would|to) (?:i|we|you|use)?|should (?:i|we|you)\b|which (?:one )?(?:is|should|do|would)|(?:pros and cons|better than|vs\.?|versus|trade-?offs?)|mean(?:s|ing)?\b|does (?:\S+ ){1,4}(?:support|allow|work with|have|mean|require)|is (?:\S+ ){1,3}(?:supported|better|faster|required|deprecated|safe))/i;
/** Yes or no, how many, until when: questions with a short answer. */
const FACT =
  /(?:^|[.,:;!]\s|\b(?:and|but|so)\s)(?:can|may|could|do|does|did|is|are|am|will|would|has|have|how (?:many|much|long|often|late|early|big|old)|when|until|what(?:'s| is) the (?:limit|maximum|minimum|deadline|number|rule|size)|who|which)\b/im;
const TROUBLE =
  /\b(?:error|exception|fail(?:s|ed|ing|ure)?|crash\w*|broken|bug|stack ?trace|traceback|doesn'?t work|not work(?:ing)?|isn'?t working|stopped working|can(?:'|no)?t (?:get|make|connect|find|open|log|start|see|access|load|run|build|install|reach|use)|won'?t|wont|unable to|problem|issue|wrong|undefined|timeout|timed out|404|500|403|401|502|503|denied|refused|stuck|hangs?|weird|strange|no longer|unexpected|ignored|not (?:being )?(?:found|called|loaded|picked|recogni[sz]ed|showing|applied|rendered|updated|triggered|resolved|injected)|missing|get(?:ting)? (?:a|an|this|the) \w*(?:error|exception|warning)|keeps? \w+ing|but (?:it|i|the|this|that|nothing|when|still|no)|used to work|does ?n[o']t (?:\w+))\b/gi;

/** Words of trouble so plain that a post with one of them is about trouble. */
const PLAIN_TROUBLE = /\b(?:error|exception|fail|problem|issue|doesn't work)/i;
const ASKS =
  /\?(?:\s|$)|\b(?:i(?:'m| am|'ve| have)? (?:trying|want|need|would like|looking|wondering|using|getting|have|can'?t)|how (?:do|can|to|would|should)|is (?:there|it)|any (?:ideas?|help))\b/i;

/** A question somebody posts alone: by its plainest words, since no answer tells more. */
function kindOfPost(text: string): ContentType {
  if (PLAIN_TROUBLE.test(text)) return "troubleshooting";
  return /\bhow\b/i.test(text) ? "howto" : "explanation";
}

/** Which kind of article the talk makes, by stated rules on how it was asked and answered. */
export function contentTypeOf(talk: Talk, shape: TalkShape): ContentType {
  const sentences = talk.pieces.filter((piece): piece is SentencePiece => piece.form === "sentence");
  const asked = askedPart(talk, shape, sentences);
  const text = asked.map((piece) => piece.text).join(" ");
  const steps = sentences.filter((piece) => piece.acts.step && (piece.listed || !piece.acts.question));
  if (
    shape.authors === 1 &&
    steps.filter((piece) => piece.listed).length < 3 &&
    (shape.questionAt !== -1 || ASKS.test(talk.messages[0]?.text ?? ""))
  )
    return kindOfPost(talk.messages.map((message) => message.text).join("\n"));
  if (shape.questionAt === -1 || isMonologue(talk, shape, sentences)) {
    if (steps.length >= 3)
      return steps.length >= 5 ||
        /\b(?:tutorial|step by step|guide|walk ?through|here(?:'s| is) how you|first)\b/i.test(
          talk.messages[0]?.text ?? "",
        )
        ? "tutorial"
        : "howto";
    return "documentation";
  }
  const trouble = text.match(TROUBLE)?.length ?? 0;
  const hasTrace = talk.pieces.some(
    (piece) =>
      piece.form === "code" &&
      /error|exception|\bat \w+[.(]|traceback|failed/i.test(piece.text) &&
      talk.messages[piece.message]?.author === shape.asker,
  );
  const asksHow = HOW.test(text);
  const asksWhy = WHY.test(text);
  const asksFact = FACT.test(text);
  const reported = asked.some((piece) => piece.acts.symptom);
  if (
    trouble >= 2 ||
    hasTrace ||
    ((trouble === 1 || reported) && !asksHow && !(asksWhy && text.length < 140) && !(asksFact && !reported))
  )
    return "troubleshooting";
  const answerSteps = shape.answers.filter((piece) => piece.acts.step).length;
  const hasCode = talk.pieces.some((piece) => piece.form === "code");
  if (asksHow) return "howto";
  if (asksWhy && /\b(?:why|difference|mean(?:s|ing)?|point|purpose|vs|versus|better)\b/i.test(text))
    return "explanation";
  const isTechnical =
    asked.some((piece) => piece.acts.technical && /`|[a-z][A-Z]|\w\(|_|\.\w{2,4}\b/.test(piece.text)) || hasCode;
  if (asksFact) return answerSteps >= 2 ? "howto" : isTechnical ? "explanation" : "faq";
  if (asksWhy) return "explanation";
  return answerSteps >= 2 || hasCode ? "howto" : "explanation";
}

/** Everything the asker says up to the first answer. */
function askedPart(talk: Talk, shape: TalkShape, sentences: SentencePiece[]): SentencePiece[] {
  const firstAnswer = shape.answers[0]?.message ?? talk.messages.length;
  return sentences
    .filter((piece) => talk.messages[piece.message]?.author === shape.asker && piece.message < firstAnswer)
    .slice(0, 12);
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
