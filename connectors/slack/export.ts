import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { RemoteChannel } from "../chat-source.ts";
import { Refused } from "../errors.ts";
import {
  type DayContent,
  type DayFile,
  ExportPeople,
  type ExportSkipped,
  findRootFolder,
  listExportNotes,
  orderDayFiles,
  readDay,
  readList,
  shortenName,
} from "./export-files.ts";
import { EXPORT_LIMITS, type ExportLimits, ExportZip } from "./export-zip.ts";
import { mapChannel, mapUser } from "./map.ts";

export interface ExportOptions {
  signal?: AbortSignal;
  limits?: Partial<ExportLimits>;
  /** The `resumeAt` of the last stored part. Reading continues there. */
  resumeAt?: number;
}

export interface ExportProgress {
  filesDone: number;
  filesTotal: number;
  /** The number of uncompressed bytes that were read. */
  bytesDone: number;
  bytesTotal: number;
}

export type ExportPart =
  | {
      kind: "channels";
      channels: RemoteChannel[];
      skipped: ExportSkipped[];
      /** Sentences about content that is left out on purpose. */
      notes: string[];
      progress: ExportProgress;
    }
  | {
      kind: "messages";
      channelId: string;
      /** Messages of one channel in order, in the same form as from Slack's API. */
      messages: ChatMessage[];
      skipped: ExportSkipped[];
      progress: ExportProgress;
      resumeAt: number;
    };

const MESSAGES_A_PART = 1_000;
/** The most characters of text in one part, unless a single text is longer. */
const CHARACTERS_A_PART = 1_000_000;
const LISTS = /^([^/]+\/)?(users|channels|groups|dms|mpims)\.json$/;
const DAY = /(^|\/)[^/]+\/\d{4}-\d{2}-\d{2}\.json$/;

/**
 * Reads a Slack export of a workspace: first the channels, then each channel's messages in order. Malformed files and
 * messages are left out and reported. Throws `Refused` for a file that is not an export, is encrypted or is too large.
 * The file may be hostile, so a process with other work must use `readExportInWorker`.
 * https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports
 */
export async function* readSlackExport(path: string, options: ExportOptions = {}): AsyncGenerator<ExportPart> {
  const { signal, resumeAt = 0 } = options;
  const limits = { ...EXPORT_LIMITS, ...options.limits };
  const zip = await ExportZip.open(path, limits, (name) => LISTS.test(name) || DAY.test(name), signal);
  try {
    const root = findRootFolder(zip);
    const skipped: ExportSkipped[] = zip.suspicious.map((file) => ({
      file: shortenName(file),
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
    const { days, strays } = orderDayFiles(zip, root, channels);
    const bytesTotal = days.reduce((sum, day) => sum + day.bytes, 0);
    if (bytesTotal > limits.totalBytes)
      throw new Refused("This export is too large to import at once. Export a shorter period.");

    const progress = { filesDone: Math.min(resumeAt, days.length), filesTotal: days.length, bytesDone: 0, bytesTotal };
    for (const { bytes } of days.slice(0, resumeAt)) progress.bytesDone += bytes;
    yield { kind: "channels", channels, skipped, notes: listExportNotes(zip, root, strays), progress: { ...progress } };
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

/**
 * Splits a file's messages into parts. Only the last part of a file advances the position, so an interrupted import
 * reads the file again and skips messages that are already stored.
 */
function* inParts(
  { channelId }: DayFile,
  { messages, skipped }: DayContent,
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
