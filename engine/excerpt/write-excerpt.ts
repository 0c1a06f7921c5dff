import {
  DOUBT_ANSWERED_MESSAGE_DELETED,
  type Section,
  type SectionRole,
  type Statement,
  type WrittenArticle,
} from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import type { ContentType } from "../../shared/domain/facets.ts";
import type { WritingContext } from "../contract.ts";
import { isQuestion } from "../language/meanings.ts";
import { addRedactions, redactText } from "../redact/redact.ts";
import { cleanText, neutralizeMarkdown } from "../text/clean-text.ts";
import { type ParsedConversation, type ParsedPiece, parseConversationText } from "../text/read-conversation.ts";
import { type ConversationShape, detectContentType, detectShape } from "../text/shape.ts";
import { type Correction, findCorrections } from "./corrections.ts";
import { chooseCategory, chooseKeywordsAndTags, choosePriority, estimateDifficulty } from "./labels.ts";
import { asksQuestion, isInformative } from "./relevant-messages.ts";
import { isWholeMessage, mayBeQuestion, selectPieces } from "./select-pieces.ts";
import { chooseSummary, type ExcerptLine, endsWithPunctuation } from "./summary.ts";
import { chooseTitle } from "./title.ts";
import { capitalizeSentence, listNameParts, trimSentence } from "./trim-sentence.ts";

/** The usual speed of an adult who reads on a screen. */
const WORDS_PER_MINUTE = 200;

/**
 * Writes an article from people's own sentences. The question becomes the title, and answers are quoted word for word.
 */
export function writeExcerpt(given: Conversation, { channelName, knownTags }: WritingContext): WrittenArticle {
  const { safe, redactions } = withoutSecrets(given);
  const conversation = parseConversationText(safe);
  const shape = detectShape(conversation);
  const names = listNameParts(conversation.messages.map(({ authorName }) => authorName));
  const kept = selectPieces(conversation, shape, names);
  const corrected = findCorrections(conversation, shape, kept);
  const title = chooseTitle(conversation, shape, names, corrected);
  const contentType = detectContentType(shape);
  const lines = kept.flatMap((piece) => lineOf(piece, conversation, names, corrected));
  const { summary, body } = partsOf(lines, conversation, shape, contentType, names);
  const texts = [...summary, ...body.flatMap(({ statements }) => statements)].map(({ text }) => text);
  return {
    title,
    summary,
    body,
    contentType,
    category: chooseCategory(conversation, channelName),
    difficulty: estimateDifficulty(conversation),
    priority: choosePriority(contentType),
    ...chooseKeywordsAndTags(texts, title, names, knownTags),
    estimatedReadTime: Math.max(1, Math.ceil([title, ...texts].join(" ").split(/\s+/).length / WORDS_PER_MINUTE)),
    redactions,
  };
}

/**
 * Makes the first direct answer the summary. The question and all other lines follow in order, with one paragraph for
 * each person's consecutive messages.
 */
function partsOf(
  lines: ExcerptLine[],
  conversation: ParsedConversation,
  shape: ConversationShape,
  contentType: ContentType,
  names: ReadonlySet<string>,
) {
  const opening = new Set(shape.questionAt === -1 ? [] : shape.opening);
  const asked = lines.filter(({ piece }) => opening.has(piece));
  const answered = lines.filter(({ piece }) => !opening.has(piece));
  const { direct, summary } = chooseSummary(answered, conversation, shape, names);
  const rest = holdingFirst(
    answered.filter((item) => !summary.includes(item)),
    conversation,
  );
  const [first, then] = ROLES[contentType] ?? ["explanation", "explanation"];
  const turn = answerOf(turnOf(direct[0], conversation), answered, conversation, shape);
  const body = [
    ...sectionsOf(asked, shape, conversation, () => first),
    ...sectionsOf(rest, shape, conversation, ({ message }) => (turn.includes(message) ? then : "explanation")),
  ];
  const whole = body.length ? body : sectionsOf(summary, shape, conversation, () => then);
  return { summary: summary.map(({ statement }) => statement), body: whole };
}

function lineOf(
  piece: ParsedPiece,
  conversation: ParsedConversation,
  names: ReadonlySet<string>,
  corrected: ReadonlyMap<ParsedPiece, Correction>,
): ExcerptLine[] {
  const statement = statementOf(piece, conversation, names, corrected.get(piece));
  if (!statement) return [];
  const asksByWords = asksQuestion(piece) || isQuestion(statement.text);
  const isSure = MARKED.test(statement.text) || (asksByWords && isWholeMessage(piece, conversation));
  return [{ piece, statement, asks: isSure, mayAsk: asksByWords || mayBeQuestion(piece, conversation) }];
}

const MARKED = /[?？؟]["'”’)*_]*$/;

/** The roles of the sections with the question and the answer, by content type. */
const ROLES: Partial<Record<ContentType, [SectionRole, SectionRole]>> = {
  faq: ["question", "answer"],
  howto: ["question", "answer"],
  troubleshooting: ["symptom", "fix"],
};

/** Returns the positions of the answer's message and of its author's messages directly after it. */
const turnOf = (answer: ExcerptLine | undefined, conversation: ParsedConversation): number[] =>
  answer ? runFrom(answer.piece.message, conversation) : [];

/** Returns the position of a message and of its author's further messages directly after it. */
function runFrom(from: number, { messages }: ParsedConversation): number[] {
  const end = messages.findIndex(({ author }, at) => at > from && author !== messages[from]?.author);
  return messages.map((_, at) => at).slice(from, end === -1 ? messages.length : end);
}

/**
 * Returns the messages that answer the question: the first direct answer, unless another person later tells far more. A
 * short first answer is often wrong, and an expert corrects it.
 */
function answerOf(
  first: number[],
  lines: ExcerptLine[],
  conversation: ParsedConversation,
  { asker }: ConversationShape,
): number[] {
  const tellingIn = (turn: number[]) =>
    lines.filter(({ piece, mayAsk }) => turn.includes(piece.message) && !mayAsk && isInformative(piece)).length;
  const { messages } = conversation;
  const [from = -1] = first;
  const known = tellingIn(first);
  const fuller = lines.find(({ piece: { message } }) => {
    const author = messages[message]?.author;
    const begins = messages[message - 1]?.author !== author;
    const isOthers = message > from && author !== asker && author !== messages[from]?.author;
    return begins && isOthers && tellingIn(runFrom(message, conversation)) >= Math.max(1, known) * FAR_MORE;
  });
  const isOpen = from === -1 && lines.every(({ statement }) => statement.doubt === undefined);
  return isOpen || !fuller ? first : runFrom(fuller.piece.message, conversation);
}

const FAR_MORE = 3;

/**
 * Moves each line that somebody may have corrected behind its correction, so that a reader who stops early has read the
 * correction.
 */
function holdingFirst(lines: ExcerptLine[], conversation: ParsedConversation): ExcerptLine[] {
  const ids = conversation.messages.map(({ externalId }) => externalId);
  const isDoubted = ({ statement: { doubt } }: ExcerptLine) => doubt !== undefined;
  const ordered = lines.filter((line) => !isDoubted(line));
  for (const line of lines.filter(isDoubted).toReversed()) {
    const by = ids.indexOf(line.statement.correctedBy ?? "");
    const turn = by === -1 ? [] : runFrom(by, conversation);
    const correction = ordered.findLastIndex(({ piece }) => turn.includes(piece.message));
    const own = ordered.findIndex(
      ({ piece }) => conversation.pieces.indexOf(piece) > conversation.pieces.indexOf(line.piece),
    );
    const place = correction !== -1 ? correction + 1 : own === -1 ? ordered.length : own;
    ordered.splice(place, 0, line);
  }
  return ordered;
}

/**
 * Makes one section of each person's consecutive messages and of each list. Lists of steps, further questions and the
 * replies to them have their own roles; `roleOf` gives the role of every other section. A line that does not end with
 * punctuation becomes its own paragraph.
 */
function sectionsOf(
  told: ExcerptLine[],
  { opening }: ConversationShape,
  { messages }: ParsedConversation,
  roleOf: (piece: ParsedPiece) => SectionRole,
): Section[] {
  const sections: Section[] = [];
  let turn = "";
  let question: ParsedPiece | undefined;
  for (const item of told) {
    const { piece, statement } = item;
    const author = messages[piece.message]?.author ?? "";
    const last = sections.at(-1);
    const asksOn = item.asks && !opening.includes(piece);
    const layout = piece.form === "code" && last ? last.layout : LAYOUTS[piece.listed ?? "none"];
    const key = `${author} ${layout} ${asksOn}`;
    const goesOn = last !== undefined && key === turn;
    const isSameParagraph = layout !== "prose" || last?.statements.every(endsWithPunctuation);
    const opens = piece.opensParagraph || leansOnDeleted(piece, messages);
    if (goesOn && isSameParagraph && !opens) last.statements.push(statement);
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

/** Whether the piece begins the next message after the question, and another person wrote that message. */
const replies = ({ message, text }: ParsedPiece, question: ParsedPiece, messages: ParsedConversation["messages"]) =>
  message === question.message + 1 &&
  messages[message]?.author !== messages[question.message]?.author &&
  messages[message]?.pieces[0]?.text === text;

const LAYOUTS = { number: "steps", bullet: "bullets", none: "prose" } as const;

function statementOf(
  piece: ParsedPiece,
  { messages }: ParsedConversation,
  names: ReadonlySet<string>,
  correction: Correction | undefined,
): Statement | null {
  const own = messages[piece.message]?.externalId ?? "";
  if (piece.form === "code" && !correction)
    return { form: "code", text: piece.text, language: piece.language, sources: [own] };
  const text = piece.form === "code" ? inlineCode(piece.text) : trimSentence(piece.text, names);
  if (!text) return null;
  const sentence = { form: "sentence" as const, text: capitalizeSentence(text), language: null, sources: [own] };
  const by = correction && messages[correction.by.message];
  if (!by) return leansOnDeleted(piece, messages) ? { ...sentence, doubt: DOUBT_ANSWERED_MESSAGE_DELETED } : sentence;
  if (correction.isCertain)
    return { ...sentence, text: `~~${sentence.text}~~`, sources: [...new Set([own, by.externalId])] };
  const doubt = `Possibly corrected by ${neutralizeMarkdown(by.authorName)} on ${DAY.format(by.sentAt)}`;
  return { ...sentence, doubt, correctedBy: by.externalId };
}

/** Whether the sentence depends on a deleted message before it. */
function leansOnDeleted(piece: ParsedPiece, messages: ParsedConversation["messages"]): boolean {
  const message = messages[piece.message];
  return message?.followsDeleted === true && message.pieces[0] === piece && piece.means("leans");
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/**
 * Turns each line of a code block into inline code, because a code block cannot be struck through or marked as
 * doubtful.
 */
const inlineCode = (code: string) =>
  code
    .split("\n")
    .flatMap((line) => (line.trim() ? `\`${line.trim().replaceAll("`", "'")}\`` : []))
    .join(" ");

function withoutSecrets(conversation: Conversation) {
  const lists: WrittenArticle["redactions"][] = [];
  const messages = conversation.messages.map((message) => {
    const { text, redactions } = redactText(cleanText(message.text));
    lists.push(redactions);
    return { ...message, text, author: { ...message.author, name: redactText(message.author.name).text } };
  });
  return { safe: { ...conversation, messages }, redactions: addRedactions(lists) };
}
