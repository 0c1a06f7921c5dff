import { crc32 } from "node:zlib";
import { Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { Refused } from "../errors.ts";
import { type ListElement, type ListLimits, ListParser } from "./export-list.ts";
import { UnreadableEntry } from "./unreadable-entry.ts";

/** Limits for an export. Real exports stay far below these limits, unlike a ZIP bomb. */
export interface ExportLimits extends ListLimits {
  /** The most files in the archive. */
  entries: number;
  /** The largest uncompressed size of one file, which is one day of a channel. */
  fileBytes: number;
  /** The largest uncompressed size of all files that are read. */
  totalBytes: number;
  /** The highest compression ratio of a file over one megabyte. Chat has a ratio of 5 to 30. */
  ratio: number;
  /** The most elements in one file's list. */
  elements: number;
  /** The most malformed messages in one file (`brokenInFile`) and in the archive (`broken`). */
  brokenInFile: number;
  broken: number;
}

export const EXPORT_LIMITS: ExportLimits = {
  entries: 500_000,
  fileBytes: 64 * 1024 * 1024,
  totalBytes: 50 * 1024 * 1024 * 1024,
  ratio: 200,
  elements: 200_000,
  elementCharacters: 1_000_000,
  depth: 64,
  brokenInFile: 1_000,
  broken: 10_000,
};

const RATIO_FROM_BYTES = 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;
const MOST_SUSPICIOUS = 50;
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;

/**
 * A ZIP archive from an untrusted source. Its entries are read as streams, one at a time, and never written to disk.
 * Their names are only compared with expected names.
 */
export class ExportZip {
  readonly entries: ReadonlyMap<string, Entry>;
  /** The first entries with names or types that no real export contains. */
  readonly suspicious: readonly string[];
  readonly #zip: ZipFile;
  readonly #limits: ExportLimits;

  private constructor(zip: ZipFile, entries: Map<string, Entry>, suspicious: string[], limits: ExportLimits) {
    this.#zip = zip;
    this.entries = entries;
    this.suspicious = suspicious;
    this.#limits = limits;
  }

  /**
   * Opens the archive and remembers the entries whose names are `wanted`. Throws `Refused` for an archive that no
   * export tool would create.
   */
  static async open(
    path: string,
    limits: ExportLimits,
    wanted: (name: string) => boolean,
    signal?: AbortSignal,
  ): Promise<ExportZip> {
    const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((cause: unknown) => {
      throw new Refused("This file cannot be read as a ZIP archive. Export it again or choose another file.", {
        cause,
      });
    });
    try {
      if (zip.entryCount > limits.entries)
        throw new Refused(`This archive has more than ${limits.entries} files and is not imported.`);
      const entries = new Map<string, Entry>();
      const suspicious: string[] = [];
      const places = new Float64Array(2 * zip.entryCount);
      let count = 0;
      for await (const entry of eachEntry(zip)) {
        signal?.throwIfAborted();
        places[2 * count] = entry.relativeOffsetOfLocalHeader;
        places[2 * count + 1] = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.compressedSize;
        count += 1;
        const name = nameOf(entry);
        if (name.endsWith("/")) continue;
        if (leadsOut(name) || isSymlink(entry)) {
          if (suspicious.length < MOST_SUSPICIOUS) suspicious.push(name);
        } else if (wanted(name)) entries.set(name, withoutName(entry));
      }
      refuseSharedData(places);
      return new ExportZip(zip, entries, suspicious, limits);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  close(): void {
    this.#zip.close();
  }

  /**
   * Yields the elements of a file that is a JSON list. The file is valid only if this ends without an error. Throws
   * `UnreadableEntry` for a file that is left out, and `Refused` for an encrypted archive.
   */
  async *readList(name: string, signal?: AbortSignal): AsyncGenerator<ListElement[]> {
    const parser = new ListParser(this.#limits);
    let count = 0;
    for await (const piece of this.#text(name, signal)) {
      const elements = parser.push(piece);
      count += elements.length;
      if (count > this.#limits.elements)
        throw new UnreadableEntry(`It lists more than ${this.#limits.elements} things.`);
      yield elements;
    }
    parser.finish();
  }

  async *#text(name: string, signal: AbortSignal | undefined): AsyncGenerator<string> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const decode = (bytes?: Buffer) => {
      try {
        return decoder.decode(bytes, { stream: bytes !== undefined });
      } catch {
        throw new UnreadableEntry("It is not UTF-8 text.");
      }
    };
    for await (const bytes of this.#bytes(name, signal)) yield decode(bytes);
    yield decode();
  }

  async *#bytes(name: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (!entry) throw new UnreadableEntry("It is missing.");
    this.#checkSize(entry);
    const damaged = (cause?: unknown) => new UnreadableEntry("It is damaged.", { cause });
    const stream = await this.#zip.openReadStreamPromise(entry).catch((cause: unknown) => {
      throw damaged(cause);
    });
    let checksum = 0;
    // yauzl ends the stream with an error if the file is longer than declared.
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        const { done, value } = await chunks.next().catch((cause: unknown) => {
          throw damaged(cause);
        });
        if (done) break;
        signal?.throwIfAborted();
        checksum = crc32(value, checksum);
        yield value;
      }
    } finally {
      stream.destroy();
    }
    if (checksum !== entry.crc32) throw damaged();
  }

  #checkSize(entry: Entry): void {
    if (entry.isEncrypted())
      throw new Refused("This archive is protected by a password. Unpack it and choose one without.");
    const { fileBytes, ratio } = this.#limits;
    if (entry.uncompressedSize > fileBytes) throw new UnreadableEntry("It is too large.");
    if (entry.uncompressedSize > RATIO_FROM_BYTES && entry.uncompressedSize > entry.compressedSize * ratio)
      throw new UnreadableEntry("It is compressed too heavily to be a chat export.");
  }
}

async function* eachEntry(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (cause) {
    throw new Refused("The ZIP archive is damaged: its list of files cannot be read. Export it again.", { cause });
  }
}

/** Keeps only the fields that reading needs, because half a million entries are in memory at once. */
function withoutName({
  compressedSize,
  compressionMethod,
  crc32: checksum,
  generalPurposeBitFlag,
  relativeOffsetOfLocalHeader,
  uncompressedSize,
}: Entry): Entry {
  return Object.assign(new Entry(), {
    compressedSize,
    compressionMethod,
    crc32: checksum,
    generalPurposeBitFlag,
    relativeOffsetOfLocalHeader,
    uncompressedSize,
  });
}

/**
 * Refuses entries that share the same bytes. Shared bytes multiply the unpacked size
 * (https://www.bamsoftware.com/hacks/zipbomb/).
 */
function refuseSharedData(places: Float64Array): void {
  const order = Array.from({ length: places.length / 2 }, (_, index) => index);
  order.sort((a, b) => (places[2 * a] as number) - (places[2 * b] as number));
  for (let at = 1; at < order.length; at += 1) {
    const [before, after] = [order[at - 1] as number, order[at] as number];
    if ((places[2 * after] as number) < (places[2 * before + 1] as number))
      throw new Refused("Files in this archive overlap. It is not a valid Slack export and is not imported.");
  }
}

function nameOf(entry: Entry): string {
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
}

const leadsOut = (name: string) => name.startsWith("/") || /^[A-Za-z]:/.test(name) || name.split("/").includes("..");

const isSymlink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK;
