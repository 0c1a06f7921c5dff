import type { MessagePage } from "../../connectors/chat-source.ts";
import { NO_NEW_ARTICLE_STATUS } from "../../shared/domain/detection.ts";
import type { ChannelOutcome } from "../db/schema.ts";
import type { ChannelRow } from "../ingest/channels/index.ts";
import type { SaveOutcome } from "../library/save/index.ts";
import type { RunExecution } from "./run-work.ts";

const NAMED_SKIPS = 5;
const NOTHING_NEW = "nothing new since the last analysis";

export interface ChannelCounts {
  channelId: string;
  /** New or changed messages; all read messages in the dashboard's test. */
  messages: number;
  conversations: number;
  articlesCreated: number;
  articlesUpdated: number;
  skipped: number;
  skippedWhy: string[];
  /** Messages that the platform returned, known or new. */
  seen: number;
  /** Messages that a check found although a live event should have delivered them. */
  filledIn: number;
  /** The platform was read to its end, so a later turn does not read it again. */
  isRead?: boolean;
}

/** Counts the results of one channel over all turns of its run. */
export class ChannelResultCounter {
  readonly #work: RunExecution;
  readonly #channel: Pick<ChannelRow, "id" | "name">;
  readonly counts: ChannelCounts;

  constructor(work: RunExecution, channel: Pick<ChannelRow, "id" | "name">) {
    const before = work.position["tally"] as ChannelCounts | undefined;
    const imported = (work.position["imported"] as Record<string, Partial<ChannelCounts>> | undefined)?.[channel.id];
    const nothing = {
      messages: 0,
      conversations: 0,
      articlesCreated: 0,
      articlesUpdated: 0,
      skipped: 0,
      skippedWhy: [],
      seen: 0,
      filledIn: 0,
    };
    this.#work = work;
    this.#channel = channel;
    this.counts = before?.channelId === channel.id ? before : { channelId: channel.id, ...nothing, ...imported };
    work.position["tally"] = this.counts;
  }

  /** Resets the counts of read messages, because reading restarts at the same cursor. */
  forgetReading(): void {
    Object.assign(this.counts, { messages: 0, skipped: 0, skippedWhy: [], seen: 0 });
  }

  /** Adds the counts of one page of messages. */
  async read({ messages, skipped }: Pick<MessagePage, "messages" | "skipped">, counted: number): Promise<void> {
    const { counts } = this;
    if (messages.length > 0) this.#work.madeProgress();
    counts.seen += messages.length;
    counts.messages += counted;
    counts.skipped += skipped.length;
    for (const { reason } of skipped) {
      if (counts.skippedWhy.length < NAMED_SKIPS && !counts.skippedWhy.includes(reason)) counts.skippedWhy.push(reason);
    }
    await this.#work.report({ messagesRead: this.#work.progress.messagesRead + messages.length });
  }

  /** Adds the number of newly grouped messages. */
  grouped(messages: number): void {
    this.counts.messages += messages;
  }

  filledIn(messages: number): void {
    this.counts.filledIn += messages;
  }

  async judged(saved: SaveOutcome | "none"): Promise<void> {
    const { counts } = this;
    counts.conversations += 1;
    this.#work.madeProgress();
    if (saved === "created") counts.articlesCreated += 1;
    if (saved === "updated") counts.articlesUpdated += 1;
    const { progress } = this.#work;
    await this.#work.report({
      conversationsFound: progress.conversationsFound + 1,
      articlesCreated: progress.articlesCreated + (saved === "created" ? 1 : 0),
      articlesUpdated: progress.articlesUpdated + (saved === "updated" ? 1 : 0),
    });
  }

  outcome(status?: string): ChannelOutcome {
    const { counts } = this;
    if (counts.skippedWhy.length > 0) {
      const many = counts.skipped === 1 ? "1 message was" : `${counts.skipped} messages were`;
      this.#work.problem(`${many} left out of #${this.#channel.name}: ${counts.skippedWhy.join(" ")}`);
    }
    return {
      channelId: this.#channel.id,
      channel: this.#channel.name,
      status: status ?? statusOf(counts),
      messages: counts.messages,
      articlesCreated: counts.articlesCreated,
      articlesUpdated: counts.articlesUpdated,
      skipped: counts.skipped,
    };
  }
}

function statusOf({ messages, conversations, articlesCreated, articlesUpdated }: ChannelCounts): string {
  if (messages === 0 && conversations === 0) return NOTHING_NEW;
  const read = messages === 1 ? "1 message" : `${messages} messages`;
  const parts = [
    articlesCreated > 0 && (articlesCreated === 1 ? "1 article created" : `${articlesCreated} articles created`),
    articlesUpdated > 0 && (articlesUpdated === 1 ? "1 article updated" : `${articlesUpdated} articles updated`),
  ].filter((part) => part !== false);
  return `${read} analyzed, ${parts.join(", ") || NO_NEW_ARTICLE_STATUS}`;
}
