import type { ContentType } from "../../shared/domain/facets.ts";
import { cleanText } from "../text/clean-text.ts";
import { type AskedSentence, askedSentences, saidByAsker } from "./asked-sentences.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { generalTitle, partyIn } from "./general-title.ts";
import { REFUSES } from "./give-way.ts";
import { impersonal } from "./impersonal.ts";
import { matterOf } from "./matter-words.ts";
import { OWN_DOING, tellsTrouble, UNCLEAR } from "./needs-reader.ts";
import type { ParsedConversation, SentencePiece } from "./parse-conversation.ts";
import { answersOf, type Kept, sharedWith, subjectOf } from "./statements.ts";
import { plainText, titleFrom } from "./title.ts";
import { titlesOfWriteUp } from "./title-of-write-up.ts";
import {
  CLEAR,
  DANGLING,
  FIRST_PERSON,
  isUsable,
  PER_SENTENCE,
  phrasesOf,
  type ScoredTitle,
  type Titled,
} from "./title-phrases.ts";
import { topicsOf, withTopic } from "./title-topic.ts";
import { withItsMatter, withItsQuestion, withItsTrouble } from "./title-with-question.ts";

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
/** Points under which what is asked elsewhere may be the title, and how many sentences it stands behind. */
const LITTLE = 0.6;
const ELSEWHERE = 2;

/** "Is it possible to …" points at nothing. */
const IS_IT = /^is it (?=(?:possible|ok|okay|safe|worth|allowed)\b)/i;
const ABOUT_ASKING =
  /^(?:(?:can|may|could) (?:i|we|you|u|any(?:one|body))\b.{0,12}\b(?:ask|help|post)|are (?:you|there any)|(?:is|are|has|have|does|do|anyone) ?any|is (?:any|some)|do(?:es)? (?:you|u|anyone|anybody)\b|did you|have you|what error|where are you|how are you|did i)\b/i;
/** Tells what there is before it tells what is wanted. */
const SETS_THE_SCENE =
  /^(?:say\b|suppose|imagine|let'?s say|currently|here is|follow|am i|so far|being an?\b|(?:i(?:'ve| have)? )?(?:created?|have|use|made|wrote|cloned|installed|added)\b)|\bbut no solutions?\b|searching the (?:internet|web)|[{}]|\b\w+\.\w+\s*\(.*=/i;

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
      title: isTrouble && tellsTrouble(title) && !/: /.test(title.replace(QUOTED, "")) ? asFix(title) : title,
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

function titlesOfQuestion(
  conversation: ParsedConversation,
  shape: ConversationShape,
  kept: Kept[],
  titled: Titled,
): ScoredTitle[] {
  const answer = new Set(answersOf(kept).flatMap((item) => [...item.stems]));
  const asked = askedSentences(conversation, shape, kept);
  const found = titlesOfSentences(asked, 0, answer, titled);
  const saysLittle = (found[0]?.points ?? CLEAR) < LITTLE;
  const further = saysLittle ? titlesOfSentences(furtherSentences(conversation, asked), ELSEWHERE, answer, titled) : [];
  const isBetter = (further[0]?.points ?? 0) >= UNCLEAR;
  const [best, ...others] = isBetter ? further : found;
  if (!best) return [];
  // Somebody has to find a better one, but what the asker said is nearer to it than three words.
  const topics = () => topicsOf(conversation);
  if (best.points <= 0)
    return [
      { ...best, title: withItsMatter(best.title, asked, answer, topics), points: 0, matter: best.title },
      ...others,
    ];
  const isRefused = REFUSES.test(answersOf(kept)[0]?.text ?? "");
  const told = isRefused ? withItsTrouble(best.title, asked, titled) : best.title;
  const said = saidByAsker(conversation, shape).map(({ text, acts }) => ({ text, asks: acts.question }));
  const whole = told === best.title ? withItsQuestion(best, said, titled, topics) : told;
  const title = withItsMatter(whole, asked, answer, topics);
  return [
    {
      ...best,
      title:
        title === whole
          ? withTopic(title, topics(), best.points < UNCLEAR || (!best.from?.asks && best.points < CLEAR))
          : title,
      matter: best.title,
    },
    ...others,
  ];
}

/** What else its opener says first or asks, where nothing that was asked speaks for itself. */
function furtherSentences({ pieces, messages }: ParsedConversation, asked: AskedSentence[]): AskedSentence[] {
  const opener = messages[0]?.author;
  const reply = messages.findIndex(({ author }) => author !== opener);
  const sentences = pieces.filter((piece): piece is SentencePiece => piece.form === "sentence");
  const known = new Set(asked.map(({ text }) => beginningOf(text)));
  return sentences.flatMap(({ text, message, acts }, at) =>
    messages[message]?.author === opener &&
    !known.has(beginningOf(text)) &&
    !acts.thanks &&
    !ASIDE.test(text) &&
    (acts.question || (reply !== -1 && message < reply))
      ? [{ text, asks: acts.question, reports: acts.symptom, before: sentences[at - 1]?.text ?? "" }]
      : [],
  );
}

const ASIDE = /^(?:and )?(?:btw|by the way|unrelated|off.?topic)\b/i;
const beginningOf = (text: string) => text.slice(0, 15).toLowerCase();

/** The best first; `behind` is how far they stand behind the first that was asked. */
function titlesOfSentences(
  sentences: AskedSentence[],
  behind: number,
  answer: ReadonlySet<string>,
  titled: Titled,
): ScoredTitle[] {
  const returning = returningIn(sentences.map(({ text }) => text));
  const candidates = sentences.flatMap((from, index) => {
    const { text, asks, reports, before } = from;
    const next = sentences[index + 1];
    const namesSubject = !asks && next?.asks === true && POINTS_AT.test(next.text) && matterOf(text).size >= 3;
    return phrasesOf(text, before, titled).map(({ title, isWhole }): ScoredTitle => {
      if (!isUsable(title)) return { title, points: Number.NEGATIVE_INFINITY, from };
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
        Math.min(6, behind + index) * PER_SENTENCE +
        Number(!asks && (tellsTrouble(title) || /\bout of\b/i.test(title))) * 0.6 -
        Number(hasHalfQuotation(title)) * 3 -
        Number(!asks && CASE.test(title)) * 1.2 -
        Number(!asks && NOT_IT.test(title)) * 1.2 -
        Number(!asks && IN_A_HURRY.test(title)) -
        Number(!asks && (title.replace(QUOTED, "").match(/(?<![\p{L}\d-])\d[\d.,/]*/gu)?.length ?? 0) > 1) * 0.8 +
        Number(!asks && /\S ["“]/.test(title)) * 0.5;
      return { title, points, from };
    });
  });
  return candidates.filter(({ points }) => points !== Number.NEGATIVE_INFINITY).toSorted((a, b) => b.points - a.points);
}

const hasHalfQuotation = (title: string) => (title.match(/"/g)?.length ?? 0) % 2 === 1;
const IN_A_HURRY = /\b(?:today|tomorrow|tonight|yesterday|deadline is)\b/i;
/** "Film is not broken": what it is not. */
const NOT_IT = /\b(?:is|are) (?:not (?:broken|empty|full|dead)|fine|ok|okay|good|normal)(?:$|,)/i;
const QUOTED = /["“`][^"”`]*["”`]/g;
const CASE =
  /^(?:(?:[Tt]icket|[Oo]rder|[Cc]ase|(?:[Yy]ou )?[Ss]tarted|[Gg]ot an? (?:letter|mail|e-?mail|call|message))\b|(?:[Ll]etter|[Mm]ail|[Ee]-?mail|[Cc]all|[Mm]essage),|(?:[Cc]lient|[Cc]ustomer|[Gg]uest|[Tt]enant|[Ss]upplier) \p{Lu}\p{Ll}.*\b(?:in|at|from) \p{Lu}\p{Ll}+$|(?:[Tt]heir|[Hh]is|[Hh]er)\b)/u;
const NAMES_ERROR = /\w(?:Error|Exception)\b|\berror\b/i;
const GOOD_START =
  /^(?:how to|why|what is|what are|what's|where to|which|is it possible|difference between|what does|when to)\b/i;
/** Speaks of what only the conversation shows. */
const VAGUE =
  /\b(?:following|below|above|this (?:error|problem|issue|message|code|one|thing)|something|somehow|anything|stuff|things?|do that|do this|like that|like this|these lines|so far|(?:any|some)one(?= (?:know|help|tell|explain|else|please|here|point|show|give|have|had|seen)\w*\b)|brief explanation|good (?:article|idea)|any (?:way|ideas?|help)|your code|(?:my|the) question|same (?:thing|problem|error|issue))\b|removed\]|�|Ã/i;
/** A clause that hangs on another. */
const SUBORDINATE =
  /^(?!after \w+ing\b.{4,} (?:the|my|our|your|nothing|every\w*) \w|when(?:ever)? (?:i|you|we) .{6,} (?:it|the|nothing|everything|nobody) \w)(?:preferably|ideally|hopefully|when(?!['’]s\b| (?:to|is|are|do|does|will|should|can|was)\b)|if|while|after|since|as|because|without|on|by|at|to|for example|and|or|but|actually|basically|just|also|then|even|now|there is already|does not|did not|doesn['’]t)\b(?![^?]*, \w)/i;
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
