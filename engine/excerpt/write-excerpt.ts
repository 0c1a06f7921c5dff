import type { Section, SectionRole, Statement, WrittenArticle } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import type { ContentType } from "../../shared/domain/facets.ts";
import type { WritingContext } from "../contract.ts";
import { endsWith, isQuestion, opensWith } from "../language/meanings.ts";
import { addRedactions, redact } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";
import { type ReadConversation, type ReadPiece, readConversation } from "../text/read-conversation.ts";
import { authorOf, kindOf, type Shape, shapeOf } from "../text/shape.ts";
import { correctionsIn, isRefuted } from "./corrections.ts";
import { categoryOf, difficultyOf, priorityOf, vocabularyOf } from "./labels.ts";
import { asks, isAlone, keptOf, mayAsk, tells } from "./select.ts";
import { titleOf } from "./title.ts";
import { asSentence, namesOf, trimmed } from "./trims.ts";

const WORDS_PER_MINUTE = 200;
const MOST_SUMMARY = 2;

/** Writes an article of people's own sentences: the question becomes the title, answers are quoted word for word. */
export function writeExcerpt(given: Conversation, { channelName, knownTags }: WritingContext): WrittenArticle {
  const { safe, redactions } = withoutSecrets(given);
  const conversation = readConversation(safe);
  const shape = shapeOf(conversation);
  const names = namesOf(conversation.messages.map(({ authorName }) => authorName));
  const title = titleOf(conversation, shape, names);
  const contentType = kindOf(shape);
  const { summary, body } = partsOf(conversation, shape, contentType, names);
  const texts = [...summary, ...body.flatMap(({ statements }) => statements)].map(({ text }) => text);
  return {
    title,
    summary,
    body,
    contentType,
    category: categoryOf(conversation, channelName),
    difficulty: difficultyOf(conversation),
    priority: priorityOf(contentType),
    ...vocabularyOf(texts, title, names, knownTags),
    estimatedReadTime: Math.max(1, Math.ceil([title, ...texts].join(" ").split(/\s+/).length / WORDS_PER_MINUTE)),
    redactions,
  };
}

/** Makes the first direct answer the summary; the question and all other pieces follow in order, one paragraph a turn. */
function partsOf(conversation: ReadConversation, shape: Shape, contentType: ContentType, names: ReadonlySet<string>) {
  const kept = keptOf(conversation, shape, names);
  const corrected = correctionsIn(conversation, shape, kept);
  const told = kept.flatMap((piece): ExcerptLine[] => {
    const statement = statementOf(piece, conversation, names, corrected);
    if (!statement) return [];
    const asksByWords = asks(piece) || isQuestion(statement.text);
    const isSure = MARKED.test(statement.text) || (asksByWords && isAlone(piece, conversation));
    return [{ piece, statement, asks: isSure, mayAsk: asksByWords || mayAsk(piece, conversation) }];
  });
  const opening = new Set(shape.questionAt === -1 ? [] : shape.opening);
  const asked = told.filter(({ piece }) => opening.has(piece));
  const answered = told.filter(({ piece }) => !opening.has(piece));
  const direct = directAnswerOf(answered, conversation, shape);
  const summary = liftable(direct, answered, names);
  const rest = answered.filter((item) => !summary.includes(item));
  const [first, then] = ROLES[contentType] ?? ["explanation", "explanation"];
  const turn = turnOf(direct[0], conversation);
  const body = [
    ...sectionsOf(asked, shape, conversation, () => first),
    ...sectionsOf(rest, shape, conversation, ({ message }) => (turn.includes(message) ? then : "explanation")),
  ];
  const whole = body.length ? body : sectionsOf(summary, shape, conversation, () => then);
  return { summary: summary.map(({ statement }) => statement), body: whole };
}

interface ExcerptLine {
  piece: ReadPiece;
  statement: Statement;
  /** Asks with a mark, or by its words where they are the whole message. */
  asks: boolean;
  /** True when it asks or may ask: it cannot answer. "Muss man oft wiederholen" after other sentences is one of these. */
  mayAsk: boolean;
}

const MARKED = /[?？؟]["'”’)*_]*$/;

/** Roles of the asking and the answering section, by content type. */
const ROLES: Partial<Record<ContentType, [SectionRole, SectionRole]>> = {
  faq: ["question", "answer"],
  howto: ["question", "answer"],
  troubleshooting: ["symptom", "fix"],
};

/** Takes the first direct answer up to a list, code or a doubt; empty if only a later question has a direct answer. */
function directAnswerOf(answered: ExcerptLine[], conversation: ReadConversation, shape: Shape): ExcerptLine[] {
  const isAskers = ({ piece }: ExcerptLine) => authorOf(conversation, piece) === shape.asker;
  const byAnybody = isAnnounced(shape);
  const begin = answered.findIndex(
    (item) =>
      stands(item) && (byAnybody || !isAskers(item)) && isDirect(item.piece.message, answered, conversation, shape),
  );
  const first = answered[begin];
  // "Then it is the cable" cannot be understood without the message before it.
  if (!first || first.piece.means("follows")) return [];
  const said = answered.findIndex((item) => !item.mayAsk && !isAskers(item));
  const isFurther = ({ asks: isAsked, piece }: ExcerptLine) =>
    isAsked && authorOf(conversation, piece) !== authorOf(conversation, first.piece);
  if (answered.slice(Math.max(0, said), begin).some(isFurther)) return [];
  const turn = answered.slice(begin);
  const end = turn.findIndex((item) => item.piece.message !== turn[0]?.piece.message || !stands(item));
  const standing = turn.slice(0, Math.min(MOST_SUMMARY, end === -1 ? turn.length : end));
  // Two lines without a mark between them would read as one sentence.
  const open = standing.findIndex(({ statement }) => !isClosed(statement));
  const whole = open === -1 ? standing : standing.slice(0, open + 1);
  // A sentence that introduces a list stays with the list.
  return whole.at(-1)?.piece.text.endsWith(":") ? whole.slice(0, -1) : whole;
}

/**
 * Returns the first sentences of an answer that can stand above the question: they are understood without the lines between
 * the two, and the line behind them is understood without them.
 */
function liftable(direct: ExcerptLine[], answered: ExcerptLine[], names: ReadonlySet<string>): ExcerptLine[] {
  const begin = answered.indexOf(direct[0] as ExcerptLine);
  const end = direct.findIndex(({ piece }) => !isBare(piece) && !standsAlone(piece, names, begin > 0));
  const lifted = end === -1 ? direct : direct.slice(0, end);
  const next = answered[begin + lifted.length];
  const leans = next !== undefined && LEANING.some((meaning) => opensWith(next.piece.tokens, meaning) > 0);
  return leans || lifted.every(({ piece }) => isBare(piece)) ? [] : lifted;
}

/** "Yes." and "No." say enough only together with the sentence behind them. */
const isBare = ({ content, tokens }: ReadPiece) => content.length === 0 && tokens.length <= 1;

/**
 * "31 October, unless we get frost before" stands alone; "6 weeks, Sam" and "Not 8192" do not. "Fonts render differently there"
 * refers to the line before it, which is the question unless others stand between.
 */
function standsAlone(piece: ReadPiece, names: ReadonlySet<string>, isLater: boolean): boolean {
  const words = piece.content.filter((word) => !names.has(word));
  const numbers = piece.tokens.filter(({ word }) => /\d/.test(word) && !words.includes(word));
  const refers = isLater && piece.means("refers");
  return words.length + numbers.length >= LEAST_CONTENT && !refers && !/^(?:not|nicht)\b/i.test(piece.text);
}

/** Openings that refer to the line before: "That passes", "Then it is the cable", "Takes ten minutes". */
const LEANING = ["refers", "follows", "elides"] as const;
const LEAST_CONTENT = 2;

/** Whether the statement is plain: no question, no guess, and not taken back. */
const stands = ({ piece, statement, mayAsk: isOpen }: ExcerptLine) =>
  piece.form === "sentence" &&
  !piece.listed &&
  !(isOpen || piece.means("doubts") || statement.text.startsWith("~~")) &&
  // "Five days, isn't it": for assent.
  endsWith(piece.tokens, "seeksAssent") === piece.tokens.length;

/** Whether the conversation is an announcement: nobody asks, and the opening announces or is longer than all replies. */
function isAnnounced({ questionAt, opening, answers }: Shape): boolean {
  const lengthOf = (pieces: ReadPiece[]) => pieces.reduce((sum, { text }) => sum + text.length, 0);
  const announces = opening.some((piece) => piece.listed || piece.means("announces"));
  return questionAt === -1 && (announces || lengthOf(opening) > lengthOf(answers));
}

/** Whether the message is a direct answer: begins with a plain statement, informs, is no joke, and is not refuted later. */
function isDirect(message: number, answered: ExcerptLine[], conversation: ReadConversation, shape: Shape): boolean {
  const own = answered.filter(({ piece }) => piece.message === message);
  const isJoke = own.length === 1 && LAUGHS.test(conversation.messages[message]?.text ?? "");
  const begins = own[0] !== undefined && stands(own[0]);
  const tellsSomething = own.some(
    (item) => stands(item) && (tells(item.piece) || item.piece.content.length >= TELLING_CONTENT),
  );
  return begins && !isJoke && tellsSomething && !isRefuted(message, conversation, shape);
}

/** With this many content words a sentence counts as informative without any cue. */
const TELLING_CONTENT = 4;
const LAUGHS = /[😂🤣😄😆😜😉]|\b(?:lol|haha+)\b/u;

/** The answer's message and the author's further messages directly after it. */
function turnOf(answer: ExcerptLine | undefined, { messages }: ReadConversation): number[] {
  if (!answer) return [];
  const from = answer.piece.message;
  const end = messages.findIndex(({ author }, at) => at > from && author !== messages[from]?.author);
  return messages.map((_, at) => at).slice(from, end === -1 ? messages.length : end);
}

/**
 * Makes a section of each person's turn, and of each list. A further question, also one back, and what somebody else answers
 * have their roles; other turns are paragraphs, and a line without a mark at its end is one by itself.
 */
function sectionsOf(
  told: ExcerptLine[],
  { opening }: Shape,
  { messages }: ReadConversation,
  roleOf: (piece: ReadPiece) => SectionRole,
): Section[] {
  const sections: Section[] = [];
  let turn = "";
  let question: ReadPiece | undefined;
  for (const item of told) {
    const { piece, statement } = item;
    const author = messages[piece.message]?.author ?? "";
    const last = sections.at(-1);
    const asksOn = item.asks && !opening.includes(piece);
    const layout = piece.form === "code" && last ? last.layout : LAYOUTS[piece.listed ?? "none"];
    const key = `${author} ${layout} ${asksOn}`;
    const goesOn = last !== undefined && key === turn;
    const isSameParagraph = layout !== "prose" || last?.statements.every(isClosed);
    if (goesOn && isSameParagraph && !piece.opensParagraph) last.statements.push(statement);
    else {
      const isReply = question !== undefined && replies(piece, question, messages);
      const role =
        layout === "steps"
          ? "steps"
          : goesOn
            ? "explanation"
            : asksOn
              ? "question"
              : isReply
                ? "answer"
                : roleOf(piece);
      sections.push({ role, heading: null, layout, statements: [statement] });
      question = asksOn ? piece : undefined;
    }
    turn = key;
  }
  return sections;
}

/** Whether the next message, by another person, answers from its first words on. */
const replies = ({ message, text }: ReadPiece, question: ReadPiece, messages: ReadConversation["messages"]) =>
  message === question.message + 1 &&
  messages[message]?.author !== messages[question.message]?.author &&
  messages[message]?.pieces[0]?.text === text;

const isClosed = ({ form, text }: Statement) => form === "code" || CLOSED.test(text);
const CLOSED = /(?:[.!?:…。！？؟]["'”’)*_~]*|https?:\/\/\S+)$/u;

const LAYOUTS = { number: "steps", bullet: "bullets", none: "prose" } as const;

function statementOf(
  piece: ReadPiece,
  { messages }: ReadConversation,
  names: ReadonlySet<string>,
  corrected: ReadonlyMap<ReadPiece, ReadPiece>,
): Statement | null {
  const by = corrected.get(piece);
  const sources = [piece.message, ...(by ? [by.message] : [])].flatMap((at) => messages[at]?.externalId ?? []);
  const cited = [...new Set(sources)];
  if (piece.form === "code") return { form: "code", text: piece.text, language: piece.language, sources: cited };
  const text = trimmed(piece.text, names);
  if (!text) return null;
  const sentence = asSentence(text);
  return { form: "sentence", text: by ? `~~${sentence}~~` : sentence, language: null, sources: cited };
}

function withoutSecrets(conversation: Conversation) {
  const lists: WrittenArticle["redactions"][] = [];
  const messages = conversation.messages.map((message) => {
    const { text, redactions } = redact(cleanText(message.text));
    lists.push(redactions);
    return { ...message, text, author: { ...message.author, name: redact(message.author.name).text } };
  });
  return { safe: { ...conversation, messages }, redactions: addRedactions(lists) };
}
