import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";

/** A message as one line of JSON. Every field may be missing, because input files come from anywhere. */
export interface ChatRow {
  /** A time as ISO 8601, 'HH:MM', seconds since 1970, or null. */
  ts?: string | number | null;
  author?: string | null;
  text?: string | null;
  /** True for a line of the chat program itself, such as a join or a changed topic. */
  system?: boolean;
}

type AnyRow = ChatRow | Record<string, unknown>;

const DAY_MS = 86_400_000;
const SOME_DAY = Date.UTC(2024, 0, 1);
/** The latest time that a Date can hold. */
const LATEST = 8_640_000_000_000_000;
/** Numbers from this one on are milliseconds, because as seconds they would be after the year 5000. */
const MILLISECONDS_FROM = 1e11;

/** Returns the rows of a list of messages. An invalid row becomes an empty row, so that positions stay the same. */
export function parseRows(messages: unknown): Record<string, unknown>[] {
  if (!Array.isArray(messages)) return [];
  return messages.map((row: unknown) =>
    isRecord(row) ? row : { text: typeof row === "string" || typeof row === "number" ? String(row) : "" },
  );
}

/** Returns chat messages with their position as `externalId`, in the given order. Times never decrease. */
export function toChatMessages(rows: readonly AnyRow[]): ChatMessage[] {
  let last = Number.NEGATIVE_INFINITY;
  const times = parseTimes(rows);
  return rows.map((row, index) => {
    last = Math.max(last, times[index] ?? last);
    const name = wordsOf(row.author) || "someone";
    return {
      externalId: String(index),
      threadId: null,
      author: { externalId: name, name },
      sentAt: new Date(last),
      editedAt: null,
      text: wordsOf(row.text),
    };
  });
}

/**
 * Returns each row's time in milliseconds. 'HH:MM' continues after midnight. A row without a time gets the previous row's time.
 */
export function parseTimes(rows: readonly AnyRow[]): number[] {
  let midnight = SOME_DAY;
  let before: number | null = null;
  return rows.map(({ ts }) => {
    const clock = clockOf(ts);
    let at = clock === null ? (momentOf(ts) ?? before ?? firstTime(rows)) : midnight + clock;
    // A time that goes back by half a day or more means midnight; a smaller step back means an unsorted log.
    if (clock !== null && before !== null && at < before - DAY_MS / 2) {
      const days = Math.ceil((before - DAY_MS / 2 - at) / DAY_MS);
      midnight += days * DAY_MS;
      at += days * DAY_MS;
    }
    before = at;
    return at;
  });
}

/** Returns the messages of a row as one conversation, without the chat program's own lines. */
export function toConversation(messages: unknown): Conversation {
  const said = toChatMessages(parseRows(messages).map((row) => toPersonRow(row) ?? { ...row, text: "" }));
  return { key: "0", messages: said };
}

/**
 * Returns a person's message, or null for one of the chat program's own lines. IRC's `/me` actions count as a person's
 * messages.
 */
export function toPersonRow<Row extends AnyRow>(row: Row): Row | null {
  if (!row.system) return row;
  const text = wordsOf(row.text);
  const action =
    /^(?:===|\*) (\S+)\s+(?!has (?:joined|left|quit)|is now known|entered|left|sets? |topic|mode|\[)(.+)$/.exec(text);
  return action && !/\[.*@.*\]|entered the room|left the room|known as|changed the topic|kicked/.test(text)
    ? { ...row, author: action[1] ?? "", text: action[2] ?? "", system: false }
    : null;
}

/** True if every time includes a date, so that messages can be sorted. */
export function hasDates(rows: readonly AnyRow[]): boolean {
  return rows.every((row) => clockOf(row.ts) === null);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstTime(rows: readonly AnyRow[]): number {
  for (const { ts } of rows) {
    const clock = clockOf(ts);
    const at = clock === null ? momentOf(ts) : SOME_DAY + clock;
    if (at !== null) return at;
  }
  return SOME_DAY;
}

/** Returns 'HH:MM' or 'HH:MM:SS' in milliseconds since midnight. */
function clockOf(ts: unknown): number | null {
  const clock = typeof ts === "string" ? /^\s*(\d{1,2}):(\d{2})(?::(\d{2}))?\s*$/.exec(ts) : null;
  return clock ? (Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)) * 1_000 : null;
}

/** Returns seconds or an ISO date as milliseconds since 1970. A date without a time zone is UTC. */
function momentOf(ts: unknown): number | null {
  if (typeof ts === "number") return inRange(ts >= MILLISECONDS_FROM ? ts : ts * 1_000);
  if (typeof ts !== "string") return null;
  const text = ts.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return momentOf(Number(text));
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[T ]([\d:.]+)$/.exec(text) ?? [];
  return inRange(Date.parse(day ? `${day}T${time}Z` : text));
}

function inRange(at: number): number | null {
  return Number.isFinite(at) && Math.abs(at) <= LATEST ? at : null;
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
