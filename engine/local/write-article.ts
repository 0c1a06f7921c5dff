import type { Section, Statement, WrittenArticle } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import type { ContentType } from "../../shared/domain/facets.ts";
import type { WritingContext } from "../contract.ts";
import type { Encoder } from "../encoder/meaning.ts";
import { addRedactions, redact } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";
import { bodyOf, disagreement } from "./article-body.ts";
import { asidesOf } from "./asides.ts";
import { type ConversationShape, shapeForWriting } from "./conversation-shape.ts";
import { categoryOf, difficultyOf, priorityOf, vocabularyOf } from "./facets-of-conversation.ts";
import { focusOf } from "./focus.ts";
import { withCases } from "./further-reports.ts";
import { tellsTrouble } from "./needs-reader.ts";
import { type ParsedConversation, parseConversation, type SentencePiece } from "./parse-conversation.ts";
import { headingIn, isNoise } from "./part-of-sentence.ts";
import { polish } from "./polish.ts";
import type { Told } from "./publish-features.ts";
import { publishability } from "./publishability.ts";
import { asDocument, withoutLooseYes } from "./reads-alone.ts";
import { remembering, rememberingLast } from "./remember.ts";
import { withoutRepeats } from "./repeats.ts";
import { selectStatements } from "./select-statements.ts";
import { ANSWERS, answersOf, type Contradiction, type Kept, type Selection, sentence } from "./statements.ts";
import { summaryOf } from "./summary.ts";
import { type ConversationTitle, titleOf } from "./title-of-conversation.ts";
import { whoSaidIt } from "./who-answered.ts";

const MOST_STATEMENTS = 20;
/** Who writes a guide means all of it. */
const MOST_STATEMENTS_OF_WRITE_UP = 160;
const WORDS_PER_MINUTE = 200;

/** The article with its chance of being fit for publication; see `composeArticle`. */
export function writeArticle(...given: Composed): WrittenArticle {
  const { article, told } = composeArticle(...given);
  return { ...article(), ...publishability(told) };
}

/** The same without the messages that speak of something else, where their meaning can be read. */
export async function writeArticleByMeaning(encoder: Encoder, ...given: Composed): Promise<WrittenArticle> {
  const { article, told } = await composeByMeaning(encoder, ...given);
  return { ...article(), ...publishability(told) };
}

export async function composeByMeaning(encoder: Encoder, ...given: Composed): Promise<ComposedArticle> {
  return withoutAsides(encoder, composeArticle(...given), ...given);
}

/** `first`: what words alone made of the same. */
export async function withoutAsides(
  encoder: Encoder,
  first: ComposedArticle,
  ...[conversation, contentType, context, score]: Composed
): Promise<ComposedArticle> {
  const asides = await asidesOf(first.told, encoder);
  return asides.size ? composeArticle(conversation, contentType, context, score, asides) : first;
}

interface ComposedArticle {
  /** Written when it is wanted: whether there is one is judged by what it tells. */
  article: () => WrittenArticle;
  told: Told;
}

type Composed = [conversation: Conversation, contentType: ContentType, context: WritingContext, score?: number];

/**
 * Composes an article out of the part of the conversation that answers one question. Secrets are taken out before anything is read.
 * `score` is what the detector gave the conversation, `asides` the messages that speak of something else.
 */
export function composeArticle(
  conversation: Conversation,
  kind: ContentType,
  context: WritingContext,
  score = 1,
  asides: ReadonlySet<number> = new Set(),
): ComposedArticle {
  const { redactions, parsed, shape, leftOut, selected } = readingOf(conversation);
  const { kept: all, contradictions } = selected();
  const kept = asides.size ? all.filter((item) => !ANSWERS.has(item.part) || !asides.has(item.messages[0] ?? 0)) : all;
  const isAnything = kept.length > 0 || contradictions.length > 0;
  const told = withCases(
    withoutRepeats(asDocument(mostSalient(kept.length ? kept : whateverWasSaid(parsed), shape), parsed, shape)),
  );
  const used = new Set(
    [...told, ...contradictions.flatMap(({ first, second }) => [first, second])].flatMap((item) => item.messages),
  );
  let found: ConversationTitle | undefined;
  // A title is half of the work, and that no article comes of a conversation mostly shows without one.
  const titled = (): ConversationTitle =>
    (found ??= titleOf(parsed, shape, kept, {
      keywords: () => vocabularyOf(parsed, used, "", []).keywords,
      channelName: context.channelName,
      contentType: kind,
    }));
  const article = (): WrittenArticle => ({
    ...documentOf({ parsed, shape, told, contradictions, used, title: titled().title, kind, context }),
    redactions,
  });
  return {
    article,
    told: {
      conversation: parsed,
      shape,
      told,
      get title() {
        return titled().matter;
      },
      get wholeTitle() {
        return titled().title;
      },
      get titlePoints() {
        return titled().points;
      },
      contradictions: contradictions.length,
      score,
      leftOut,
      isThread: parsed.isThread,
      isAnything,
    },
  };
}

interface Document {
  parsed: ParsedConversation;
  shape: ConversationShape;
  told: Kept[];
  contradictions: Contradiction[];
  /** Messages that are told of. */
  used: Set<number>;
  title: string;
  kind: ContentType;
  context: WritingContext;
}

function documentOf({ parsed, shape, told, contradictions, used, title, kind, context }: Document) {
  const document = withoutLooseYes(told, title);
  const isAsked = shape.questionAt !== -1;
  const contentType =
    kind === "troubleshooting" ? kindOfTrouble(title, told) : kindOfAnswer(kind, title, told, isAsked);
  const { summary, body } = partsOf({ parsed, shape, told: document, contradictions, title, contentType });
  return {
    title,
    summary,
    body,
    contentType,
    category: categoryOf(parsed, context.channelName),
    difficulty: difficultyOf(parsed),
    priority: priorityOf(parsed, contentType),
    ...vocabularyOf(parsed, used, title, context.knownTags),
    estimatedReadTime: minutesToRead(title, body),
  };
}

/** What is read of a conversation before anything is composed: it is composed when it is judged, and again when it is written up. */
export const readingOf = rememberingLast((conversation: Conversation) => {
  const { safe, redactions } = withoutSecrets(focusOf(conversation));
  const parsed = parseConversation(safe, [...new Set(conversation.messages.map(({ author }) => author.name))]);
  const shape = shapeForWriting(parsed);
  let selection: Selection | undefined;
  const selected = () => (selection ??= selectStatements(parsed, shape));
  return { redactions, parsed, shape, selected, leftOut: conversation.messages.length - safe.messages.length };
});

type Parts = Pick<Document, "parsed" | "shape" | "told" | "contradictions" | "title"> & { contentType: ContentType };

/** Summary and sections; neither is empty where anything is told. */
function partsOf({ parsed, shape, told, contradictions, title, contentType }: Parts) {
  const statement = (item: Kept) => statementOf(item, parsed);
  const { summary, rest } = summaryOf(told, title);
  const body = bodyOf(contentType, rest, statement);
  if (contradictions.length) {
    const nameOf = (item: Kept) => parsed.messages[item.messages[0] ?? 0]?.authorName ?? "Someone";
    body.push(disagreement(contradictions, nameOf, statement));
  }
  if (!body.length) body.push(...plainBody(told, statement));
  return { summary: summary.length ? summary.map(statement) : whoAnswered(parsed, told, shape), body };
}

function minutesToRead(title: string, body: Section[]): number {
  const text = [title, ...body.flatMap((section) => section.statements.map((item) => item.text))].join(" ");
  return Math.max(1, Math.ceil(text.split(/\s+/).length / WORDS_PER_MINUTE));
}

/** A rule that somebody asks for or announces is nothing to fix, however much it forbids. */
function kindOfTrouble(title: string, told: Kept[]): ContentType {
  if (asksForFact(title)) return "faq";
  const isTrouble =
    tellsTrouble(title) ||
    /^why\b/i.test(title) ||
    told.some(({ part, text }) => part === "symptom" || (!ANSWERS.has(part) && tellsTrouble(text)));
  if (isTrouble) return "troubleshooting";
  return title.endsWith("?") ? "faq" : "documentation";
}

/** What somebody asks for in an office is a fact, a way or a remedy: documentation is told unasked, and an explanation says why or what something is. */
function kindOfAnswer(found: ContentType, title: string, told: Kept[], isAsked: boolean): ContentType {
  const isOther = found !== "documentation" && (found !== "explanation" || ASKS_TO_UNDERSTAND.test(title));
  if (!isAsked || isOther) return found;
  if (tellsTrouble(title) || told.some(({ part }) => part === "symptom")) return "troubleshooting";
  const answers = answersOf(told);
  const steps = answers.filter(({ isStep, listed }) => isStep || listed).length;
  return steps >= 2 && steps >= answers.length * STEPS_OF_A_HOWTO ? "howto" : "faq";
}

const ASKS_TO_UNDERSTAND =
  /^(?:why\b|how (?:does|is|are|did|come)\b|what (?:is|are|does|do|happens|causes|means?)\b|what['’]s the (?:difference|point|reason|meaning)|difference\b)/i;
const STEPS_OF_A_HOWTO = 0.34;

/** "When's the cut-off?" wants an answer; there is nothing to fix. */
const asksForFact = (title: string) =>
  /^(?:when|what|which|who|whose|how (?:long|much|many|often|far|old)|do|can|may|if) ?(?:['’]s)?\b(?!.*\b(?:error|fail|broken|wrong|n['’]t|not)\b).*\?$/i.test(
    title,
  );

/** Where title and answer say everything there is to say: whose they are. */
function whoAnswered(parsed: ParsedConversation, told: Kept[], { questionAt }: ConversationShape): Statement[] {
  const at = told.flatMap(({ messages }) => messages[0] ?? []).find((message) => message !== questionAt) ?? 0;
  const [asker, helper] = [questionAt, at].map((message) => parsed.messages[message]);
  const text =
    asker && helper && asker.author !== helper.author
      ? whoSaidIt(asker.authorName, helper.authorName)
      : whoSaidIt(null, helper?.authorName || "someone");
  const sources = [...new Set([asker, helper].flatMap((message) => message?.externalId ?? []))];
  return sources.length ? [{ form: "sentence", text, language: null, sources }] : [];
}

function plainBody(told: Kept[], statement: (item: Kept) => Statement): Section[] {
  return told.length ? [{ role: "context", heading: null, layout: "prose", statements: told.map(statement) }] : [];
}

const redacted = remembering(redact);

function withoutSecrets(conversation: Conversation) {
  const lists: WrittenArticle["redactions"][] = [];
  const messages = conversation.messages.map((message) => {
    const { text, redactions } = redacted(cleanText(message.text));
    lists.push(redactions);
    return { ...message, text, author: { ...message.author, name: redacted(message.author.name).text } };
  });
  return { safe: { ...conversation, messages }, redactions: addRedactions(lists) };
}

function statementOf(item: Kept, parsed: ParsedConversation): Statement {
  return {
    form: item.form,
    text: item.text,
    language: item.language,
    sources: item.messages.flatMap((index) => parsed.messages[index]?.externalId ?? []),
  };
}

/** A long conversation is cut to what matters most, in its own order; a code block or list stays with the sentence before it. */
function mostSalient(kept: Kept[], shape: ConversationShape): Kept[] {
  const most = shape.questionAt === -1 ? MOST_STATEMENTS_OF_WRITE_UP : MOST_STATEMENTS;
  if (kept.length <= most) return kept;
  const ranked = kept.filter((item) => item.part !== "question").sort((a, b) => b.salience - a.salience);
  const chosen = new Set([...kept.filter((item) => item.part === "question").slice(0, 2), ...ranked.slice(0, most)]);
  for (const [index, item] of kept.entries()) {
    const next = kept[index + 1];
    const opens = item.text.endsWith(":") || headingIn(item.text) !== null;
    if (opens && next && chosen.has(next)) chosen.add(item);
  }
  return kept.filter((item) => chosen.has(item));
}

/** When no sentence looks like knowledge (another language, fragments): the longest ones, as they were said. */
function whateverWasSaid(parsed: ParsedConversation): Kept[] {
  const { names } = parsed;
  return parsed.pieces
    .filter((piece): piece is SentencePiece => piece.form === "sentence" && !isNoise({ ...piece, sources: [] }))
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, 5)
    .sort((a, b) => a.message - b.message)
    .flatMap((piece) => {
      const text = polish(piece.text, names);
      const author = parsed.messages[piece.message]?.author ?? "";
      return text
        ? [
            sentence({
              part: "explanation",
              text,
              messages: [piece.message],
              author,
              listed: piece.listed,
              stems: new Set(),
            }),
          ]
        : [];
    });
}
