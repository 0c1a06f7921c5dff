import { readMessages } from "./answer-cues.ts";
import { likelihoodOf } from "./answers-in.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { isPersonal } from "./impersonal.ts";
import { matterWordsOf } from "./matter-words.ts";
import { gapsIn, isHalf, readerCues, titleCues } from "./needs-reader.ts";
import type { ParsedConversation, SentencePiece } from "./parse-conversation.ts";
import { pointsBack } from "./part-of-sentence.ts";
import { rememberingLast } from "./remember.ts";
import { ANSWERS, answersOf, type Kept, sharedWith, subjectOf } from "./statements.ts";
import { contentWordsOf } from "./words.ts";

export interface Told {
  /** The part of the conversation the article is about. */
  conversation: ParsedConversation;
  shape: ConversationShape;
  told: Kept[];
  title: string;
  /** The same with the question that only says what is asked about it. */
  wholeTitle: string;
  titlePoints: number;
  contradictions: number;
  /** The detector's, 0 to 1. */
  score: number;
  /** Messages of the conversation that are about something else. */
  leftOut: number;
  /** Something of it looked like knowledge. */
  isAnything: boolean;
  /** The platform itself says that its messages belong together. */
  isThread: boolean;
}

const CARELESS =
  /(?<![\w'’])(?:u|ur|im|dont|doesnt|didnt|cant|wont|isnt|thats|ive|pls|plz|gonna|wanna|lol|haha|dunno|tho|ya|yea|i|teh|wich|becouse)(?![\w'’])/g;
const STILL_WRONG = /\b(?:still|not work|n['’]t work|same (?:error|problem|issue)|no luck|tried that)\b/i;
/** Points at what only the conversation shows. */
const VAGUE =
  /\b(?:it|these|those|they|them|something|anyone|someone|somebody|thing)\b|\bthis\b(?! (?:year|quarter|month|week|morning|time)\b)|\bthat(?: one)?[?]?$|\b(?:this|that) (?:error|problem|issue|code|message|one|is|was|does)\b/i;

/** What an article looks like to who has to decide whether it goes out: by name, roughly 0 to 3 each. */
export const publishFeatures = (given: Told): Record<string, number> => ({
  ...featuresWithoutTitle(given),
  ...titleFeatures(given),
});

const questionOf = ({ conversation, shape }: Told) => conversation.messages[Math.max(0, shape.questionAt)];

/** Those that are known before a title is looked for. */
export const featuresWithoutTitle = rememberingLast((given: Told): Record<string, number> => {
  const { conversation, shape, told, contradictions, score, leftOut, isThread } = given;
  const answers = answersOf(told);
  const question = questionOf(given);
  const firstAnswer = answers[0]?.messages[0] ?? 0;
  const waitMs = Math.max(0, (conversation.messages[firstAnswer]?.sentAt ?? 0) - (question?.sentAt ?? 0));
  return {
    score: Math.log((score + 0.01) / (1.01 - score)),
    asked: Number(shape.questionAt !== -1),
    messages: Math.log1p(conversation.messages.length),
    leftOut: Math.log1p(leftOut),
    people: Math.log(Math.max(1, shape.authors)),
    thanked: Number(shape.isThanked),
    confirmed: Number(shape.isConfirmed),
    gaps: Math.min(3, gapsIn(conversation)),
    contradictions,
    wait: (Math.log1p(waitMs / 60_000) / 3) * (isThread ? IN_THREAD : 1),
    threaded: Number(isThread),
    linked: linkOf(conversation, shape, answers),
    unused: unusedOf(conversation, told),
    asksPerson: Number(ASKS_PERSON.test((question?.text ?? "").slice(0, 300))),
    alsoAsked: Math.min(3, new Set(told.map(({ alsoAsked }) => alsoAsked)).size - 1),
    ...wordingFeatures(answers),
    ...courseFeatures(given, answers),
  };
});

/** The others, of the best title there could be. */
export const OF_BEST_TITLE: Record<string, number> = {
  onSubject: 4,
  titlePoints: 6,
  titleLength: 0,
  titleLong: 0,
  titleAsks: 1,
  titleVague: 0,
  chat: 0,
  titleHalf: 0,
  titleStory: 0,
  titleOfCase: 0,
  titleOccasion: 0,
  matter: 6,
};

function titleFeatures(given: Told): Record<string, number> {
  const { title, wholeTitle, titlePoints, told } = given;
  const titleWords = title.split(/\s+/).length;
  const asked = new Set([...subjectOf(questionOf(given)?.text ?? ""), ...subjectOf(title)]);
  const answers = answersOf(told);
  const answerStems = new Set(answers.flatMap(({ form, stems }) => (form === "sentence" ? [...stems] : [])));
  return {
    onSubject: Math.min(4, sharedWith(answerStems, asked)),
    titlePoints: Math.max(-2, Math.min(6, titlePoints)),
    titleLength: Math.abs(Math.log(titleWords / 7)),
    titleLong: Math.max(0, titleWords - 10) / 4,
    titleAsks: Number(/^(?:how|what|where|which|why|is|are|does|do|can|should|when|fix)\b/i.test(title)),
    titleVague: Number(VAGUE.test(title.replace(/^is it (?:possible|necessary)/i, ""))) + Number(isPersonal(title)),
    chat: Number(ABOUT_CHAT.test(title)),
    titleHalf: Number(isHalf(title)),
    ...titleCues(wholeTitle),
    matter: Math.min(6, matterWordsOf(title).length),
  };
}

/** The share of sentences for which something holds; 0 without sentences. */
const shareIn = (sentences: Kept[]) => (test: (item: Kept) => boolean) =>
  sentences.length ? sentences.filter(test).length / sentences.length : 0;

/** How the answers are worded. */
function wordingFeatures(answers: Kept[]): Record<string, number> {
  const sentences = answers.filter(({ form }) => form === "sentence");
  const share = shareIn(sentences);
  const words = sentences.map(({ text }) => text.split(/\s+/).length);
  const prose = sentences.map(({ text }) => text.replace(/`[^`]*`|https?:\/\/\S+/g, " ")).join(" ");
  return {
    answers: Math.log1p(sentences.length),
    answerWords: Math.log1p(words.reduce((sum, count) => sum + count, 0)),
    shortest: share(({ text }) => text.split(/\s+/).length < 5),
    quoted: share(({ text }) => text.includes("“")),
    pointsBack: share(({ text }) => pointsBack(text)),
    opensBack: Number(pointsBack(sentences[0]?.text ?? "")),
    asksBack: share(({ text }) => text.includes("?")),
    speaksToYou: share(({ text }) => /\byou(?:r|['’]re)?\b/i.test(text)),
    teaches: share(({ part, isStep }) => part !== "explanation" || isStep),
    hedged: share(({ text }) =>
      /\b(?:maybe|perhaps|i think|i guess|probably|might|not sure|afaik|iirc|should be)\b/i.test(text),
    ),
    code: Number(answers.some(({ form }) => form === "code") || /`/.test(prose)),
    onlyLinks: Number(
      sentences.length > 0 &&
        sentences.every(({ text }) => contentWordsOf(text.replace(/https?:\/\/\S+/g, "")).length < 3),
    ),
    careless: Math.min(4, (prose.match(CARELESS)?.length ?? 0) / Math.max(1, sentences.length / 2)),
    // How a team that explains to its own people writes: "our", menu paths, bold names, lists.
    ownVoice: share(({ text }) => /\b(?:our|we|us)\b/i.test(text)),
    marked: share(({ text, listed }) => listed || /→|\*\*[^*]+\*\*|`[^`]+`/.test(text)),
    sentenceWords: Math.min(20, words.reduce((sum, count) => sum + count, 0) / Math.max(1, words.length)) / 10,
    ownCapitals: share(({ text }) => /^[\p{Lu}\d"“`*]/u.test(text)),
  };
}

/** What was said after the first answer and by whom. */
function courseFeatures({ conversation, shape, told }: Told, answers: Kept[]): Record<string, number> {
  const { asker } = shape;
  const sentences = answers.filter(({ form }) => form === "sentence");
  const share = shareIn(sentences);
  const firstAnswer = answers[0]?.messages[0] ?? 0;
  const ofAsker = conversation.pieces.filter(
    (piece): piece is SentencePiece =>
      piece.form === "sentence" && conversation.messages[piece.message]?.author === asker,
  );
  // What answered a further question is an answer, too.
  const lastAnswer = Math.max(0, ...told.filter(({ part }) => ANSWERS.has(part)).flatMap(({ messages }) => messages));
  // Further questions that the article answers as well.
  const followed = new Set(told.flatMap(({ alsoAsked }) => alsoAsked?.message ?? []));
  const after = ofAsker.filter(({ message }) => message > lastAnswer);
  const answering = ofAsker.filter(({ message }) => message > firstAnswer);
  const others = otherAskers(conversation, shape, answers.find(({ author }) => author !== asker)?.author ?? "");
  return {
    stillWrong: Number(after.some(({ text, acts }) => STILL_WRONG.test(text) && !acts.confirmation && !acts.thanks)),
    asksOn: Number(after.some(({ acts }) => acts.question)),
    troubleBetween: Math.min(3, answering.filter(({ text, acts }) => acts.symptom || STILL_WRONG.test(text)).length),
    questionsBetween: Math.min(
      3,
      answering.filter(({ acts, message }) => acts.question && !followed.has(message)).length,
    ),
    otherAskers: Math.min(3, others.size),
    byAskers: share(({ author }) => author !== asker && others.has(author)),
    helpers: new Set(sentences.map(({ author }) => author).filter((author) => author !== asker)).size,
    byAsker: share(({ author }) => author === asker),
    ...readerCues(conversation, shape, lastAnswer),
  };
}

/** In a thread an answer belongs to its question however late it comes. */
const IN_THREAD = 0.3;

/** Asks for what somebody likes, uses or does: an opinion, no knowledge. */
const ASKS_PERSON =
  /\b(?:favou?rites?|(?:do|did|are|have|would) (?:you|u)(?: guys| all)?\b(?! (?:have to|need to|know (?:how|why|what|where)))|you guys|your opinion|any(?:one|body) (?:here|using|use[sd]?|tried|interested|want|wanna|like)|what do you (?:think|use|prefer)|who (?:is|are|here|wants?|can)|recommend\w*|suggestions?|thoughts|worth (?:it|learning))\b/i;
const ABOUT_CHAT = /\b(?:this (?:channel|room|chat)|gitter|irc|bot|here|chat ?room)\b/i;

/** How likely the first answer answers the question, as a logit. */
function linkOf(conversation: ParsedConversation, shape: ConversationShape, answers: Kept[]): number {
  const answer = answers.find(({ author }) => author !== shape.asker)?.messages[0] ?? -1;
  if (shape.questionAt === -1 || answer <= shape.questionAt) return 0;
  return Math.max(-3, Math.min(3, likelihoodOf(readMessages(conversation), shape.questionAt, answer)));
}

/** Share of what others said that the article does not tell. */
function unusedOf(conversation: ParsedConversation, told: Kept[]): number {
  const used = new Set(told.flatMap(({ messages }) => messages));
  const said = conversation.messages
    .map(({ text }, at) => ({ at, length: text.length }))
    .filter(({ length }) => length >= 20);
  return said.length ? said.filter(({ at }) => !used.has(at)).length / said.length : 0;
}

/** Others than who answers first who ask something of their own: their conversation may have run into this one. */
function otherAskers(conversation: ParsedConversation, shape: ConversationShape, helper: string): Set<string> {
  return new Set(
    conversation.pieces.flatMap((piece) => {
      const author = conversation.messages[piece.message]?.author ?? "";
      const asks =
        piece.form === "sentence" &&
        author !== shape.asker &&
        author !== helper &&
        (piece.acts.question || piece.acts.symptom) &&
        /\b(?:i|i'm|im|my|we|any(?:one|body))\b/i.test(piece.text) &&
        matterWordsOf(piece.text).length >= 4;
      return asks ? [author] : [];
    }),
  );
}
