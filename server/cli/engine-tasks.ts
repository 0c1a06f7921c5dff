import type { PlainArticle } from "../../engine/answer/index.ts";
import type { DetectionSettings } from "../../engine/contract.ts";
import type { Statement } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import { hasDates, isRecord, parseRows, parseTimes, toChatMessages, toConversation, toPersonRow } from "./chat-rows.ts";
import { readJsonLines } from "./json-lines.ts";

export interface TaskOptions {
  /** The sensitivity from 1 to 10, as in the settings of a workspace. */
  sensitivity: number;
  /** A file with articles as JSON lines, for questions. */
  articles?: string | undefined;
}

/** The error for a missing command-line option, as a sentence. */
export class OptionsError extends Error {}

type Row = Record<string, unknown>;
/** Answers one row; the caller adds the row's `id`. */
type RowTask = (row: Row) => object | Promise<object>;

/** The tasks of the engine command. Each task loads only the modules that it needs, so that the command starts fast. */
export const ENGINE_TASKS: Record<string, { does: string; open: (options: TaskOptions) => Promise<RowTask> }> = {
  group: { does: "{id, messages:[{i,ts,author,text,system?}]} → {id, conversations, links}", open: openGroup },
  detect: { does: "{id, messages:[{author,ts,text}]} → {id, score, knowledge, kind, reasons}", open: openDetect },
  kinds: { does: "the same → {id, kind}", open: openKinds },
  pairs: { does: "{id, messages:[{author,text}]} → {id, answers:[[question,answer],…]}", open: openPairs },
  summarise: { does: "{id, question?, sentences:[…]} → {id, summary:[position,…]}", open: openSummarise },
  write: { does: "{id, messages} → the article, its sentences with their sources", open: openWrite },
  ask: {
    does: "{id, question} and --articles FILE → {id, articles, sentences:[[article,position],…], answered, score}",
    open: openAsk,
  },
};

async function openGroup(): Promise<RowTask> {
  const { assignConversations } = await import("../../engine/find/index.ts");
  return ({ messages }) => {
    const rows = parseRows(messages);
    const times = hasDates(rows) ? parseTimes(rows) : toChatMessages(rows).map(({ sentAt }) => sentAt.getTime());
    const order = rows.map((_, index) => index).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
    const said = order.flatMap((index) => {
      const spoken = toPersonRow(rows[index] ?? {});
      if (!spoken) return [];
      const sentAt = new Date(times[index] ?? 0);
      return toChatMessages([spoken]).map((message) => ({ ...message, externalId: String(index), sentAt }));
    });
    const parents = rows.map((_, index) => index);
    for (const { message, answers } of assignConversations(said))
      parents[Number(message.externalId)] = Number(answers ?? message.externalId);
    const conversations = new Map<number, number[]>();
    for (const index of order) {
      const parent = parents[index] ?? index;
      const conversation = parent === index ? [] : (conversations.get(parent) ?? []);
      conversation.push(index);
      conversations.set(index, conversation);
    }
    const nameOf = (index: number) => rows[index]?.i ?? index;
    return {
      conversations: [...new Set(conversations.values())].map((conversation) => conversation.map(nameOf)),
      links: parents.map((parent, index) => [nameOf(index), nameOf(parent)]),
    };
  };
}

async function openDetect({ sensitivity }: TaskOptions): Promise<RowTask> {
  const find = await openFinder(sensitivity);
  return async ({ messages }) => {
    const { score, isKnowledge, contentType, reasons } = await find(toConversation(messages));
    return { score, knowledge: isKnowledge, kind: contentType, reasons };
  };
}

async function openKinds(): Promise<RowTask> {
  const [{ detectContentType }, { parseConversationText }, { detectShape }] = await Promise.all([
    import("../../engine/text/shape.ts"),
    import("../../engine/text/read-conversation.ts"),
    import("../../engine/text/shape.ts"),
  ]);
  return ({ messages }) => ({ kind: detectContentType(detectShape(parseConversationText(toConversation(messages)))) });
}

async function openPairs(): Promise<RowTask> {
  const { pairAnswers } = await import("../../engine/find/index.ts");
  return ({ messages }) => ({ answers: pairAnswers(toConversation(messages)) });
}

async function openSummarise(): Promise<RowTask> {
  const { selectRelevantSentences } = await import("../../engine/find/index.ts");
  return ({ question, sentences }) => ({
    summary: selectRelevantSentences(
      typeof question === "string" ? question : "",
      Array.isArray(sentences) ? sentences.map((sentence) => (typeof sentence === "string" ? sentence : "")) : [],
    ),
  });
}

async function openWrite({ sensitivity }: TaskOptions): Promise<RowTask> {
  const { createLocalEngine } = await import("../../engine/local-engine.ts");
  const engine = createLocalEngine();
  return async ({ messages, channel }) => {
    const conversation = toConversation(messages);
    const finding = await engine.detect(conversation, settingsOf(sensitivity));
    const channelName = typeof channel === "string" ? channel : "";
    const article = await engine.write(conversation, finding, { channelName, knownTags: [] });
    const numbered = (statement: Statement) => ({ ...statement, sources: statement.sources.map(Number) });
    return {
      ...article,
      summary: article.summary.map(numbered),
      body: article.body.map((section) => ({ ...section, statements: section.statements.map(numbered) })),
    };
  };
}

async function openAsk({ articles }: TaskOptions): Promise<RowTask> {
  if (!articles)
    throw new OptionsError("Say --articles with a file of articles, {id,title,sentences:[text,…]} a line.");
  const { answerFromCollection, parseCollection } = await import("../../engine/answer/index.ts");
  const { createSentenceEncoder } = await import("../../engine/encoder/sentence-encoder.ts");
  const encoder = createSentenceEncoder();
  const ids = new Map<string, unknown>();
  const plain: PlainArticle[] = [];
  const lines = await openFile(articles);
  for await (const line of readJsonLines(lines)) {
    if (!("value" in line) || !isRecord(line.value))
      throw new OptionsError(`Line ${plain.length + 1} of the articles cannot be read.`);
    const { id, title, sentences } = line.value;
    const key = JSON.stringify(id ?? null);
    ids.set(key, id ?? null);
    plain.push({ id: key, title: textOf(title), sentences: Array.isArray(sentences) ? sentences.map(textOf) : [] });
  }
  const collection = await parseCollection(plain, encoder);
  return async ({ question }) => {
    const found = await answerFromCollection(textOf(question), collection, encoder);
    return {
      articles: found.articles.map(({ id }) => ids.get(id)),
      sentences: found.sentences.map(({ articleId, position }) => [ids.get(articleId), position]),
      answered: found.isAnswered,
      score: Math.round(found.score * 10_000) / 10_000,
    };
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

async function openFile(path: string) {
  const { open } = await import("node:fs/promises");
  try {
    return (await open(path)).createReadStream();
  } catch {
    throw new OptionsError("The file of articles cannot be opened.");
  }
}

async function openFinder(sensitivity: number) {
  const { createLocalEngine } = await import("../../engine/local-engine.ts");
  const engine = createLocalEngine();
  return (conversation: Conversation) => engine.detect(conversation, settingsOf(sensitivity));
}

/** Returns the default detection settings with this sensitivity. */
function settingsOf(sensitivity: number): DetectionSettings {
  return { sensitivity, minMessageLength: 20, detectionKeywords: [] };
}
