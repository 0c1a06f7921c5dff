import type { Section, Statement, WrittenArticle } from "../../shared/domain/article.ts";
import { contentWordsOf, stem, wordsOf } from "../text/words.ts";
import { type Evidence, evidenceOf, FEW_WORDS } from "./evidence.ts";
import { neutralCode, neutralLine, neutralSentence } from "./neutral-text.ts";
import type { ArticleAnswer, StatementAnswer } from "./prompts/answers.ts";
import type { SafeConversation } from "./safe-conversation.ts";

const NO_MESSAGE = "it names no message that exists";
const MAX_SENTENCE_CHARACTERS = 1_000;
const MAX_TITLE_CHARACTERS = 110;
const MAX_TAGS = 6;
const MAX_KEYWORDS = 8;
const WORDS_PER_MINUTE = 200;

/**
 * Of an article, which is read a second time, a third of a statement's words that carry meaning must be in the messages it names, or
 * half of them in the conversation: the rest may be paraphrase.
 */
const SAID_IN_ARTICLE = 1 / 3;
const SAID_AROUND = 1 / 2;

/** Lets through what the conversation supports and says what it does not. */
export interface Acceptance {
  statements: Statement[];
  /** Why, for each that was dropped. */
  dropped: string[];
}

/** How much of a statement must be said, and where else than in the messages it names. */
interface Support {
  /** Share of its words that carry meaning; half of them unless told. */
  atLeast?: number;
  /** What was said besides: half of its words may be there instead. */
  around?: Evidence;
  /** Questions claim nothing, so that only what is exact in them must have been said. */
  areQuestions?: boolean;
}

export function acceptStatements(
  answers: readonly StatementAnswer[],
  { messages }: Pick<SafeConversation, "messages">,
  { atLeast, around, areQuestions = false }: Support = {},
): Acceptance {
  const statements: Statement[] = [];
  const dropped: string[] = [];
  const evidences = new Map<string, Evidence>();
  for (const answer of answers) {
    const numbers = [...new Set(answer.sources)].toSorted((a, b) => a - b);
    const sources = numbers.flatMap((number) => messages[number - 1] ?? []).filter(({ text }) => text);
    const key = numbers.join();
    const evidence = evidences.get(key) ?? evidenceOf(sources);
    evidences.set(key, evidence);
    const isQuestion = areQuestions && /^[^.!?]+\?$/.test(answer.text.trim());
    const refuses = (text: string) => {
      const refused = evidence.refuses(text, isQuestion ? 0 : atLeast);
      return refused === FEW_WORDS && around?.refuses(text, SAID_AROUND) === null ? null : refused;
    };
    const outcome = sources.length > 0 ? supported(answer, evidence, refuses) : { refused: NO_MESSAGE };
    if ("refused" in outcome) {
      dropped.push(outcome.refused);
    } else if (!statements.some(({ text }) => text === outcome.text)) {
      const { form } = answer;
      const language = form === "code" ? languageOf(answer.language, sources) : null;
      statements.push({ form, text: outcome.text, language, sources: sources.map(({ externalId }) => externalId) });
    }
  }
  return { statements, dropped };
}

function supported(
  { form, text }: StatementAnswer,
  evidence: Evidence,
  refuses: Evidence["refuses"],
): { text: string } | { refused: string } {
  // Before it is parsed: a hostile one could take a while.
  if (form === "sentence" && text.length > MAX_SENTENCE_CHARACTERS) return { refused: "it is too long for a sentence" };
  const neutral = form === "code" ? neutralCode(text, evidence) : neutralSentence(text, evidence);
  if ("refused" in neutral) return neutral;
  if (!neutral.text) return { refused: "nothing is left of it" };
  if (form === "code") return neutral;
  const isOnlyExact = !/\p{L}{2}/u.test(neutral.plain);
  const refused = isOnlyExact && neutral.text.length > 3 ? null : refuses(neutral.plain);
  return refused ? { refused } : neutral;
}

/** Only when the chat named it. */
function languageOf(named: string | null, sources: { text: string }[]): string | null {
  const isNamed = named && /^[a-z0-9+#.-]{1,20}$/i.test(named);
  return isNamed && sources.some(({ text }) => text.includes(`\`\`\`${named}\n`)) ? named : null;
}

/** What is supported of an article; fields of which nothing is left are null or empty. */
export interface AcceptedArticle extends Omit<WrittenArticle, "title" | "redactions" | "writtenBy"> {
  title: string | null;
}

/** Of an article so much may be without support before it is asked for again. */
const MOST_LOST = 0.2;

/**
 * Null when no statement of its body is supported; `dropped` says why. `loss`: a step or more than a fifth of it is not
 * supported, in words for a second try.
 */
export function acceptArticle(
  answer: ArticleAnswer,
  conversation: Pick<SafeConversation, "messages">,
  knownTags: readonly string[],
): { article: AcceptedArticle | null; dropped: string[]; loss: string | null } {
  const whole = evidenceOf(conversation.messages);
  const dropped: string[] = [];
  let [given, steps] = [0, 0];
  const accept = (answers: readonly StatementAnswer[], { role, layout }: Partial<Section> = {}) => {
    const outcome = acceptStatements(answers, conversation, {
      areQuestions: role === "question",
      atLeast: SAID_IN_ARTICLE,
      around: whole,
    });
    dropped.push(...outcome.dropped);
    given += answers.length;
    if (layout === "steps") steps += outcome.dropped.length;
    return outcome.statements;
  };
  const asSentence = ({ text, sources }: { text: string; sources: number[] }) =>
    ({ form: "sentence", text, language: null, sources }) as const;
  const said = accept(answer.summary.map(asSentence));
  const body = withoutRepetition(
    answer.sections.map(({ role, heading, layout, statements }) => ({
      role,
      layout,
      heading: headingOf(heading, whole),
      statements: accept(statements, { role, layout }),
    })),
  );
  const sentences = body.flatMap(({ statements }) => statements.filter(({ form }) => form === "sentence"));
  if (body.length === 0) return { article: null, dropped, loss: null };
  const title = titleOf(answer.title, whole);
  const words = wordsOf(
    [title ?? "", ...body.flatMap(({ statements }) => statements.map(({ text }) => text))].join(" "),
  );
  const { contentType, difficulty, priority, category } = answer;
  const article = {
    title,
    summary: said.length > 0 ? said : sentences.slice(0, 1),
    body,
    contentType,
    category,
    difficulty,
    priority,
    tags: tagsOf(answer.tags, whole, knownTags),
    keywords: vocabulary(answer.keywords, whole).slice(0, MAX_KEYWORDS),
    estimatedReadTime: Math.max(1, Math.ceil(words.length / WORDS_PER_MINUTE)),
  };
  const isMuch = steps > 0 || dropped.length > given * MOST_LOST;
  const loss = isMuch ? `${steps > 0 ? "A step is lost. " : ""}${reasonsFor(dropped)}` : null;
  return { article: article.summary.length > 0 ? article : null, dropped, loss };
}

/** For the second try and for the log: what was wrong, in words of ours alone. */
export function problemOfDropped(dropped: readonly string[]): string {
  return `No statement of the answer is supported by the messages it names: ${reasonsFor(dropped)}`;
}

function reasonsFor(dropped: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of dropped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = [...counts].toSorted(([, a], [, b]) => b - a).map(([reason, count]) => `${reason} (${count})`);
  return `${reasons.join("; ")}.`;
}

function withoutRepetition(sections: Section[]): Section[] {
  const seen = new Set<string>();
  return sections
    .map((section) => ({
      ...section,
      statements: section.statements.filter(({ text }) => !seen.has(text) && seen.add(text)),
    }))
    .filter(({ statements }) => statements.length > 0);
}

/** A title may connect what was said; what is exact in it must have been said. */
function titleOf(given: string, evidence: Evidence): string | null {
  const title = neutralLine(given).replace(/[\s.:;,]+$/, "");
  if (!title || Array.from(title).length > MAX_TITLE_CHARACTERS) return null;
  return evidence.refuses(title, SAID_IN_ARTICLE) ? null : title;
}

function headingOf(given: string | null, evidence: Evidence): string | null {
  const heading = neutralLine(given ?? "").replace(/[\s.:;,]+$/, "");
  return heading && !evidence.refuses(heading, SAID_IN_ARTICLE) ? heading : null;
}

/** Words somebody said, in lower case, each once. */
function vocabulary(given: readonly string[], evidence: Evidence): string[] {
  const lines = given.map((word) =>
    neutralLine(word)
      .toLowerCase()
      .replace(/^[#\s]+/, ""),
  );
  return [...new Set(lines)].filter(
    (word) =>
      /^[\p{L}\p{N}][\p{L}\p{N} +#.&/-]{1,29}$/u.test(word) && /\p{L}/u.test(word) && !evidence.refuses(word, 1),
  );
}

/** A tag the workspace already uses takes the place of one that means the same. */
function tagsOf(given: readonly string[], evidence: Evidence, knownTags: readonly string[]): string[] {
  const known = new Map(knownTags.map((tag) => [meaning(tag), tag]));
  return [...new Set(vocabulary(given, evidence).map((tag) => known.get(meaning(tag)) ?? tag))].slice(0, MAX_TAGS);
}

function meaning(tag: string): string {
  const words = tag.replace(/[-_/]+/g, " ");
  return (contentWordsOf(words).length > 0 ? contentWordsOf(words) : wordsOf(words)).map(stem).join(" ");
}
