import type { Engine, Finding } from "../../../engine/contract.ts";
import { statementsOf, type WrittenArticle } from "../../../shared/domain/article.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { toStorableText } from "../../db/storable-text.ts";
import type { ChannelRow, StoredConversation } from "../../ingest/index.ts";
import { textOf } from "../articles/content-text.ts";

export type SaveOutcome = "created" | "updated" | "unchanged";

/** An engine's article from one conversation. */
export interface ConversationWriting {
  channel: Pick<ChannelRow, "id" | "name">;
  conversation: StoredConversation;
  fingerprint: string;
  finding: Finding;
  article: WrittenArticle;
  engine: Pick<Engine, "name">;
  /** A person accepted it in a trial and wants a draft, whatever the model's confidence. */
  isDraft?: boolean;
  /** The reason for the new version, in a sentence; only for an existing article. */
  reason: string;
}

/** Fields whose change makes a version: others (score, reasons) may change without one. */
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
    ...textOf({ summary, body }),
    confidence: Math.min(1, Math.max(0, confidence)),
    reasons: [...finding.reasons, ...doubts],
    authorName: findAnswerer(conversation.messages, written)?.name ?? null,
    engine: writtenBy ?? engine.name,
    form: form ?? ((writtenBy ?? engine.name) === "llm" ? "written" : "excerpt"),
  };
}

/** The author of most messages that the article cites. The person who asked counts only when there is no other author. */
export function findAnswerer(
  said: ChatMessage[],
  article: Pick<WrittenArticle, "summary" | "body">,
): { id: string; name: string } | null {
  const authors = new Map(said.map(({ externalId, author }) => [externalId, author]));
  const asker = said[0]?.author.externalId;
  const named = new Map<string, { id: string; name: string; sources: number }>();
  for (const source of statementsOf(article).flatMap(({ sources }) => sources)) {
    const author = authors.get(source);
    if (!author) continue;
    const { externalId: id, name } = author;
    named.set(id, { id, name, sources: (named.get(id)?.sources ?? 0) + 1 });
  }
  const ranked = [...named.values()].toSorted((a, b) => b.sources - a.sources);
  const first = said[0] && { id: said[0].author.externalId, name: said[0].author.name };
  return ranked.find(({ id }) => id !== asker) ?? ranked[0] ?? first ?? null;
}

/** Compares without regard to the order of keys, which jsonb does not keep. */
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
