import { crc32 } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { Refused } from "../errors.ts";

/** What an export may ask of us. A real one stays far below; a bomb does not. */
export interface ExportLimits {
  /** Files in the archive. */
  entries: number;
  /** Bytes of one file, unpacked; a day of a channel is one file. */
  fileBytes: number;
  /** Bytes of all files that are read, unpacked. */
  totalBytes: number;
  /** Unpacked to packed bytes of one file over a megabyte; chat packs 5 to 30 times. */
  ratio: number;
}

export const EXPORT_LIMITS: ExportLimits = {
  entries: 500_000,
  fileBytes: 64 * 1024 * 1024,
  totalBytes: 50 * 1024 * 1024 * 1024,
  ratio: 200,
};

const RATIO_FROM_BYTES = 1024 * 1024;
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;

/** Why a file of the archive is left out, in a sentence for a person. */
export class UnreadableEntry extends Error {}

/**
 * A ZIP from anywhere. Its entries are only read into memory, one at a time, and never written to disk; their names only
 * serve to be compared.
 */
export class ExportZip {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Entries whose names or kinds no export has. */
  readonly suspicious: readonly string[];
  readonly #zip: ZipFile;
  readonly #limits: ExportLimits;

  private constructor(zip: ZipFile, entries: Map<string, Entry>, suspicious: string[], limits: ExportLimits) {
    this.#zip = zip;
    this.entries = entries;
    this.suspicious = suspicious;
    this.#limits = limits;
  }

  static async open(path: string, limits: ExportLimits, signal?: AbortSignal): Promise<ExportZip> {
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
      for await (const entry of eachEntry(zip)) {
        signal?.throwIfAborted();
        const name = nameOf(entry);
        if (name.endsWith("/")) continue;
        if (leadsOut(name) || isSymlink(entry)) suspicious.push(name);
        else entries.set(name, entry);
      }
      return new ExportZip(zip, entries, suspicious, limits);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  close(): void {
    this.#zip.close();
  }

  /** Throws `UnreadableEntry` for a file that is left out, `Refused` for an encrypted archive. */
  async readJson(name: string, signal?: AbortSignal): Promise<unknown> {
    const entry = this.entries.get(name);
    if (!entry) throw new UnreadableEntry("It is missing.");
    const bytes = await this.#bytes(entry, signal);
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new UnreadableEntry("It is not UTF-8 text.");
    }
    try {
      return JSON.parse(text);
    } catch {
      throw new UnreadableEntry("It is not valid JSON.");
    }
  }

  async #bytes(entry: Entry, signal: AbortSignal | undefined): Promise<Buffer> {
    if (entry.isEncrypted())
      throw new Refused("This archive is protected by a password. Unpack it and choose one without.");
    const { fileBytes, ratio } = this.#limits;
    if (entry.uncompressedSize > fileBytes) throw new UnreadableEntry("It is too large.");
    if (entry.uncompressedSize > RATIO_FROM_BYTES && entry.uncompressedSize > entry.compressedSize * ratio)
      throw new UnreadableEntry("It is packed so tightly that it is no chat.");
    const chunks: Buffer[] = [];
    try {
      // yauzl fails the stream when the file is longer than it said.
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        signal?.throwIfAborted();
        chunks.push(chunk as Buffer);
      }
    } catch (cause) {
      signal?.throwIfAborted();
      throw new UnreadableEntry("It is damaged.", { cause });
    }
    const bytes = Buffer.concat(chunks);
    if (crc32(bytes) !== entry.crc32) throw new UnreadableEntry("It is damaged.");
    return bytes;
  }
}

async function* eachEntry(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (cause) {
    throw new Refused("The ZIP archive is damaged: its list of files cannot be read. Export it again.", { cause });
  }
}

function nameOf(entry: Entry): string {
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
}

const leadsOut = (name: string) => name.startsWith("/") || /^[A-Za-z]:/.test(name) || name.split("/").includes("..");

const isSymlink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK;
