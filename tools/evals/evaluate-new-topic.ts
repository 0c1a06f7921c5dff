import type { KnowledgeText } from "../../engine/compare/same-knowledge.ts";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { listStatements, type WrittenArticle } from "../../shared/domain/article.ts";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import { DEFAULT_DETECTION_SETTINGS } from "../../shared/domain/detection.ts";
import { createChatMessages, type DetectionRow, readRows } from "./bench-rows.ts";

/** The number of conversations. With the encoder, each takes about a second. */
const MOST = 120;
const FEWEST_MESSAGES = 6;
const HOURS_LATER_MS = 5 * 60 * 60 * 1000;

/**
 * Measures whether an article keeps its subject.
 *
 * `the same goes on`: an article is written from the first half of a real conversation, and then the whole conversation
 * is given. Splitting it is a mistake.
 *
 * `something else follows`: an article is written from one conversation, and another conversation of the same people
 * follows five hours later in the same channel. It should be split where the other conversation begins.
 */
export async function evaluateNewTopic(data: string): Promise<object[]> {
  const rows = readRows<DetectionRow>(data, "detection.dev.jsonl.gz").filter(
    ({ label, messages }) => label === "knowledge" && messages.length >= FEWEST_MESSAGES,
  );
  const step = Math.max(1, Math.floor(rows.length / MOST));
  const said = rows.filter((_, place) => place % step === 0).map(unthreaded);
  const same = { articles: 0, divided: 0 };
  const other = { articles: 0, divided: 0, exactly: 0, withOwn: 0 };
  for (const [place, first] of said.entries()) {
    const half = first.slice(0, Math.ceil(first.length / 2));
    const ofHalf = await topicIn(half, first);
    if (ofHalf) {
      same.articles += 1;
      same.divided += Number(ofHalf.length > 0);
    }
    const second = said[(place + 1) % said.length] ?? [];
    const later = bySamePeople(first, second);
    const ofFirst = await topicIn(first, [...first, ...later]);
    if (!ofFirst) continue;
    const own = new Set(first.map(({ externalId }) => externalId));
    other.articles += 1;
    other.divided += Number(ofFirst.length > 0);
    other.exactly += Number(ofFirst.length === later.length && ofFirst.every((id) => !own.has(id)));
    other.withOwn += Number(ofFirst.some((id) => own.has(id)));
  }
  return [
    { case: "the same goes on", ...shares(same) },
    { case: "something else follows", ...shares(other) },
  ];
}

const engine = createLocalEngine();

/** Returns the ids of the messages that would be split off; null if the first messages give no article. */
async function topicIn(first: ChatMessage[], all: ChatMessage[]): Promise<string[] | null> {
  const conversation = { key: "0", messages: first };
  const finding = await engine.detect(conversation, DEFAULT_DETECTION_SETTINGS);
  if (!finding.isKnowledge) return null;
  const article = await engine.write(conversation, finding, { channelName: "help", knownTags: [] });
  const cited = listStatements(article).flatMap(({ sources }) => sources);
  return (await engine.newTopic?.({ key: "0", messages: all }, knowledgeIn(article), cited)) ?? [];
}

function knowledgeIn(article: WrittenArticle): KnowledgeText {
  const { title, contentType } = article;
  return { title, contentType, statements: listStatements(article).map(({ form, text }) => ({ form, text })) };
}

const unthreaded = ({ id, messages }: DetectionRow): ChatMessage[] =>
  createChatMessages(messages).map((message, place) => ({ ...message, externalId: `${id} ${place}`, threadId: null }));

/** Gives the later conversation to the people of the first one, and starts it five hours after the first one's end. */
function bySamePeople(first: ChatMessage[], later: ChatMessage[]): ChatMessage[] {
  const people = [...new Map(first.map(({ author }) => [author.externalId, author])).values()];
  const order = [...new Set(later.map(({ author }) => author.externalId))];
  const shift = (first.at(-1)?.sentAt.getTime() ?? 0) + HOURS_LATER_MS - (later[0]?.sentAt.getTime() ?? 0);
  return later.map((message) => ({
    ...message,
    sentAt: new Date(message.sentAt.getTime() + shift),
    author: people[order.indexOf(message.author.externalId)] ?? message.author,
  }));
}

function shares({ articles, ...counts }: { articles: number } & Record<string, number>) {
  const percent = ([name, count]: [string, number]) =>
    [`${name} %`, Math.round((1000 * count) / Math.max(1, articles)) / 10] as const;
  return { articles, ...Object.fromEntries(Object.entries(counts).map(percent)) };
}
