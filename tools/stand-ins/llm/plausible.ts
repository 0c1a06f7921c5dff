/**
 * Builds the response of a good language model from the prompt's messages by fixed rules, so that tests can predict it.
 */

interface ChatLine {
  number: number;
  by: string;
  text: string;
  replyTo?: number;
  /** True for a message that was already read and is included only as context. */
  context?: true;
}
/** A sentence, or a code block between backticks. */
interface SourcedText {
  text: string;
  sources: number[];
}
interface KnownText {
  number: number;
  title: string;
  statements: { number: number; text: string }[];
}

/** The data that Lorekeep puts into a prompt. */
export interface PromptData {
  messages?: ChatLine[];
  openMatters?: { number: number; question: string; gist: string; settled: string; messages: unknown[] }[];
  /** Only for writing: the topic's summary. */
  gist?: string;
  kind?: string;
  settled?: string;
  known?: KnownText[];
  question?: string;
  previous?: string;
  sentences?: { number: number; text: string; article?: string }[];
  titles?: string[];
  channel?: string;
  problemWithYourLastAnswer?: string;
  /** Only for checking: the article's title. */
  title?: string;
  statements?: { number: number; text: string }[];
  style?: string;
  glossary?: unknown[];
  examples?: unknown[];
  language?: string;
  categories?: string[];
  tags?: string[];
}

export type Purpose = "find" | "write" | "check" | "claims" | "follow-up";

export function createPlausibleAnswer(
  purpose: Purpose,
  { messages = [], openMatters = [], question = "", previous, known = [], sentences = [], statements = [] }: PromptData,
): unknown {
  if (purpose === "find") return { matters: mattersOf(messages, openMatters) };
  if (purpose === "check") return checked(statements.length);
  if (purpose === "follow-up")
    return { standalone: previous === undefined ? question : `${previous} ${question}`, searches: [] };
  if (purpose === "claims")
    return {
      answers: sentences.length > 0,
      claims: sentences.slice(0, 12).map(({ number, text }) => ({ text: text.slice(0, 900), sources: [number] })),
    };
  return written(messages, question, known);
}

/**
 * Divides messages into topics ('matters'): a thread, or a question and the other messages until the next question.
 * Without an answer, the topic is open.
 */
function mattersOf(messages: ChatLine[], open: NonNullable<PromptData["openMatters"]>) {
  const groups = new Map<number, ChatLine[]>();
  let last: number | null = null;
  const before: ChatLine[] = [];
  for (const message of messages) {
    if (message.replyTo === undefined && message.text.trim().endsWith("?")) last = message.number;
    const key: number | null = message.replyTo ?? last;
    const group = key === null ? before : (groups.get(key) ?? []);
    group.push(message);
    if (key !== null) groups.set(key, group);
  }
  const waiting = open.find(({ settled }) => settled === "open");
  const told = (lines: ChatLine[], continues: number | null) => {
    const question = lines[0]?.text ?? "";
    const answers = lines
      .slice(continues === null ? 1 : 0)
      .filter(({ by, text }) => (by !== lines[0]?.by || continues !== null ? text.length > 20 : false));
    return {
      messages: lines.filter(({ context }) => !context).map(({ number }) => number),
      continues,
      question: continues === null ? question : (waiting?.question ?? question),
      gist: answers.map(({ text }) => text).join(" ") || question,
      searches: [],
      changes: null,
      kind: "howto",
      settled: answers.length > 0 ? "settled" : "open",
    };
  };
  const found = [...groups.values()]
    .filter((lines) => lines.some(({ context }) => !context))
    .map((lines) => {
      const asked = open.find(({ question, settled }) => settled === "open" && question === lines[0]?.text);
      return lines[0]?.context && asked ? told(lines.slice(1), asked.number) : told(lines, null);
    });
  const goesOn = waiting && before.some(({ context, text }) => !context && text.length > 20);
  return goesOn
    ? [
        told(
          before.filter(({ context }) => !context),
          waiting.number,
        ),
        ...found,
      ]
    : found;
}

const checked = (statements: number) => ({
  yes: Array.from({ length: statements }, (_, place) => place + 1),
  partly: [],
  no: [],
  missing: [],
  patches: [],
  title: "good",
  betterTitle: null,
  holds: "in general",
  publish: true,
});

/**
 * Writes about a topic. If an article with the same title exists, sentences that it contains word for word count as
 * equal, and all others as new.
 */
function written(messages: ChatLine[], question: string, known: KnownText[]) {
  const notes = notesOf(messages);
  const title = titleOf(notes, question);
  const same = known.find((one) => one.title === title);
  if (!same) return { outcome: "articles", why: null, known: null, articles: [article(notes, title, messages)] };
  const numbers = new Map(same.statements.map(({ number, text }) => [text, number]));
  const fresh = notes.filter(({ text }) => !text.endsWith("?"));
  return {
    outcome: "known",
    why: null,
    known: {
      article: same.number,
      same: fresh.flatMap(({ text, sources }) => {
        const statement = numbers.get(text);
        return statement === undefined ? [] : [{ statement, sources }];
      }),
      changed: [],
      added: fresh.filter(({ text }) => !numbers.has(text)).map((note) => ({ role: "answer", ...note })),
    },
    articles: [],
  };
}

const CODE_BLOCK = /```([\w+#-]*)\n([\s\S]*?)\n?```/g;

function notesOf(messages: ChatLine[]): SourcedText[] {
  return messages.flatMap(({ number, text }) => {
    const codes = [...text.matchAll(CODE_BLOCK)].map(([block]): SourcedText => ({ text: block, sources: [number] }));
    const sentences = text
      .replace(CODE_BLOCK, "\n")
      .split(/(?<=[.!?])\s+|\n+/)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.split(/\s+/).length >= 4)
      .map((sentence): SourcedText => ({ text: sentence, sources: [number] }));
    return [...sentences, ...codes];
  });
}

const titleOf = (notes: SourcedText[], question: string) =>
  (notes.find(({ text }) => text.endsWith("?"))?.text ?? (question || notes[0]?.text || ""))
    .replace(/[?.!]+$/, "")
    .slice(0, 100);

function article(notes: SourcedText[], title: string, messages: ChatLine[]) {
  const question = notes.find(({ text }) => text.endsWith("?"));
  const answers = notes.filter((note) => note !== question).slice(0, 30);
  const summary = answers.find(({ text }) => !text.startsWith("```")) ?? question ?? notes[0];
  const words = title.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  return {
    kind: "howto",
    sections: [
      ...(question ? [section("question", [question])] : []),
      ...(answers.length > 0 ? [section("answer", answers)] : []),
    ],
    summary: summary ? [{ text: summary.text, sources: summary.sources }] : [],
    title,
    difficulty: messages.length > 6 ? "intermediate" : "beginner",
    priority: "medium",
    category: "Operations",
    tags: words.slice(-2),
    keywords: words.slice(0, 6),
  };
}

const section = (role: string, statements: SourcedText[]) => ({ role, heading: null, layout: "prose", statements });
