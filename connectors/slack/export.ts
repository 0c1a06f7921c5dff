import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { RemoteChannel, SkippedMessage } from "../chat-source.ts";
import { Refused } from "../errors.ts";
import { EXPORT_LIMITS, type ExportLimits, ExportZip } from "./export-zip.ts";
import { type MappedMessage, mapChannel, mapMessage, mapUser, type SlackPeople, type SlackPerson } from "./map.ts";
import { UnreadableEntry } from "./unreadable-entry.ts";

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
/** Of the texts of one part, unless a single one is longer. */
const CHARACTERS_A_PART = 1_000_000;
const LISTS = /^([^/]+\/)?(users|channels|groups|dms|mpims)\.json$/;
const DAY = /(^|\/)[^/]+\/\d{4}-\d{2}-\d{2}\.json$/;

interface DayFile {
  name: string;
  channelId: string;
  bytes: number;
}

/**
 * Reads a workspace export of Slack: first the channels, then the messages of each in order. Broken files and messages are
 * left out and named; the rest is read. Throws `Refused` for a file that is no export, is encrypted or is too large. The file
 * may be made to harm: in a process that has other work, read it with `readExportInThread`.
 * https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports
 */
export async function* readSlackExport(path: string, options: ExportOptions = {}): AsyncGenerator<ExportPart> {
  const { signal, resumeAt = 0 } = options;
  const limits = { ...EXPORT_LIMITS, ...options.limits };
  const zip = await ExportZip.open(path, limits, (name) => LISTS.test(name) || DAY.test(name), signal);
  try {
    const root = rootOf(zip);
    const skipped: ExportSkipped[] = zip.suspicious.map((file) => ({
      file: shown(file),
      externalId: null,
      reason: "Its path leads out of the archive.",
    }));
    const list = <T>(name: string, map: (raw: unknown) => T | null, mandatory = false) =>
      readList(zip, root + name, map, { skipped, mandatory, signal });
    const people = new ExportPeople(await list("users.json", mapUser));
    const channels = await list("channels.json", (raw) => mapChannel(raw, people), true);
    const asPrivate = (raw: unknown) => mapChannel({ ...(raw as object), is_private: true }, people);
    channels.push(...(await list("groups.json", asPrivate)));
    people.learnChannels(channels);
    const { days, strays } = planOf(zip, root, channels);
    const bytesTotal = days.reduce((sum, day) => sum + day.bytes, 0);
    if (bytesTotal > limits.totalBytes)
      throw new Refused("This export is too large to import at once. Export a shorter period.");

    const progress = { filesDone: Math.min(resumeAt, days.length), filesTotal: days.length, bytesDone: 0, bytesTotal };
    for (const { bytes } of days.slice(0, resumeAt)) progress.bytesDone += bytes;
    yield { kind: "channels", channels, skipped, notes: notesOn(zip, root, strays), progress: { ...progress } };
    let broken = 0;
    for (const [index, day] of days.entries()) {
      if (index < resumeAt) continue;
      signal?.throwIfAborted();
      const read = await readDay(zip, day, people, { limits, signal });
      broken += read.broken;
      if (broken > limits.broken)
        throw new Refused(`More than ${limits.broken} messages of this export are broken. Export it again.`);
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

  constructor(people: SlackPerson[]) {
    this.#people = new Map(people.map((person) => [person.id, person]));
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

/** What `map` makes of the elements; null leaves one out. */
async function readList<T>(
  zip: ExportZip,
  file: string,
  map: (raw: unknown) => T | null,
  { skipped, mandatory, signal }: { skipped: ExportSkipped[]; mandatory: boolean; signal: AbortSignal | undefined },
): Promise<T[]> {
  const list: T[] = [];
  if (!mandatory && !zip.entries.has(file)) return list;
  try {
    for await (const elements of zip.readList(file, signal)) {
      for (const element of elements) {
        const mapped = "value" in element ? map(element.value) : null;
        if (mapped !== null) list.push(mapped);
      }
    }
    return list;
  } catch (error) {
    if (!(error instanceof UnreadableEntry)) throw error;
    if (mandatory)
      throw new Refused(`This export cannot be read because of its ${shown(file)}. ${error.message}`, { cause: error });
    skipped.push({ file: shown(file), externalId: null, reason: error.message });
    return [];
  }
}

/** Channel by channel, day by day. The folder of a channel has its name; exports of single channels use the id. */
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
  /** Of those that are skipped. */
  broken: number;
}

/** The whole file or, when it is damaged or no day of a channel, nothing of it. */
async function readDay(
  zip: ExportZip,
  day: DayFile,
  people: SlackPeople,
  { limits, signal }: { limits: ExportLimits; signal: AbortSignal | undefined },
): Promise<DayRead> {
  const file = shown(day.name);
  const messages: ChatMessage[] = [];
  const skipped: ExportSkipped[] = [];
  let broken = 0;
  const take = (item: MappedMessage) => {
    if (item === null) return;
    if ("message" in item) return void messages.push(item.message);
    skipped.push({ file, ...item.skipped });
    broken += item.isBroken ? 1 : 0;
    if (broken > limits.brokenInFile)
      throw new UnreadableEntry(`More than ${limits.brokenInFile} of its messages are broken.`);
  };
  try {
    for await (const elements of zip.readList(day.name, signal)) {
      for (const element of elements) {
        if ("value" in element) take(mapMessage(element.value, people));
        else take({ skipped: { externalId: null, reason: element.broken }, isBroken: true });
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableEntry)) throw error;
    return { messages: [], skipped: [{ file, externalId: null, reason: error.message }], broken };
  }
  return { messages: messages.sort((a, b) => (a.externalId < b.externalId ? -1 : 1)), skipped, broken };
}

/** A file's last part moves the position past it; an import killed before reads the file again and knows its messages. */
function* inParts(
  { channelId }: DayFile,
  { messages, skipped }: DayRead,
  progress: ExportProgress,
  index: number,
): Generator<ExportPart> {
  let part: ChatMessage[] = [];
  let characters = 0;
  let isFirst = true;
  const partOf = (resumeAt: number): ExportPart => {
    const made = {
      kind: "messages" as const,
      channelId,
      messages: part,
      skipped: isFirst ? skipped : [],
      progress,
      resumeAt,
    };
    part = [];
    characters = 0;
    isFirst = false;
    return made;
  };
  for (const message of messages) {
    const isFull = part.length === MESSAGES_A_PART || characters + message.text.length > CHARACTERS_A_PART;
    if (isFull && part.length > 0) yield partOf(index);
    part.push(message);
    characters += message.text.length;
  }
  yield partOf(index + 1);
}

/** Names come from outside: short and on one line. */
const shown = (name: string) =>
  name
    .replace(/\p{Cc}/gu, " ")
    .slice(0, 200)
    .toWellFormed();
