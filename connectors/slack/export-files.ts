import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { RemoteChannel, SkippedMessage } from "../chat-source.ts";
import { Refused } from "../errors.ts";
import type { ExportLimits, ExportZip } from "./export-zip.ts";
import { type MappedMessage, mapMessage, type SlackPeople, type SlackPerson } from "./map.ts";
import { UnreadableEntry } from "./unreadable-entry.ts";

/** A file that was left out, or a message in it, with the reason. */
export interface ExportSkipped extends SkippedMessage {
  file: string;
}

export interface DayFile {
  name: string;
  channelId: string;
  bytes: number;
}

/** The names of people and channels in an export, from `users.json` and `channels.json`. */
export class ExportPeople implements SlackPeople {
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

/**
 * Returns the folder that contains the export's lists. People who unpack and pack an export again put everything into a
 * folder.
 */
export function findRootFolder(zip: ExportZip): string {
  const lists = [...zip.entries.keys()].filter(
    (name) => /^([^/]+\/)?channels\.json$/.test(name) && !name.startsWith("__MACOSX/"),
  );
  const nearest = lists.toSorted((a, b) => a.length - b.length)[0];
  if (nearest === undefined) throw new Refused("This archive is not a Slack export: it has no channels.json.");
  return nearest.slice(0, -"channels.json".length);
}

/** Converts each element with `map`, and leaves out elements for which `map` returns null. */
export async function readList<T>(
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
      throw new Refused(`This export cannot be read because of its ${shortenName(file)}. ${error.message}`, {
        cause: error,
      });
    skipped.push({ file: shortenName(file), externalId: null, reason: error.message });
    return [];
  }
}

/**
 * Sorts the files by channel and day. A channel's folder has the channel's name, or its id in an export of single
 * channels.
 */
export function orderDayFiles(
  zip: ExportZip,
  root: string,
  channels: RemoteChannel[],
): { days: DayFile[]; strays: number } {
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

export function listExportNotes(zip: ExportZip, root: string, strays: number): string[] {
  const direct = ["dms.json", "mpims.json"].some((name) => zip.entries.has(root + name));
  if (direct) return ["Direct messages are private and were left out."];
  return strays > 0 ? [`Folders that belong to no channel of this export were left out: ${strays}.`] : [];
}

export interface DayContent {
  messages: ChatMessage[];
  skipped: ExportSkipped[];
  /** The number of malformed messages among the skipped ones. */
  broken: number;
}

/** Returns all messages of the file. Returns none if the file is damaged or is not a day of a channel. */
export async function readDay(
  zip: ExportZip,
  day: DayFile,
  people: SlackPeople,
  { limits, signal }: { limits: ExportLimits; signal: AbortSignal | undefined },
): Promise<DayContent> {
  const file = shortenName(day.name);
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

/** Shortens a name to one line, because an export may be hostile. */
export const shortenName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, " ")
    .slice(0, 200)
    .toWellFormed();
