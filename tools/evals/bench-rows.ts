import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type ChatRow, toChatMessages as positioned } from "../../server/cli/chat-rows.ts";
import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";

/** A message in the format of the evaluation files. */
export interface BenchMessage extends ChatRow {
  i?: number;
}

export interface DetectionRow {
  id: string;
  source: string;
  subset: string;
  strict: boolean;
  label: "knowledge" | "not";
  negType?: string | null;
  kind?: string | null;
  room?: string;
  messages: BenchMessage[];
}

export interface StreamRow {
  id: string;
  source: string;
  channel: string;
  scoredFrom: number;
  messages: (BenchMessage & { i: number; conv: number | null; replyTo?: number[] })[];
}

/**
 * Reads the rows of a `.jsonl` or `.jsonl.gz` file. `data` is the folder of the labelled files or its parent. It may
 * also be a single file, which then replaces every requested file.
 */
export function readRows<Row>(data: string, name: string): Row[] {
  const path = [data, join(data, name), join(data, "bench", name), join(data, name.replace(/\.gz$/, ""))].find(
    (candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile(),
  );
  if (!path) throw new MissingRows(`${name} is not in ${data}.`);
  const bytes = readFileSync(path);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes) : bytes)
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim())
    .map((line): Row => JSON.parse(line));
}

/** A labelled file that a task needs is missing. The message names the file. */
export class MissingRows extends Error {}

/** Converts rows to chat messages. Their ids are the numbers in the file. */
export function createChatMessages(rows: BenchMessage[]): ChatMessage[] {
  return positioned(rows).map((message, index) => ({ ...message, externalId: String(rows[index]?.i ?? index) }));
}

export function benchConversation(id: string, rows: BenchMessage[]): Conversation {
  return { key: id, messages: createChatMessages(rows) };
}
