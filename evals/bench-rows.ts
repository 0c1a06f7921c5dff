import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ChatMessage, Conversation } from "../shared/domain/chat.ts";

/** A message as the measuring files have it: times are ISO 8601, 'HH:MM', seconds or null. */
export interface BenchMessage {
  i?: number;
  ts?: string | number | null;
  author?: string | null;
  text?: string | null;
  system?: boolean;
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

export interface KindRow {
  id: string;
  source: string;
  kind: string;
  title?: string;
  messages: BenchMessage[];
}

export interface SummaryRow {
  id: string;
  question: string;
  sentences: string[];
  summary: number[];
}

export interface PairRow {
  id: string;
  messages: BenchMessage[];
  answers: [number, number][];
}

export interface TitleRow {
  id: string;
  title: string;
  messages: BenchMessage[];
}

/** Rows of a `.jsonl` or `.jsonl.gz` file. */
export function readRows<Row>(directory: string, name: string): Row[] {
  const bytes = readFileSync(join(directory, name));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line.trim())
    .map((line): Row => JSON.parse(line));
}

const DAY_MS = 86_400_000;

/** Gives every message a time that never runs back: 'HH:MM' wraps at midnight, an unknown time is the one before. */
export function chatMessages(rows: BenchMessage[]): ChatMessage[] {
  let last = Date.UTC(2024, 0, 1);
  let dayStart = last;
  return rows.map((row, index) => {
    const { ts } = row;
    let at = last;
    const clock = typeof ts === "string" ? /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(ts) : null;
    if (typeof ts === "number") at = ts * 1_000;
    else if (clock) {
      at = dayStart + (Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)) * 1_000;
      // Half a day back is midnight; less is a log out of order.
      if (at < last - DAY_MS / 2) {
        dayStart += DAY_MS;
        at += DAY_MS;
      }
    } else if (typeof ts === "string" && !Number.isNaN(Date.parse(ts))) at = Date.parse(ts);
    if (index === 0 || at > last) last = at;
    const name = row.author || "someone";
    return {
      externalId: String(row.i ?? index),
      threadId: null,
      author: { externalId: name, name },
      sentAt: new Date(last),
      editedAt: null,
      text: row.text ?? "",
    };
  });
}

export function benchConversation(id: string, rows: BenchMessage[]): Conversation {
  return { key: id, messages: chatMessages(rows) };
}

/** A line of IRC's own, except the `/me` actions, which somebody said. */
export function spokenRow<Row extends BenchMessage>(row: Row): Row | null {
  if (!row.system) return row;
  const action =
    /^(?:===|\*) (\S+)\s+(?!has (?:joined|left|quit)|is now known|entered|left|sets? |topic|mode|\[)(.+)$/.exec(
      row.text ?? "",
    );
  return action && !/\[.*@.*\]|entered the room|left the room|known as|changed the topic|kicked/.test(row.text ?? "")
    ? { ...row, author: action[1] ?? "", text: action[2] ?? "", system: false }
    : null;
}
