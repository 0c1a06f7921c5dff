import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { RemoteChannel, SkippedMessage } from "../chat-source.ts";
import { Refused } from "../errors.ts";
import { EXPORT_LIMITS, type ExportLimits, ExportZip, UnreadableEntry } from "./export-zip.ts";
import { mapChannel, mapMessage, mapUser, type SlackPeople, type SlackPerson } from "./map.ts";

export type { ExportLimits } from "./export-zip.ts";

export interface ExportOptions {
  signal?: AbortSignal;
  limits?: Partial<ExportLimits>;
  /** The `resumeAt` of the last part that was stored: reading goes on there. */
  resumeAt?: number;
}

/** A file, and a message in it when it is only one, with the reason why it is left out. */
export interface ExportSkipped extends SkippedMessage {
  file: string;
}

export interface ExportProgress {
  filesDone: number;
  filesTotal: number;
  /** Unpacked. */
  bytesDone: number;
  bytesTotal: number;
}

export type ExportPart =
  | {
      kind: "channels";
      channels: RemoteChannel[];
      skipped: ExportSkipped[];
      /** What was left out on purpose, in sentences. */
      notes: string[];
      progress: ExportProgress;
    }
  | {
      kind: "messages";
      channelId: string;
      /** In order within the channel, the same as by Slack's API. */
      messages: ChatMessage[];
      skipped: ExportSkipped[];
      progress: ExportProgress;
      resumeAt: number;
    };

const MESSAGES_A_PART = 1_000;

interface DayFile {
  name: string;
  channelId: string;
  bytes: number;
}

/**
 * Reads a workspace export of Slack: first the channels, then the messages of each in order. Broken files and messages are
 * left out and named; the rest is read. Throws `Refused` for a file that is no export, is encrypted or is too large.
 * https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports
 */
export async function* readSlackExport(path: string, options: ExportOptions = {}): AsyncGenerator<ExportPart> {
  const { signal, resumeAt = 0 } = options;
  const limits = { ...EXPORT_LIMITS, ...options.limits };
  const zip = await ExportZip.open(path, limits, signal);
  try {
    const root = rootOf(zip);
    const skipped: ExportSkipped[] = zip.suspicious.map((file) => ({
      file: shown(file),
      externalId: null,
      reason: "Its path leads out of the archive.",
    }));
    const list = (name: string, mandatory = false) => readList(zip, root + name, skipped, mandatory, signal);
    const people = new ExportPeople((await list("users.json")).map(mapUser));
    const publicOnes = await list("channels.json", true);
    const privateOnes = (await list("groups.json")).map((group) => ({ ...(group as object), is_private: true }));
    const channels = [...publicOnes, ...privateOnes]
      .map((raw) => mapChannel(raw, people))
      .filter((found) => found !== null);
    people.learnChannels(channels);
    const { days, strays } = planOf(zip, root, channels);
    const bytesTotal = days.reduce((sum, day) => sum + day.bytes, 0);
    if (bytesTotal > limits.totalBytes)
      throw new Refused("This export is larger than Lorekeep imports at once. Export a shorter time.");

    const progress = { filesDone: Math.min(resumeAt, days.length), filesTotal: days.length, bytesDone: 0, bytesTotal };
    for (const { bytes } of days.slice(0, resumeAt)) progress.bytesDone += bytes;
    yield { kind: "channels", channels, skipped, notes: notesOn(zip, root, strays), progress: { ...progress } };
    for (const [index, day] of days.entries()) {
      if (index < resumeAt) continue;
      signal?.throwIfAborted();
      const read = await readDay(zip, day, people, signal);
      progress.filesDone += 1;
      progress.bytesDone += day.bytes;
      yield* inParts(day, read, { ...progress }, index);
    }
  } finally {
    zip.close();
  }
}

/** The names of an export, from its `users.json` and `channels.json`. */
class ExportPeople implements SlackPeople {
  readonly #people: ReadonlyMap<string, SlackPerson>;
  #channels: ReadonlyMap<string, string> = new Map();

  constructor(people: (SlackPerson | null)[]) {
    this.#people = new Map(people.filter((person) => person !== null).map((person) => [person.id, person]));
  }

  learnChannels(channels: RemoteChannel[]): void {
    this.#channels = new Map(channels.map(({ externalId, name }) => [externalId, name]));
  }

  user(id: string): string | undefined {
    return this.#people.get(id)?.name;
  }

  channel(id: string): string | undefined {
    return this.#channels.get(id);
  }

  isBot(id: string): boolean {
    return id === "USLACKBOT" || (this.#people.get(id)?.isBot ?? false);
  }
}

/** Some unpack and pack again, which puts everything into one folder. */
function rootOf(zip: ExportZip): string {
  const lists = [...zip.entries.keys()].filter(
    (name) => /^([^/]+\/)?channels\.json$/.test(name) && !name.startsWith("__MACOSX/"),
  );
  const nearest = lists.toSorted((a, b) => a.length - b.length)[0];
  if (nearest === undefined) throw new Refused("This archive is not a Slack export: it has no channels.json.");
  return nearest.slice(0, -"channels.json".length);
}

async function readList(
  zip: ExportZip,
  file: string,
  skipped: ExportSkipped[],
  mandatory: boolean,
  signal: AbortSignal | undefined,
): Promise<unknown[]> {
  if (!mandatory && !zip.entries.has(file)) return [];
  try {
    const list = await zip.readJson(file, signal);
    if (Array.isArray(list)) return list;
    throw new UnreadableEntry("It is not a list.");
  } catch (error) {
    if (!(error instanceof UnreadableEntry)) throw error;
    if (mandatory)
      throw new Refused(`This export cannot be read because of its ${file}. ${error.message}`, { cause: error });
    skipped.push({ file: shown(file), externalId: null, reason: error.message });
    return [];
  }
}

/** Channel by channel, day by day. The folder of a channel bears its name; exports of single channels use the id. */
function planOf(zip: ExportZip, root: string, channels: RemoteChannel[]): { days: DayFile[]; strays: number } {
  const byFolder = Map.groupBy(
    [...zip.entries.keys()].filter(
      (name) => name.startsWith(root) && /^[^/]+\/\d{4}-\d{2}-\d{2}\.json$/.test(name.slice(root.length)),
    ),
    (name) => name.slice(root.length).split("/")[0] ?? "",
  );
  const days = channels.flatMap(({ externalId: channelId, name: folder }) => {
    const names = byFolder.get(folder) ?? byFolder.get(channelId) ?? [];
    byFolder.delete(byFolder.has(folder) ? folder : channelId);
    return names.toSorted().map((name) => ({ name, channelId, bytes: zip.entries.get(name)?.uncompressedSize ?? 0 }));
  });
  return { days, strays: byFolder.size };
}

function notesOn(zip: ExportZip, root: string, strays: number): string[] {
  const direct = ["dms.json", "mpims.json"].some((name) => zip.entries.has(root + name));
  if (direct) return ["Direct messages are private and were left out."];
  return strays > 0 ? [`Folders that belong to no channel of this export were left out: ${strays}.`] : [];
}

interface DayRead {
  messages: ChatMessage[];
  skipped: ExportSkipped[];
}

async function readDay(
  zip: ExportZip,
  day: DayFile,
  people: SlackPeople,
  signal: AbortSignal | undefined,
): Promise<DayRead> {
  const file = shown(day.name);
  let list: unknown;
  try {
    list = await zip.readJson(day.name, signal);
  } catch (error) {
    if (!(error instanceof UnreadableEntry)) throw error;
    return { messages: [], skipped: [{ file, externalId: null, reason: error.message }] };
  }
  if (!Array.isArray(list))
    return { messages: [], skipped: [{ file, externalId: null, reason: "It is not a list of messages." }] };
  const mapped = list.map((raw) => mapMessage(raw, people)).filter((item) => item !== null);
  const messages = mapped.flatMap((item) => ("message" in item ? [item.message] : []));
  return {
    messages: messages.sort((a, b) => (a.externalId < b.externalId ? -1 : 1)),
    skipped: mapped.flatMap((item) => ("skipped" in item ? [{ file, ...item.skipped }] : [])),
  };
}

/** A file's last part moves the position past it; an import killed before reads the file again and knows its messages. */
function* inParts(
  day: DayFile,
  { messages, skipped }: DayRead,
  progress: ExportProgress,
  index: number,
): Generator<ExportPart> {
  const { channelId } = day;
  for (let from = 0; from === 0 || from < messages.length; from += MESSAGES_A_PART) {
    const isLast = from + MESSAGES_A_PART >= messages.length;
    yield {
      kind: "messages",
      channelId,
      messages: messages.slice(from, from + MESSAGES_A_PART),
      skipped: from === 0 ? skipped : [],
      progress,
      resumeAt: isLast ? index + 1 : index,
    };
  }
}

/** Names come from outside: short and on one line. */
const shown = (name: string) => name.replace(/\p{Cc}/gu, " ").slice(0, 200);
