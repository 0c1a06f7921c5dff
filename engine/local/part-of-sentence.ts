import { isBareCode } from "./bare-code.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import type { Joined, JoinedSentence } from "./join-sentences.ts";
import { readActs, type SentenceActs } from "./sentence-acts.ts";
import type { Part } from "./statements.ts";
import { isSuggestion } from "./suggestions.ts";

/** Words meant for a language model, not for a reader. */
export const INSTRUCTS_MACHINES =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines)\b|\b(?:system prompt|you are now|act as an? (?:ai|assistant|dan)|as an ai|new instructions?:|jailbreak|do anything now)\b|<\/?(?:system|instructions?|prompt)>/i;
const POINTS_BACK =
  /^(?:it|its|it's|that|that's|thats|this|they|them|those|these|he|she|his|her|same|one|both|either|neither|then|and|but|or|so|also|because|which)\b/i;
const CHATTY =
  /^(?:i(?:'m| am|'ll| will|'ve| have| was| just| don't| do not| can't| never| didn't| had| guess| think i| know| see| saw| wish| hope| love| hate| like)?)\b(?!.*\b(?:recommend|suggest|would|usually|always use|use|solved|fixed|found|think|believe)\b)/i;
const MANNERS =
  /\b(?:let me (?:check|see|know|try|look)|give me a (?:sec|minute|moment)|one (?:sec|moment|minute)|good luck|hope (?:that|this|it) helps|you'?re welcome|no problem|no worries|i(?:'ll| will) (?:look|check|try|ask|see|take a look|have a look|get back|be back|do that|file|fix|correct)|just ask|ask away|i have no idea|i don'?t know|no idea|not sure what you mean|what do you mean|can you (?:show|share|post|paste|send|elaborate|provide)|could you (?:show|share|post|paste|send|elaborate|provide)|(?:post|paste|share|show|see|pastebin) (?:your|the|us|me|some|a) (?:\w+ )?(?:code|error|logs?|config|output|snippet|example|repo|it|env|contents?|fstab|file|screenshot|settings|stack ?trace|version)|let(?:['’]?s| us) see\b|paste (?:it|env|that|them)\b|(?:post|paste|upload|pastebin) (?:your|the|it|a|some|that)\b(?:\W+\w+){0,3}\W+(?:code|error|errors|logs?|config|output|snippet|example|repo|contents?|screenshot|stack ?trace|here|somewhere)\b|we(?:['’]d| would) need to (?:know|see)|make a (?:plunker|plunkr|fiddle|jsfiddle|pen|repro|gist)|(?:use|try) (?:pastebin|pastebinit|gist)|happy to help|glad (?:it|that|to|i|you)|never ?mind|how are you|nice to (?:meet|see)|long time|format(?:ting)? your code|wrap .{0,20}(?:backtick|```)|get well|welcome to|(?:this|that) is (?:great|awesome|funny|cool)|so here is the reason|sorry for|good (?:question|point|catch)|you'?re (?:both )?(?:\w+ )?right\b)/i;
/** Says that one shares the trouble, asks back, or speaks of how others speak: nothing to learn from. */
const CONVERSATIONS_ABOUT_CONVERSATION =
  /\bi(?:'m| am)?(?: also)? (?:have|having|had|got|get|getting|see|seeing)(?: a| an| the)?(?: really| very| exactly)? (?:same|similar)\b|\bme too\b|\bupvote\b|^(?:so |and )?(?:you|u) mean\b|\b(?:he|she|they)(?:'s| is|'re| are)? (?:saying|asking|talking about)\b|\bi(?:'m| am) telling you\b|\bexplain more\b|\bnot seeing (?:the|your)\b|\bapolog(?:y|ies|ise|ize)\b|\b(?:sorry|excuse me) (?:for|about|if)\b|\b(?:noob|newbie|stupid|dumb|silly) question\b|^\((?:also|btw|by the way|just)\b|\bcan (?:someone|anyone|you|u) (?:please )?help (?:me|m|us)\b.{0,12}$/i;
const SOLVED_BY_ASKER =
  /\b(?:got it (?:to (?:work|run)|work\w*|run\w*)(?: now)? (?:by|using|with)|turn(?:s|ed) out|the (?:problem|issue|reason|cause|culprit|trick|solution|fix) (?:was|is|turned)|fixed (?:it|this|that) by|solved (?:it|this|that)? ?by|i (?:had|have|needed|just needed|forgot|missed|was missing) (?:to|a|an|the|my)|\w+ing .{3,60} (?:fixed|solved|worked|did it|did the trick|helped))\b/i;
const SHORT_ANSWER = /\d|\b(?:yes|no|never|always|only|both|either|neither|with|without)\b/i;

/** Whoever writes at length sets headings in bold. */
const HEADING = /^(?:\d+[.)]\s*)?\*\*(?:\d+[.)]\s*)?([^*]{3,80}?)[.:]?\*\*[.:]?$/;

export function isHeading(text: string): boolean {
  return HEADING.test(text);
}

/** The words of a heading; null when the sentence is none. */
export function headingIn(text: string): string | null {
  return HEADING.exec(text)?.[1] ?? null;
}

/** A sentence of this many words of substance says more than its manners. */
const LONG = 7;
const ASKS_TO_TRY = /^(?:(?:can|could) you |you (?:can|could|should) |please |maybe )*(?:try|check)\b/i;

/** "Then post it in #orders": a step whose place is a channel, no word about where one should talk. */
const ACTS_IN_CHANNEL =
  /\b(?:post|write|send|share|announce|report|put|paste|drop|enter|tell|note|upload|forward|tag|mention|open|start)\b[^.?!]*\b(?:in|to|into|on|via) #[\p{L}\p{N}][\p{L}\p{N}_-]*/iu;
const SENDS_AWAY =
  /\b(?:this (?:channel|room|chat|group)|(?:wrong|right|other|another|better) (?:channel|room|place)|off[ -]?topic|your question|ask (?:again )?in|instead\b)/i;

const WRONG_PLACE = /\b(?:wrong|not the right) (?:channel|room)\b|\boff[ -]?topic\b/i;

export const actsInChannel = (text: string): boolean => ACTS_IN_CHANNEL.test(text) && !SENDS_AWAY.test(text);

/** "Hi Sneha, the run goes every Tuesday and Friday" greets and tells. */
const A_GREETING = 7;

/** Not for an article, whoever says it. */
export function isNoise({ acts, text, contentWords, listed }: JoinedSentence): boolean {
  const words = contentWords.length;
  if (isHeading(text)) return false;
  return (
    INSTRUCTS_MACHINES.test(text) ||
    acts.botNoise ||
    /^[*^]\s?\w+$/.test(text) ||
    acts.smallTalk ||
    (WRONG_PLACE.test(text) && words < 8) ||
    (acts.thanks && words < 4 && !/\d|[=→]/.test(text)) ||
    (acts.greeting && words < 2 && text.split(/\s+/).length < A_GREETING) ||
    CONVERSATIONS_ABOUT_CONVERSATION.test(text) ||
    (MANNERS.test(text) && !(words >= LONG && (acts.advice || acts.step))) ||
    (acts.meta &&
      !isSaidOfWork(text, listed && acts.step) &&
      !acts.technical &&
      !acts.advice &&
      !acts.policy &&
      words < 6 &&
      !actsInChannel(text)) ||
    (acts.social && !acts.technical && !acts.advice && !acts.policy && !acts.step && words < 6 && !isSolid(text, acts))
  );
}

/** "Admin > Identity > SAML", "Normal window, not admin, otherwise it registers for the wrong profile": no remark about the chat. */
const isSaidOfWork = (text: string, isListedStep: boolean): boolean =>
  isListedStep || / > |→/.test(text) || (text.split(/\s+/).length >= 9 && !SENDS_AWAY.test(text));

/** Amounts, bold words, a reason or a real question: office matters are told in words of daily life, too. */
function isSolid(text: string, acts: SentenceActs): boolean {
  const length = text.split(/\s+/).length;
  return (/\d|\*\*|→/.test(text) && length >= 5) || (acts.cause && length >= 6) || (acts.question && length >= 6);
}

/** "If it does not light up, call the warehouse": a step that is due in one case. */
const IN_A_CASE = /^(?:if|when|once|unless|until|in case|should)\b [^,:]{3,90}[,:] (?=\S+ \S)/i;

export function isStepInCase(text: string): boolean {
  const step = text.replace(IN_A_CASE, "");
  return step !== text && !text.includes("?") && readActs(step).step;
}

const SAYS_IT_WORKS =
  /^(?:(?:it|that|this|everything|all|now|yes|yep|yeah|ok|oh|great|perfect|cool|nice|awesome|finally)\b.*|(?:works?|worked|working|fixed|solved|done)\b.*|.{0,12}\bworks?(?: now| fine| great| for me)?[.!]*)$/i;

/** Whoever counts means every point of it. */
const COUNTS = /^(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth|fifth|finally|lastly)\b,/i;
/** "Do ls -al ~/.wine to see all": a command without the marks of one. */
const RUNS_COMMAND =
  /\b(?:do|run|type|enter|use|try|execute)\s+["“']?(?:sudo\s+)?[a-z][\w.-]*\s+(?:--?[a-z]|~?\/|\.\/)/i;
/** A sentence of an answer that says something by itself; the sentences around it may then stay with it. */
export function teaches({ acts, text, contentWords, listed }: JoinedSentence): boolean {
  // "Up to five days move to the next year on their own": plain words say as much as rare ones when there are many.
  const words = Math.max(contentWords.length, Math.floor(text.split(/\s+/).length / 3));
  if (
    acts.question ||
    (acts.confirmation && SAYS_IT_WORKS.test(text) && words < 8) ||
    (isChatty(text) && !acts.cause && !acts.step)
  )
    return false;
  if (
    acts.step ||
    listed ||
    acts.policy ||
    actsInChannel(text) ||
    isStepInCase(text) ||
    COUNTS.test(text) ||
    RUNS_COMMAND.test(text) ||
    /`[^`]+`|→/.test(text)
  )
    return words >= 1;
  if (acts.advice || acts.cause || /https?:/.test(text)) return words >= 2;
  if (acts.explanation || acts.technical) return words >= 3;
  if (/\d|\*\*/.test(text) && text.split(/\s+/).length >= 7 && !acts.hedge && !acts.status) return true;
  return words >= 5 && !acts.social && !acts.status && !acts.scheduling && !acts.planning && !acts.hedge;
}

function isChatty(text: string): boolean {
  return CHATTY.test(text);
}

/** What the asker says before anybody answers. */
export function partOfQuestion({ acts, text, contentWords }: JoinedSentence): Part | null {
  const words = contentWords.length;
  if (acts.question) return words >= 2 || (words === 1 && text.split(/\s+/).length >= 6) ? "question" : null;
  if (words < 2 || (acts.meta && words < 4)) return null;
  return acts.symptom ? "symptom" : "context";
}

/** "So for everyone: `npm run dev:cert`, then restart the browser": the asker says what it took, in order. */
const sumsUp = (text: string) =>
  (text.match(/`[^`]+`|→/g)?.length ?? 0) >= 2 && /\b(?:then|first|plus)\b/i.test(text) && !text.includes("?");

/** What the asker adds once there is an answer: only how it was solved. */
export function partOfSolution({ acts, text, contentWords }: JoinedSentence): Part | null {
  if (acts.question || contentWords.length < 2 || !(SOLVED_BY_ASKER.test(text) || sumsUp(text))) return null;
  return acts.cause ? "cause" : "fix";
}

/** "I was asked three times how to …, so here is the whole thing, once": why it is told. */
const ASKS_TO_READ =
  /^(?:please |do |and )*read (?:it|this|that|all of (?:it|this)|on)\b|^(?:(?:all|everyone|everybody|team)(?: \w+)?,? )?please (?:note|read)[.!:]*$/i;
const ANNOUNCES_ALL =
  /^(?!.*\d+\s?%)[^.]*\b(?:so|and|but)?,? ?here(?:['’]s| is| it is| goes| are)\b[^.]*\b(?:whole (?:thing|story)|once (?:and )?for all|, once|it all|everything|all of it|in one place)\b[^.]*[.:!]?$/i;
/** 'Not "soon?", not "????"': the mark is not the writer's. */
const quotesQuestion = (text: string) =>
  text.includes("?") && !text.replace(/"[^"]*"|“[^”]*”/g, "").includes("?") && !/^(?:how|what|why|who)\b/i.test(text);
const ANNOUNCES_LIST = /\b(?:how|guide|steps|instructions|procedure)\b.*:$/i;

/** What is told without having been asked; `isWriter`: by the one who began, whose few words count as well. */
export function partOfWriteUp(piece: JoinedSentence, next: Joined | undefined, isWriter: boolean): Part | null {
  const { acts, contentWords } = piece;
  if (isWriter && isHeading(piece.text)) return "explanation";
  if (isWriter && piece.message === 0 && (ANNOUNCES_ALL.test(piece.text) || ASKS_TO_READ.test(piece.text))) return null;
  // "Here is how to set it up:" before a list is the title's matter.
  if (next?.form === "sentence" && next.listed && ANNOUNCES_LIST.test(piece.text)) return null;
  const fewest = isWriter && !acts.hedge ? 1 : 2;
  const leadsIn = piece.text.endsWith(":") && (next?.form === "code" || next?.listed === true);
  const asks = acts.question && !leadsIn && !quotesQuestion(piece.text);
  const isExact = isWriter && /\d/.test(piece.text) && piece.text.split(/\s+/).length >= 5;
  if (asks || (!isExact && !leadsIn && contentWords.length < fewest && !isFollowedByCode(piece, next) && !piece.listed))
    return null;
  return acts.cause && !acts.step ? "cause" : acts.step || acts.advice ? "fix" : "explanation";
}

/** "What I do is …" tells, though it begins like a question. */
const TELLS = /^(?:what|how|where|when) (?:i|you|we|they|it)\b[^?]*$/i;

/** What others answer; `inTeaching`: its message teaches, so what is around the teaching stays with it. */
export function partOfAnswer(
  piece: JoinedSentence,
  inTeaching: boolean,
  previousKept: boolean,
  next: Joined | undefined,
  shape: ConversationShape,
): Part | null {
  const { acts, text, contentWords } = piece;
  const words = contentWords.length;
  if (isBareCode(text) || (COUNTS.test(text) && !acts.question)) return "fix";
  const suggests = isSuggestion(text.replace(/^(?:@?\S+[:,]\s+)/, "")) && words >= 1;
  const tells = suggests || (!text.includes("?") && (ASKS_TO_TRY.test(text) || (TELLS.test(text) && words >= 4)));
  if (acts.question && !tells) return null;
  if (!inTeaching && !tells) return isShortAnswer(piece, shape) ? "explanation" : null;
  const offers = text.split(/\s+/).length >= 8 && /\byou\b/i.test(text) && !acts.hedge && !acts.confirmation;
  if (isChatty(text) && !acts.advice && !acts.step && !acts.cause && !offers) return null;
  const pointsBack = POINTS_BACK.test(text.replace(/^(?:@\S+\s+|yes,?\s+|yeah,?\s+|ok,?\s+)+/i, ""));
  // What the first answer points back at is the question.
  const isFirst = piece.message <= shape.questionAt + 1;
  if (pointsBack && !previousKept && !isFirst && words < 3 && !/\d/.test(text)) return null;
  if (words === 0 && !isFirst && !isFollowedByCode(piece, next) && !/`|https?:|\d/.test(text)) return null;
  if (words < 2 && text.split(/\s+/).length < 4 && !isFollowedByCode(piece, next) && !SHORT_ANSWER.test(text))
    return null;
  if (acts.cause && !acts.step && !ASKS_TO_TRY.test(text)) return "cause";
  return suggests || acts.step || actsInChannel(text) || acts.advice || ASKS_TO_TRY.test(text) ? "fix" : "explanation";
}

function isFollowedByCode(piece: JoinedSentence, next: Joined | undefined): boolean {
  return next?.form === "code" && next.message - piece.message <= 1;
}

/** Reacts to the question without answering it. */
const NO_ANSWER =
  /^(?:\S+[:,] )?(?:(?:hm+|huh|what|why|ok(?:ay)?|hi|hey|hello|lol|oh|ah|wow|nice|cool|sure|yes|yeah|yep|no|nope|maybe|idk|dunno|same|not seen|never seen (?:it|that|this)(?: before)?|interesting|really|sorry|thanks?|indeed|good|great|exactly|me too|ditto|google|what'?s up)\b[\s!.?:,)…]*)+$/i;

/** "Five." right after the question is an answer, however short. */
function isShortAnswer(piece: JoinedSentence, shape: ConversationShape): boolean {
  const length = piece.text.split(/\s+/).length;
  const isFirst =
    piece.message === (shape.answers[0]?.message ?? shape.questionAt + 1) || piece.message === shape.questionAt + 1;
  return (
    isFirst &&
    !isChatty(piece.text) &&
    !NO_ANSWER.test(piece.text) &&
    (SHORT_ANSWER.test(piece.text) || length >= 4 || (!piece.acts.confirmation && /[a-z]{2}/i.test(piece.text)))
  );
}

export function salienceOf(piece: JoinedSentence, part: Part, meetsQuestion: number): number {
  const { acts } = piece;
  return (
    Math.min(12, piece.contentWords.length) / 3 +
    (piece.text.length > 320 ? -1.5 : 0) +
    meetsQuestion * 0.8 +
    Number(acts.step) * 1.5 +
    Number(acts.advice) * 1.2 +
    Number(acts.cause) * 1.2 +
    Number(acts.explanation) * 0.5 +
    Number(acts.technical) * 0.6 +
    Number(part === "fix") * 0.4 +
    Number(acts.policy) * 0.8 -
    Number(acts.hedge) * 0.8 -
    Number(acts.social) -
    Number(acts.meta) * 0.6 -
    Number(pointsBack(piece.text)) * 0.8
  );
}

/** Begins with a word for something named before. */
export function pointsBack(text: string): boolean {
  return POINTS_BACK.test(text);
}
