import type { ContentType } from "../../../shared/domain/facets.ts";
import { cleanText } from "../clean-text.ts";
import { askedSentences } from "./asked-sentences.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { generalTitle, partyIn } from "./general-title.ts";
import { REFUSES } from "./give-way.ts";
import { impersonal } from "./impersonal.ts";
import { matterOf, matterWordsOf } from "./matter-words.ts";
import { OWN_DOING, tellsTrouble } from "./needs-reader.ts";
import type { ParsedConversation, SentencePiece } from "./parse-conversation.ts";
import { polish } from "./polish.ts";
import { answersOf, type Kept, sharedWith, subjectOf } from "./statements.ts";
import { plainText, titleFrom } from "./title.ts";
import { withItsMatter, withItsQuestion, withItsTrouble } from "./title-with-question.ts";
import { contentWordsOf } from "./words.ts";

export interface ConversationTitle {
  title: string;
  /** How clearly a person would know from it what the article is about; under 1.6 hardly. */
  points: number;
  /** The title without a question that only says what is asked about it. */
  matter: string;
}

export interface TitleContext {
  /** Asked for where nothing that was said makes a title. */
  keywords: () => string[];
  channelName: string;
  contentType: ContentType;
}

const MOST_CHARACTERS = 110;
const FEWEST_CHARACTERS = 14;
/** Points from which a title speaks for itself. */
const CLEAR = 1.6;
/** A later sentence must be this much better to win over an earlier one. */
const PER_SENTENCE = 0.5;

const ANNOUNCED =
  /\b(?:here(?:'s| is)(?: a| the)? (?:short |quick |little )?(?:guide (?:on|to|for) )?|(?:steps|instructions|guide|tutorial|procedure)(?: on| to| for)? |(?=how to ))(?:how (?:you |to |we )|to )?.+?(?=[,:.]|$)/i;
const DANGLING =
  /\b(?:its(?= (?:supposed|not|an?|the|like|just|been)\b)|it|this|that|these|those|them|they|he|she|there|one|ones|same)\b/gi;
/** "Is it possible to …" points at nothing. */
const IS_IT = /^is it (?=(?:possible|ok|okay|safe|worth|allowed)\b)/i;
const FIRST_PERSON = /^(?:i|we|my|our|me|you|your|u|he|she|they|someone|somebody)\b/i;
const ABOUT_ASKING =
  /^(?:(?:can|may|could) (?:i|we|you|u|any(?:one|body))\b.{0,12}\b(?:ask|help|post)|are (?:you|there any)|(?:is|are|has|have|does|do|anyone) ?any|is (?:any|some)|do(?:es)? (?:you|u|anyone|anybody)\b|did you|have you|what error|where are you|how are you|did i)\b/i;
/** Tells what there is before it tells what is wanted. */
const SETS_THE_SCENE =
  /^(?:say\b|suppose|imagine|let'?s say|currently|here is|follow|am i|so far|being an?\b|(?:i(?:'ve| have)? )?(?:created?|have|use|made|wrote|cloned|installed|added)\b)|\bbut no solutions?\b|searching the (?:internet|web)|[{}]|\b\w+\.\w+\s*\(.*=/i;
const NO_TITLE =
  /^\[[^\]]*\]$|^(?:regardless|unless|except|(?:i )?ran into (?:this|a|an|the)|this (?:is )?(?:the|my) code|then|and|but|or|so|because|also|like|for example|e\.g|i\. ?e|translated|never|had to|would be|x =|export |created? from|isn't|aren't|not|nothing|maybe|just|yes|ok)\b|^no\b(?! (?!one\b|idea\b|luck\b|problem\b|way\b|need\b)[\w-]+ [\w-])|[{}();=]{2,}|\w\(.*["']|left out\)|\b(?:my|to|the|a|an|and|or|of|with|from|against)$/i;

/** What a person would search for: the asker's question, else the trouble reported, else what a write-up announces. */
export function titleOf(
  conversation: ParsedConversation,
  shape: ConversationShape,
  kept: Kept[],
  { keywords, channelName, contentType }: TitleContext,
): ConversationTitle {
  const known = new Set(answersOf(kept).flatMap((item) => [...item.stems, ...matterOf(item.text)]));
  const party = partyIn(conversation.messages.map(({ text }) => text).join(" "));
  const titled = (text: string) => generalTitle(impersonal(titleFrom(text, conversation.names)), known, party);
  const scored =
    shape.questionAt === -1
      ? titlesOfWriteUp(conversation, kept, titled)
      : titlesOfQuestion(conversation, shape, kept, titled);
  const found = scored[0] ?? null;
  if (found) {
    const { title, points, matter = title } = found;
    const isTrouble = contentType === "troubleshooting";
    // Where nothing is wrong in the title, it says so itself to whoever judges it, and not to its readers.
    return {
      title: isTrouble && tellsTrouble(title) ? asFix(title) : title,
      points,
      matter: isTrouble ? asFix(matter) : matter,
    };
  }
  const words = keywords().slice(0, 3).join(", ");
  const place = plainText(cleanText(channelName)).replace(/^#/, "");
  const title = words
    ? `About ${words}`
    : place
      ? `Conversation in #${place}`.slice(0, MOST_CHARACTERS)
      : "A short conversation";
  return { title, points: -1, matter: title };
}

/** Trouble that is told, not asked, is what the article fixes. */
function asFix(title: string): string {
  const isAsked = title.endsWith("?") || /^(?:how|what|where|when|which|why|fix)\b/i.test(title);
  return isAsked ? title : `Fix: ${title}`;
}

/** A sentence as a title of anybody's case. */
type Titled = (text: string) => string;

interface Scored {
  title: string;
  points: number;
  /** Where it is not the title. */
  matter?: string;
}

function titlesOfQuestion(
  conversation: ParsedConversation,
  shape: ConversationShape,
  kept: Kept[],
  titled: Titled,
): Scored[] {
  const answer = new Set(answersOf(kept).flatMap((item) => [...item.stems]));
  const asked = askedSentences(conversation, shape, kept);
  const returning = returningIn(asked.map(({ text }) => text));
  const candidates = asked.flatMap(({ text, asks, reports, before }, index) => {
    const next = asked[index + 1];
    const namesSubject = !asks && next?.asks === true && POINTS_AT.test(next.text) && matterOf(text).size >= 3;
    return phrasesOf(text, before, titled).map(({ title, isWhole }): Scored => {
      if (!isUsable(title)) return { title, points: Number.NEGATIVE_INFINITY };
      const stems = subjectOf(title);
      const words = title.split(/\s+/).length;
      const pronouns = title.replace(IS_IT, "").match(DANGLING)?.length ?? 0;
      const points =
        Math.min(5, matterOf(title).size) * 0.5 -
        Math.max(0, stems.size - 7) * 0.25 +
        Math.min(3, sharedWith(stems, answer)) * 0.5 +
        Math.min(3, sharedWith(stems, returning)) * 0.4 +
        Number(asks && (isWhole || title.endsWith("?") || GOOD_START.test(title))) * 1.2 +
        Number(reports) * 0.6 +
        Number(NAMES_ERROR.test(title)) * 0.8 +
        Number(
          GOOD_START.test(title) || (asks && /^(?:can|could|does|do|is|are|will|should|has|have)\b.*\?$/i.test(title)),
        ) *
          1.1 -
        Number(!asks && !reports && !namesSubject) * 0.8 +
        Number(namesSubject) * 0.9 -
        Number(SUBORDINATE.test(title)) * 2.5 -
        Math.min(2, pronouns) * 0.9 -
        Number(VAGUE.test(title)) * 1.6 -
        Math.max(0, words - 9) * 0.14 -
        Number(title.includes("…")) * 1.5 -
        Number(FIRST_PERSON.test(title)) * 2 -
        Number(OWN_DOING.test(title)) * 1.5 -
        Number(ABOUT_ASKING.test(title)) * 1.5 -
        Number(SETS_THE_SCENE.test(title)) * 1.2 -
        Number(ENDS_OPEN.test(title) && !PARTICLE.test(title)) * 1.5 -
        Math.min(6, index) * PER_SENTENCE;
      return { title, points };
    });
  });
  const [best, ...others] = candidates
    .filter(({ points }) => points !== Number.NEGATIVE_INFINITY)
    .toSorted((a, b) => b.points - a.points);
  if (!best) return [];
  // Somebody has to find a better one, but what the asker said is nearer to it than three words.
  if (best.points <= 0) return [{ ...best, points: 0 }, ...others];
  const isRefused = REFUSES.test(answersOf(kept)[0]?.text ?? "");
  const told = isRefused ? withItsTrouble(best.title, asked, titled) : best.title;
  const whole = told === best.title ? withItsQuestion(best.title, asked, titled) : told;
  return [{ ...best, title: withItsMatter(whole, asked, answer), matter: best.title }, ...others];
}

/** A sentence as a title, and what is left of it when a clause before or after is cut off. */
function phrasesOf(text: string, before: string, titled: Titled): { title: string; isWhole: boolean }[] {
  const whole = withSubject(text, before);
  const cuts = new Set([whole]);
  const mark = /\?\s*$/.test(whole) ? "?" : "";
  const core = mark ? AT_QUESTION.exec(whole)?.[1] : undefined;
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
  return [...cuts].map((cut, index) => ({ title: titled(cut), isWhole: index === 0 }));
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
  /(?:[,;:–]|\.{2,}|…|\s-|\b(?:but|so|and))\s*((?:how (?:do|can|to|should|would|could)|what(?:['’]s)? (?:is|are|does|do|the)|why (?:is|are|does|do|did)|where (?:is|are|do|can|to)|when (?:do|should|is)|which|is (?:there|it|the)|are there|can (?:i|we|you)|should (?:i|we)|does (?:it|the|this)|do (?:i|we)|will (?:it|the)|what about)\b[^,;:]{10,}\?+)\s*$/i;
/** "They drop off the wifi, the order is gone, people walk back": the first of several clauses. */
const AT_COMMA =
  /^([^,;()"]{24,}?), (?=(?:the|it|people|they|nobody|everybody|all|\d)\b|(?:\w+ ){1,2}(?:is|are|was|were|has|have|goes?|gets?|says?)\b)\S[^,]{8,}/i;
const AT_COLON = /^(.{4,60}?:)\s+(\S.{11,})$/;
const ERROR_PHRASE =
  /\b(?:[A-Z]\w*(?:Error|Exception)\b(?:: (?:[^.?!\n]|\.(?=\w)){3,60}(?!\w))?|error:? (?=["“'`A-Z])(?:[^.?!\n]|\.(?=\w)){5,90}(?!\w))/;
const NAMES_ERROR = /\w(?:Error|Exception)\b|\berror\b/i;
const GOOD_START =
  /^(?:how to|why|what is|what are|what's|where to|which|is it possible|difference between|what does|when to)\b/i;
/** Speaks of what only the conversation shows. */
const VAGUE =
  /\b(?:following|below|above|this (?:error|problem|issue|message|code|one|thing)|something|somehow|anything|stuff|things?|do that|do this|like that|like this|these lines|so far|(?:any|some)one(?= (?:know|help|tell|explain|else|please|here|point|show|give|have|had|seen)\w*\b)|brief explanation|good (?:article|idea)|any (?:way|ideas?|help)|your code|(?:my|the) question|same (?:thing|problem|error|issue))\b|removed\]|�|Ã/i;
/** A clause that hangs on another. */
const SUBORDINATE =
  /^(?:preferably|ideally|hopefully|when(?!['’]s\b| (?:to|is|are|do|does|will|should|can|was)\b)|if|while|after|since|as|because|without|on|by|at|to|for example|and|or|but|actually|basically|just|also|then|even|now|there is already|does not|did not|doesn['’]t)\b(?![^?]*, \w)/i;
const ENDS_OPEN =
  /\b(?:to|the|a|an|of|with|for|in|on|at|by|and|or|that|which|is|are|like|as follows|from|into|your|than|but|if|when)\??$/i;

/** "when people plug in" ends there. */
const PARTICLE =
  /\b(?:plug|log|sign|opt|check|turn|click|hand|type|key|come|go|switch|hang|stay|carry|move|start|stop|time|roll|shut|run|back)\w*(?: it| them)? (?:in|on|up|off|out|by|over)\??$|\b(?:come|deal|start|go|live|interact)s? with\??$/i;

/** "Do I have to set it up again?" says nothing without the sentence before it. */
const POINTS_AT =
  /\b(?:it|this|that|these|those|them|one)\b(?! (?:possible|necessary|normal|ok|okay|enough|true|safe)\b)/i;

/** Words that come back in what is asked: its subject. */
function returningIn(sentences: string[]): Set<string> {
  const seen = new Set<string>();
  const returning = new Set<string>();
  for (const sentence of sentences)
    for (const word of subjectOf(sentence)) (seen.has(word) ? returning : seen).add(word);
  return returning;
}

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

/** The heading or first words of somebody who explains unasked; never one of its steps. */
function titlesOfWriteUp(conversation: ParsedConversation, kept: Kept[], titled: Titled): Scored[] {
  const opening = conversation.pieces.filter((piece): piece is SentencePiece => piece.form === "sentence").slice(0, 3);
  for (const piece of opening) {
    const announced = ANNOUNCED.exec(piece.text)?.[0] ?? /\bhow to\b.+?(?=[,:.]|$)/i.exec(piece.text)?.[0];
    const goal = announced && /\b(?:how (?:you|to|we)|to|on|for)\s+(.+)$/i.exec(announced)?.[1];
    const title = goal && !/^\S+ (?:it|this|that|these|them)\b/i.test(goal) ? titled(`how to ${goal}`) : "";
    if (title && isUsable(title)) return [{ title, points: CLEAR }];
  }
  const told = kept.filter((item) => item.form === "sentence" && !item.listed);
  const scored = [...opening.filter((piece) => !piece.acts.smallTalk && !piece.acts.greeting), ...told.slice(0, 4)].map(
    (item, index) => {
      const isStep = "isStep" in item ? item.isStep : item.acts.step;
      const clause =
        polish(item.text, conversation.names).split(/(?<=\w{3}[^,]{18,}), |: |; | – | — | so (?=\w)/)[0] ?? "";
      const title = titled(clause);
      const words = contentWordsOf(title).length;
      const points =
        Math.min(5, words) * 0.5 -
        index * PER_SENTENCE -
        Number(isStep) * 2 -
        Number(FIRST_PERSON.test(title)) -
        (title.match(DANGLING)?.length ?? 0) * 0.7;
      return { title, points: isUsable(title) && words >= 2 ? points : Number.NEGATIVE_INFINITY };
    },
  );
  return scored.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points);
}

/** Says by itself what it is about. */
function isUsable(title: string): boolean {
  if (/[^\p{ASCII}]{6,}/u.test(title) && /\p{L}{6,}|[\p{Script=Han}\p{Script=Hiragana}]{3,}/u.test(title)) return true;
  const words = matterWordsOf(title);
  const asks = /^(?:how|why|what|where|when|which|who|is|are|do|does|can|should|could|has|have|will)\b/i.test(title);
  return (
    (words.length >= 2 || (words.length === 1 && asks && title.length >= 18)) &&
    title.length >= FEWEST_CHARACTERS &&
    !NO_TITLE.test(title.replace(/[?…]+$/, "").replace(/(?<=\b(?:come|deal|start|go|live|interact)s?) with$/i, ""))
  );
}
