import type { AskedSentence } from "./asked-sentences.ts";
import { matterWordsOf } from "./matter-words.ts";
import { contentWordsOf } from "./words.ts";

/** A sentence as a title of anybody's case. */
export type Titled = (text: string) => string;

/** What may be the title, with the points that speak for it. */
export interface ScoredTitle {
  title: string;
  points: number;
  /** Where it is not the title. */
  matter?: string;
  /** What it was made of. */
  from?: AskedSentence;
}

/** Points from which a title speaks for itself. */
export const CLEAR = 1.6;
/** A later sentence must be this much better to win over an earlier one. */
export const PER_SENTENCE = 0.5;
export const DANGLING =
  /\b(?:its(?= (?:supposed|not|an?|the|like|just|been)\b)|it|this|that|these|those|them|they|he|she|there|one|ones|same)\b/gi;
export const FIRST_PERSON = /^(?:i|we|my|our|me|you|your|u|he|she|they|someone|somebody)\b/i;

const FEWEST_CHARACTERS = 14;
const NO_TITLE =
  /^\[[^\]]*\]$|^(?:regardless|unless|except|(?:i )?ran into (?:this|a|an|the)|this (?:is )?(?:the|my) code|then|and|but|or|so|because|also|like|for example|e\.g|i\. ?e|translated|never|had to|would be|x =|export |created? from|isn't|aren't|not|nothing|maybe|just|yes|ok)\b|^no\b(?! (?!one\b|idea\b|luck\b|problem\b|way\b|need\b)[\w-]+ [\w-])|[{}();=]{2,}|\w\(.*["']|left out\)|\bplease (?:read|note)$|\b(?:my|to|the|a|an|and|or|of|with|from|against)$/i;

/** A sentence as a title, and what is left of it when a clause before or after is cut off. */
export function phrasesOf(text: string, before: string, titled: Titled): { title: string; isWhole: boolean }[] {
  const whole = withSubject(text, before);
  const cuts = new Set([whole]);
  const mark = /\?\s*$/.test(whole) ? "?" : "";
  const core = endingQuestion(whole);
  if (core) cuts.add(core);
  for (const cut of [BEFORE_CLAUSE, BEFORE_SENTENCE, AFTER_CLAUSE, AT_COLON]) {
    const [, first = "", rest = ""] = cut.exec(whole) ?? [];
    if (first)
      cuts.add(
        cut === BEFORE_CLAUSE || cut === BEFORE_SENTENCE ? `${first}${ASKS_FIRST.test(first) ? mark : ""}` : rest,
      );
  }
  const first = AT_COMMA.exec(whole)?.[1];
  if (first) cuts.add(`${first}${mark && ASKS_FIRST.test(first) ? mark : ""}`);
  const error = ERROR_PHRASE.exec(whole)?.[0];
  if (error) cuts.add(error);
  if (!mark) for (const clause of clausesOf(whole)) cuts.add(clause);
  return [...cuts].map((cut, index) => ({ title: titled(cut), isWhole: index === 0 }));
}

/** "Ticket 48213, they imported 1,900 contacts and every birthday is wrong": the clauses of a report, each by itself. */
function clausesOf(text: string): string[] {
  const quoted: string[] = [];
  const kept = text.replace(QUOTED, (quote) => `\u{e000}${quoted.push(quote) - 1}\u{e001}`);
  const clauses = kept.split(BETWEEN_CLAUSES);
  return clauses.length < 2
    ? []
    : clauses
        .map((clause) => clause.replace(/\u{e000}(\d+)\u{e001}/gu, (_, at: string) => quoted[Number(at)] ?? "").trim())
        .filter(
          (clause, index) =>
            clause.split(/\s+/).length >= 3 &&
            !clause.includes("…") &&
            (index === 0 || HAS_SUBJECT.test(clause)) &&
            !/[(){}]/.test(clause),
        );
}

const HAS_SUBJECT =
  /^(?!(?:which|that|who|what|with|as|so|it|this|they|he|she|i|we|you)\b)(?:(?:in|on) (?:\p{Lu}\p{L}+ )?)?(?:the|an?|my|our|your|every\w*|all|nobody|nothing|customers?|clients?|guests?|people|man|lady|(?:\p{L}[\p{L}\d-]* ){1,3}(?:is|are|was|were|has|have|says?|shows?|keeps?|stays?|(?:wo|does|do|is|ca|did)n['’]?t))\b/iu;
const QUOTED = /"[^"]*"|“[^”]*”|`[^`]*`/gu;
const BETWEEN_CLAUSES =
  /[,;]\s+(?:(?:and|but|so)\s+)?|\s+(?:-|–|—)\s+|\s+(?:but|because|cos|so(?= (?:i|we|it|the)\b)|and(?= (?:i|we|it|the|my|our|they|he|she|nobody|nothing|now|then|every|everyone|some)\b))\s+/iu;

/** What a sentence asks at its end, behind what it tells; undefined where it asks nothing there. */
export function endingQuestion(text: string): string | undefined {
  const asked = AT_QUESTION.exec(text)?.[1];
  return asked && (asked.endsWith("?") || !/^which\b/i.test(asked)) ? asked : undefined;
}

const ASKS_FIRST =
  /^(?:\S+ ){0,4}?(?:how|what|why|where|when|which|who|is|are|does|do|can|could|should|would|will|has|have)\b/i;
/** The main clause, and what explains it. */
const BEFORE_CLAUSE =
  /^(.{14,}?)(?:[,;]?\s+(?:but|because|since|so that|so (?:i|when|my|the|it|we|they|as)|while|which|although|though|as i|(?:where|if|when|whenever|after) (?:i|you|we|they|people|somebody|someone|users?|customers?|he|she)|and (?:i|it|my|the|then|they|we|he|she|wants?|people)|without having|in order to|that (?:i|would|will|does)|or (?:are|is|should|do|does|can) )\b|\s+(?:-|–|—)\s+)(.+)$/i;
/** "It no longer starts.How do I …": a sentence without its space, and no dot of a name such as System.Threading. */
const BEFORE_SENTENCE = /^(.{14,}?(?<=\s\p{Ll}+))\.(\p{Lu}\p{Ll}*\s.+)$/u;
/** "When I start the worker, the token is refused": what happens is the matter. */
const AFTER_CLAUSE = /^((?:when(?:ever)?|if|after|since|while|in|given|with|for|on)\b.{4,70}?,)\s+(.{12,})$/i;
/** "I have two modules, how do I check …?": what is asked comes last. */
const AT_QUESTION =
  /(?:[,;:–]|\.{2,}|…|\s-|\b(?:but|so|and))\s*((?:how (?:do|can|to|should|would|could)|what(?:['’]s)? (?:is|are|does|do|the)|why (?:is|are|does|do|did)|where (?:is|are|do|can|to)|when (?:do|should|is)|which|is (?:there|it|the)|are there|can (?:i|we|you)|should (?:i|we)|does (?:it|the|this)|do (?:i|we)|will (?:it|the)|what about)\b[^,;:]{10,}?\?*)[.!\s]*$/i;
/** "They drop off the wifi, the order is gone, people walk back": the first of several clauses. */
const AT_COMMA =
  /^([^,;()"]{24,}?), (?=(?:the|it|people|they|nobody|everybody|all|\d)\b|(?:\w+ ){1,2}(?:is|are|was|were|has|have|goes?|gets?|says?)\b)\S[^,]{8,}/i;
const AT_COLON = /^(.{4,60}?:)\s+(\S.{11,})$/;
const ERROR_PHRASE =
  /\b(?:[A-Z]\w*(?:Error|Exception)\b(?:: (?:[^.?!\n]|\.(?=\w)){3,60}(?!\w))?|error:? (?=["“'`A-Z])(?:[^.?!\n]|\.(?=\w)){5,90}(?!\w))/;
/** "Scanners again. They drop off the wifi" → "Scanners drop off the wifi": the short sentence before names the subject. */
function withSubject(text: string, before: string): string {
  const leading = /^(?:they|it|that|this|these)\s+(?=(?!'s|is|are|was)\w)/i.exec(text);
  const subject = before
    .replace(/[.!?:…\s]+$/, "")
    .replace(/^(?:ok|hi|hey|hello|so|also|and|the)\b[,\s]*/i, "")
    .replace(/\b(?:again|too|also|now|today)\b/gi, "")
    .trim();
  const isNoun =
    subject && subject.split(/\s+/).length <= 3 && contentWordsOf(subject).length > 0 && !/[:,`]/.test(subject);
  return leading && isNoun ? `${subject} ${text.slice(leading[0].length)}` : text;
}

/** Says by itself what it is about. */
export function isUsable(title: string): boolean {
  if (/[^\p{ASCII}]{6,}/u.test(title) && /\p{L}{6,}|[\p{Script=Han}\p{Script=Hiragana}]{3,}/u.test(title)) return true;
  const words = matterWordsOf(title);
  const asks = /^(?:how|why|what|where|when|which|who|is|are|do|does|can|should|could|has|have|will)\b/i.test(title);
  return (
    (words.length >= 2 || (words.length === 1 && asks && title.length >= 18)) &&
    title.length >= FEWEST_CHARACTERS &&
    !NO_TITLE.test(title.replace(/[?…]+$/, "").replace(/(?<=\b(?:come|deal|start|go|live|interact)s?) with$/i, ""))
  );
}
