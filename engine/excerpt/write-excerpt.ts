import type { Section, SectionRole, Statement, WrittenArticle } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import type { ContentType } from "../../shared/domain/facets.ts";
import type { WritingContext } from "../contract.ts";
import type { Meaning } from "../language/cue.ts";
import { addRedactions, redact } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";
import { kindOf } from "../text/kind.ts";
import { type ReadConversation, type ReadPiece, readConversation } from "../text/read-conversation.ts";
import { authorOf, type Shape, shapeOf } from "../text/shape.ts";
import { correctionsIn } from "./corrections.ts";
import { categoryOf, difficultyOf, priorityOf, vocabularyOf } from "./labels.ts";
import { keptOf } from "./select.ts";
import { titleOf } from "./title.ts";
import { asSentence, namesOf, trimmed } from "./trims.ts";

const WORDS_PER_MINUTE = 200;
const MOST_SUMMARY = 2;

/** An article of people's own sentences: what was asked as its title, what was answered word for word. */
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

/** The first answer is the summary; what was asked and the rest of what was said follow in their order, each turn a paragraph. */
function partsOf(conversation: ReadConversation, shape: Shape, contentType: ContentType, names: ReadonlySet<string>) {
  const kept = keptOf(conversation, shape, names);
  const corrected = correctionsIn(conversation, kept);
  const told = kept.flatMap((piece) => {
    const statement = statementOf(piece, conversation, names, corrected);
    return statement ? [{ piece, statement }] : [];
  });
  const isAsked = shape.questionAt !== -1;
  const opening = new Set(isAsked ? shape.opening : []);
  const asked = told.filter(({ piece }) => opening.has(piece));
  const answered = told.filter(({ piece }) => !opening.has(piece));
  const summary = summaryOf(answered, corrected, (piece) => isAsked && authorOf(conversation, piece) === shape.asker);
  const rest = answered.filter((item) => !summary.includes(item));
  const [first, then] = ROLES[contentType] ?? ["explanation", "explanation"];
  const body = [...sectionsOf(asked, shape, conversation, first), ...sectionsOf(rest, shape, conversation, then)];
  const whole = body.length ? body : sectionsOf(summary, shape, conversation, then);
  return { summary: summary.map(({ statement }) => statement), body: whole };
}

interface Told {
  piece: ReadPiece;
  statement: Statement;
}

/** What is asked, and what is answered, by the kind that the form shows. */
const ROLES: Partial<Record<ContentType, [SectionRole, SectionRole]>> = {
  faq: ["question", "answer"],
  howto: ["question", "answer"],
  troubleshooting: ["symptom", "fix"],
};

/** The sentences that the first turn opens with, up to a list, code or something taken back. */
function summaryOf(
  answered: Told[],
  corrected: ReadonlyMap<ReadPiece, ReadPiece>,
  isAskers: (piece: ReadPiece) => boolean,
): Told[] {
  const stands = answered.filter(
    ({ piece }) => !corrected.has(piece) && piece.form === "sentence" && !piece.isQuestion,
  );
  const byOthers = stands.filter(({ piece }) => !isAskers(piece));
  const begin = bestAnswer(byOthers.length > 0 ? byOthers : stands, answered);
  if (!begin) return [];
  const from = answered.indexOf(begin);
  const turn = answered.slice(from);
  const end = turn.findIndex(
    ({ piece }) =>
      piece.message !== begin.piece.message || piece.listed || piece.form === "code" || corrected.has(piece),
  );
  const whole = turn.slice(0, Math.min(MOST_SUMMARY, end === -1 ? turn.length : Math.max(1, end)));
  // What introduces a list stays with it.
  return whole.length > 1 && whole.at(-1)?.piece.text.endsWith(":") ? whole.slice(0, -1) : whole;
}

/** The first sentence of the message that tells most; what somebody then says no to is a guess. */
function bestAnswer(stands: Told[], answered: Told[]): Told | undefined {
  const messages = [...Map.groupBy(stands, ({ piece }) => piece.message)];
  const scored = messages.map(([message, told], place) => {
    const telling = told.filter(({ piece }) => tells(piece)).length;
    const isRefuted = answered.some(
      ({ piece }) => piece.message > message && piece.message <= message + REFUTED_WITHIN && piece.means("disagrees"),
    );
    return { first: told[0], score: Math.min(telling, MOST_TELLING) - place * LATER - (isRefuted ? REFUTED : 0) };
  });
  return scored.toSorted((one, other) => other.score - one.score)[0]?.first;
}

/** Messages within which somebody says no. */
const REFUTED_WITHIN = 2;
/** What counts against a message: that somebody says no to it, and that others came before it. */
const REFUTED = 3;
const LATER = 0.3;
const MOST_TELLING = 2;

const TELLING: Meaning[] = ["affirms", "advice", "step", "rule", "cause", "explains", "disagrees"];

/** More than a reaction to the question. */
const tells = (piece: ReadPiece) => /\d|`|→|>/.test(piece.text) || TELLING.some((meaning) => piece.means(meaning));

/**
 * A section for each turn of a person, its lists in sections of their own. A further question, also one back, and what answers it have their
 * headings; other turns are paragraphs.
 */
function sectionsOf(told: Told[], shape: Shape, { messages }: ReadConversation, role: SectionRole): Section[] {
  const sections: Section[] = [];
  let turn = "";
  let answerRole = role;
  for (const { piece, statement } of told) {
    const author = messages[piece.message]?.author ?? "";
    const last = sections.at(-1);
    const asksOn = piece.isQuestion && !shape.opening.includes(piece);
    const layout = piece.form === "code" && last ? last.layout : LAYOUTS[piece.listed ?? "none"];
    const key = `${author} ${layout} ${asksOn}`;
    if (last && key === turn) last.statements.push(statement);
    else {
      const own = layout === "steps" ? "steps" : asksOn ? "question" : answerRole;
      sections.push({ role: own, heading: null, layout, statements: [statement] });
      answerRole = asksOn ? "answer" : own === "steps" ? answerRole : "explanation";
    }
    turn = key;
  }
  return sections;
}

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
