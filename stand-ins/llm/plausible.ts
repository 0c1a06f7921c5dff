/** What a model that does its job would answer: made of the prompt's own messages by fixed rules, so that it can be foreseen. */

interface ChatLine {
  number: number;
  by: string;
  text: string;
}
interface Note {
  form: "sentence" | "code";
  text: string;
  language: string | null;
  sources: number[];
}

/** What Lorekeep puts into a prompt's data slot. */
export interface PromptData {
  messages?: ChatLine[];
  question?: string;
  previous?: string;
  sentences?: { number: number; text: string }[];
  statements?: Note[];
  atMostWords?: number;
  channel?: string;
  problemWithYourLastAnswer?: string;
  article?: { title: string; statements: { number: number; text: string }[] };
  lastArticle?: unknown;
  review?: unknown;
  known?: ComparedText;
  fresh?: ComparedText;
}
interface ComparedText {
  title: string;
  statements: { number: number; text: string }[];
}

export type Purpose = "judge" | "article" | "review" | "comparison" | "statements" | "claims";

export function plausibleAnswer(
  purpose: Purpose,
  { messages = [], statements, sentences = [], atMostWords, known, fresh }: PromptData,
): unknown {
  if (purpose === "review") return { wrong: [], missing: [], title: "good", reads: "document", verdict: "publish" };
  if (purpose === "comparison") return comparison(known, fresh);
  if (purpose === "claims")
    return { claims: sentences.map(({ number, text }) => ({ text: text.slice(0, 900), sources: [number] })) };
  if (purpose === "judge") return judgement(messages);
  if (purpose === "statements") return { statements: withinWords(notesOf(messages), atMostWords) };
  return article(statements ?? notesOf(messages), messages);
}

function judgement(messages: ChatLine[]) {
  const asker = messages[0]?.by;
  const isKnowledge = messages.some(({ by, text }) => by !== asker && text.length > 20);
  return { isKnowledge, certainty: "medium", contentType: "howto", otherConversations: [] };
}

/** Word for word is the same; under the same title what is left over is new. */
function comparison(known: ComparedText | undefined, fresh: ComparedText | undefined) {
  const numbers = new Map(known?.statements.map(({ number, text }) => [text, number]));
  const statements = fresh?.statements ?? [];
  const same = statements.flatMap(({ number, text }) => {
    const before = numbers.get(text);
    return before === undefined ? [] : [{ known: before, fresh: number }];
  });
  const added = statements.filter(({ text }) => !numbers.has(text)).map(({ number }) => number);
  if (same.length === 0 && known?.title !== fresh?.title)
    return { relation: "different", certainty: "high", same: [], contradicting: [], added: [] };
  return { relation: added.length > 0 ? "adds" : "same", certainty: "high", same, contradicting: [], added };
}

const CODE_BLOCK = /```([\w+#-]*)\n([\s\S]*?)\n?```/g;

function notesOf(messages: ChatLine[]): Note[] {
  return messages.flatMap(({ number, text }) => {
    const codes = [...text.matchAll(CODE_BLOCK)].map(([, language, code = ""]): Note => {
      return { form: "code", text: code, language: language || null, sources: [number] };
    });
    const sentences = text
      .replace(CODE_BLOCK, "\n")
      .split(/(?<=[.!?])\s+|\n+/)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.split(/\s+/).length >= 4)
      .map((sentence): Note => ({ form: "sentence", text: sentence, language: null, sources: [number] }));
    return [...sentences, ...codes];
  });
}

function withinWords(notes: Note[], atMost = Number.POSITIVE_INFINITY): Note[] {
  let room = atMost;
  return notes.filter(({ text }) => {
    room -= text.split(/\s+/).length;
    return room >= 0;
  });
}

function article(notes: Note[], messages: ChatLine[]) {
  const question = notes.find(({ text }) => text.endsWith("?"));
  const answers = notes.filter((note) => note !== question).slice(0, 30);
  const summary = answers.find(({ form }) => form === "sentence") ?? question ?? notes[0];
  const title = (question ?? summary)?.text.replace(/[?.!]+$/, "") ?? "";
  const words = title.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  return {
    title: title.slice(0, 100),
    summary: summary ? [{ text: summary.text, sources: summary.sources }] : [],
    sections: [
      ...(question ? [section("question", [question])] : []),
      ...(answers.length > 0 ? [section("answer", answers)] : []),
    ],
    contentType: "howto",
    difficulty: messages.length > 6 ? "intermediate" : "beginner",
    priority: "medium",
    category: "Operations",
    tags: words.slice(-2),
    keywords: words.slice(0, 6),
  };
}

function section(role: string, statements: Note[]) {
  return { role, heading: null, layout: "prose", statements };
}
