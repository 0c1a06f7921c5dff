import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";

/** One line of a published chat archive, before names are replaced. */
export interface RawMessage {
  /** Milliseconds since 1970. */
  at: number;
  nick: string;
  text: string;
  event?: "join" | "leave";
}

/** The archives that the demo uses. The rooms of one archive have the same format and the same people. */
export type ChatArchive = "gitter-history" | "live-chat" | "ubuntu-irc";

const read = (path: string): string => {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").replaceAll("\r\n", "\n");
};

/** Reads every room of an archive, oldest message first, by the room's file name without extensions. */
export function readChatArchive(archive: ChatArchive, raw: string): Map<string, RawMessage[]> {
  const [folder, ending, parse] = {
    "gitter-history": [join(raw, "fcc-gitter/archives"), ".tsv.gz", parseGitterHistory] as const,
    "live-chat": [join(raw, "livechat-gitter/data/manual"), ".txt", parseLiveChat] as const,
    "ubuntu-irc": [join(raw, "irc-disentanglement/data/train"), ".ascii.txt", parseUbuntuIrc] as const,
  }[archive];
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort();
  return new Map(
    files.map((file) => {
      const room = basename(file, ending);
      return [room, parse(read(join(folder, file)), room)];
    }),
  );
}

/** Parses TSV, newest first: room_id, room_uri, sent_at, from_userid, from_username, message_id, text; quoted when multi-line. */
export function parseGitterHistory(tsv: string): RawMessage[] {
  const messages: RawMessage[] = [];
  const record =
    /([^\t\n]*)\t([^\t\n]*)\t([^\t\n]*)\t([^\t\n]*)\t([^\t\n]*)\t([^\t\n]*)\t("(?:[^"]|"")*"|[^\n]*)(?:\n|$)/gy;
  for (const [, , , sentAt = "", , nick = "", , field = ""] of tsv.matchAll(record)) {
    const at = Date.parse(sentAt);
    if (Number.isNaN(at)) continue;
    const text = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
    messages.push({ at, nick, text });
  }
  return messages.sort((a, b) => a.at - b.at);
}

/**
 * Parses manually separated dialogs, `[2016-12-29 17:21:57] <nick> text` or `3 [2016-12-29T17:21:57] <nick> text`. Sorting by
 * time restores the original order of the room. A message in two dialogs is taken once.
 */
export function parseLiveChat(text: string): RawMessage[] {
  const messages = new Map<string, RawMessage>();
  let last: RawMessage | undefined;
  for (const line of text.split("\n")) {
    const match = /^(?:\d+ )?\[(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)\]\s*<([^>]+)>\s?(.*)$/.exec(line.trim());
    if (match) {
      const [, day, time, nick = "", said = ""] = match;
      last = { at: Date.parse(`${day}T${time}Z`), nick, text: readable(said) };
      messages.set(`${day}T${time} ${nick} ${said}`, last);
    } else if (last && line.trim() && !/^(-{5,}|\/\/)/.test(line.trim())) {
      last.text += `\n${readable(line)}`;
    }
  }
  return [...messages.values()].sort((a, b) => a.at - b.at);
}

/** Restores quotes and line ends, which the publishers of the data set left escaped, and replaces their placeholders for code and links. */
const readable = (text: string): string =>
  text
    .replaceAll("\\'", "'")
    .replaceAll('\\"', '"')
    .replaceAll("\\n", "\n")
    .replace(/ ?\[?\s*<-\s*(\w+)\s*->\s*\]?/g, (_mark, what: string) => ` (${what.toLowerCase()} left out)`);

/**
 * Parses `[03:41] <nick> text`, `[03:41] * nick waves`, `=== nick [~host] has joined #ubuntu`. The file name contains the day.
 */
export function parseUbuntuIrc(log: string, room: string): RawMessage[] {
  const messages: RawMessage[] = [];
  let day = Date.parse(`${room.slice(0, 10)}T00:00Z`);
  let minute = 0;
  for (const line of log.split("\n")) {
    const said = /^\[(\d\d):(\d\d)\] (?:<([^>]+)>|\* (\S+)) ?(.*)$/.exec(line);
    if (said) {
      const now = Number(said[1]) * 60 + Number(said[2]);
      if (now < minute - 600) day += 86_400_000;
      minute = now;
      messages.push({ at: day + minute * 60_000, nick: said[3] ?? said[4] ?? "", text: said[5] ?? "" });
      continue;
    }
    const event = /^=== (\S+) .*has (joined|left|quit)\b/.exec(line);
    if (event)
      messages.push({
        at: day + minute * 60_000,
        nick: event[1] ?? "",
        text: "",
        event: event[2] === "joined" ? "join" : "leave",
      });
  }
  return spreadWithinMinutes(messages);
}

/** Spreads the lines of one minute evenly over it, because IRC logs contain only minutes. The times then keep the order. */
function spreadWithinMinutes(messages: RawMessage[]): RawMessage[] {
  const lines = Map.groupBy(messages, ({ at }) => at);
  return messages.map((message) => {
    const together = lines.get(message.at) ?? [message];
    return { ...message, at: message.at + Math.floor((together.indexOf(message) * 60_000) / together.length) };
  });
}
