import type { Engine, Finding } from "../../../engine/contract.ts";
import { listStatements, type WrittenArticle } from "../../../shared/domain/article.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { toStorableText } from "../../db/storable-text.ts";
import type { ChannelRow } from "../../ingest/channels/index.ts";
import type { StoredConversation } from "../../ingest/conversations/index.ts";
import { joinStatementTexts } from "../articles/content-text.ts";

export type SaveOutcome = "created" | "updated" | "unchanged";

/** An engine's article from one conversation. */
export interface ConversationWriting {
  channel: Pick<ChannelRow, "id" | "name">;
  conversation: StoredConversation;
  fingerprint: string;
  finding: Finding;
  article: WrittenArticle;
  engine: Pick<Engine, "name">;
  /** A person accepted the text in a trial and wants a draft, whatever the model's confidence. */
  isDraft?: boolean;
  /** A sentence with the reason for the new version. Only for an existing article. */
  reason: string;
}

/** Content fields: a change of one of them makes a version. Other fields (score, reasons) change without a version. */
export const CONTENT_FIELDS = [
  "title",
  "summary",
  "body",
  "contentType",
  "category",
  "difficulty",
  "priority",
  "tags",
  "keywords",
] as const;

export function pickContent({ article, finding, conversation, engine }: ConversationWriting) {
  const written = JSON.parse(JSON.stringify(article), (_key, value) =>
    typeof value === "string" ? toStorableText(value) : value,
  ) as WrittenArticle;
  const { summary, body, writtenBy, isRejected: _, form, confidence = finding.score, doubts = [], ...rest } = written;
  return {
    ...rest,
    summary,
    body,
    ...joinStatementTexts({ summary, body }),
    confidence: Math.min(1, Math.max(0, confidence)),
    reasons: [...finding.reasons, ...doubts],
    authorName: findAnswerer(conversation.messages, written)?.name ?? null,
    engine: writtenBy ?? engine.name,
    form: form ?? ((writtenBy ?? engine.name) === "llm" ? "written" : "excerpt"),
  };
}

/**
 * Finds the author of most sentences that explain. Somebody who asks counts only if they wrote more than half of these
 * sentences. Without a section that asks, this applies to the person who began the conversation.
 */
export function findAnswerer(
  said: ChatMessage[],
  { summary, body }: Pick<WrittenArticle, "summary" | "body">,
): { id: string; name: string } | null {
  const authors = new Map(said.map(({ externalId, author }) => [externalId, author]));
  const asking = body
    .filter(({ role }) => role === "question" || role === "symptom")
    .flatMap(({ statements }) => statements);
  const all = listStatements({ summary, body });
  const explaining = all.filter((statement) => !asking.includes(statement));
  const named = new Map<string, { id: string; name: string; sentences: number }>();
  for (const { sources } of explaining.length > 0 ? explaining : all)
    for (const author of new Map(
      sources.flatMap((source) => authors.get(source) ?? []).map((one) => [one.externalId, one]),
    ).values()) {
      const { externalId: id, name } = author;
      named.set(id, { id, name, sentences: (named.get(id)?.sentences ?? 0) + 1 });
    }
  const ranked = [...named.values()].toSorted((a, b) => b.sentences - a.sentences);
  const asker = (asking.length > 0 ? authors.get(asking[0]?.sources[0] ?? "") : said[0]?.author)?.externalId;
  const most = ranked[0];
  const isMost = most && most.sentences * 2 > explaining.length;
  const first = said[0] && { id: said[0].author.externalId, name: said[0].author.name };
  return (isMost ? most : ranked.find(({ id }) => id !== asker)) ?? most ?? first ?? null;
}

/** Compares without regard to the sequence of JSON keys, because jsonb does not store it. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export function formatMessageCount(messages: number): string {
  return messages === 1 ? "1 message" : `${messages} messages`;
}
