import yazl from "yazl";

/** A harmful archive and what people read about it: in the run's problems, or as its error if nothing is read. */
export interface HostileExport {
  what: string;
  bytes(): Promise<Buffer>;
  sentence: RegExp;
  /** The valid message beside it is imported. */
  isRead: boolean;
}

const CHANNELS = [
  { id: "C1", name: "general" },
  { id: "C2", name: "help" },
];
const USERS = [{ id: "U1", name: "ana" }];
const MEGABYTE = 1024 * 1024;
const said = (n: number, text: string) => ({
  type: "message",
  user: "U1",
  ts: `${1_767_225_600 + n}.000100`,
  text,
});
const LAST_DAY = "help/2026-01-09.json";

type Content = Buffer | object;

/** Files other than buffers are written as JSON. */
async function archive(files: [name: string, content: Content][]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of files)
    zip.addBuffer(Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content)), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Builds a valid export with one message and the given files. */
export const buildExport = (files: Record<string, Content>) =>
  archive(
    Object.entries({
      "channels.json": CHANNELS,
      "users.json": USERS,
      "general/2026-01-01.json": [said(0, "the good message")],
      ...files,
    }),
  );

/** Builds an irregular JSON list of the given length, which does not compress well. */
function listOf(bytes: number, elements: string[]): Buffer {
  let seed = 1;
  const pieces: string[] = [];
  for (let length = 0; length < bytes; length += pieces.at(-1)?.length ?? 0) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    pieces.push(`${elements[Math.floor(seed / 65_536) % elements.length]},`);
  }
  return Buffer.from(`[${pieces.join("")}0]`);
}

const noise = (length: number) => {
  let seed = 7;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return 97 + (Math.floor(seed / 65_536) % 26);
    }),
  );
};

/** Finds the n-th entry of the file list; its local offset is at byte 42, its sizes are at 20 and 24. */
function listed(bytes: Buffer, name: string): number {
  for (let at = bytes.indexOf("PK\u0001\u0002", 0, "latin1"); at >= 0; ) {
    if (bytes.toString("utf8", at + 46, at + 46 + bytes.readUInt16LE(at + 28)) === name) return at;
    at = bytes.indexOf("PK\u0001\u0002", at + 4, "latin1");
  }
  throw new Error(`There is no ${name}.`);
}

async function changed(files: Record<string, Content>, change: (bytes: Buffer) => void): Promise<Buffer> {
  const bytes = await buildExport(files);
  change(bytes);
  return bytes;
}

const day = (what: string, content: () => Content, sentence: RegExp): HostileExport => ({
  what,
  bytes: () => buildExport({ [LAST_DAY]: content() }),
  sentence,
  isRead: true,
});

const refused = (what: string, bytes: () => Promise<Buffer>, sentence: RegExp): HostileExport => ({
  what,
  bytes,
  sentence,
  isRead: false,
});

export const HOSTILE_EXPORTS: HostileExport[] = [
  day(
    "millions of empty messages",
    () => listOf(4 * MEGABYTE, ["{}", "[]"]),
    /More than 1000 of its messages are broken/,
  ),
  day(
    "millions of notices that are no messages",
    () => listOf(4 * MEGABYTE, ['{"bot_id":1}', '{"bot_id":2}']),
    /It lists more than 200000 things/,
  ),
  day(
    "one message of many megabytes",
    () => Buffer.concat([Buffer.from('[{"text":"'), noise(2 * MEGABYTE), Buffer.from('"}]')]),
    /An entry in it is too long and was left out/,
  ),
  day(
    "lists in lists in lists",
    () => Buffer.from(`[${"[".repeat(400_000)}${"]".repeat(400_000)}]`),
    /It is nested too deeply/,
  ),
  day(
    "a text that never ends",
    () => Buffer.concat([Buffer.from('[{"text":"'), noise(3 * MEGABYTE)]),
    /It is not valid JSON/,
  ),
  day(
    "a file that unpacks to a thousand times its size",
    () => Buffer.alloc(4 * MEGABYTE, 0x20),
    /compressed too heavily/,
  ),
  {
    ...day("a file of gigabytes", () => ({}), /It is too large/),
    bytes: () =>
      changed({ [LAST_DAY]: listOf(MEGABYTE, ["{}", "[]"]) }, (bytes) => {
        bytes.writeUInt32LE(4_000_000_000, listed(bytes, LAST_DAY) + 24);
      }),
  },
  day(
    "bytes that are no text",
    () => Buffer.concat([Buffer.from('["'), Buffer.alloc(1000, 0xc3), Buffer.from('"]')]),
    /It is not UTF-8 text/,
  ),
  {
    ...day("a file that is longer than it says", () => ({}), /It is damaged/),
    bytes: () =>
      changed({ [LAST_DAY]: listOf(MEGABYTE, ["{}", "[]"]) }, (bytes) => {
        bytes.writeUInt32LE(100, listed(bytes, LAST_DAY) + 24);
      }),
  },
  {
    ...day("a file whose checksum is wrong", () => ({}), /It is damaged/),
    bytes: () =>
      changed({ [LAST_DAY]: [said(9, "a forged message")] }, (bytes) => {
        bytes.writeUInt32LE(1, listed(bytes, LAST_DAY) + 16);
      }),
  },
  {
    ...day("a file packed in a way nobody knows", () => ({}), /It is damaged/),
    bytes: () =>
      changed({ [LAST_DAY]: [said(9, "a message")] }, (bytes) => {
        bytes.writeUInt16LE(97, listed(bytes, LAST_DAY) + 10);
      }),
  },
  {
    ...day("a name of a megabyte, said ten thousand times in one message", () => ({}), /message is too long/),
    bytes: () =>
      buildExport({
        "users.json": [{ id: "U1", name: "n".repeat(900_000) }],
        [LAST_DAY]: [said(9, "<@U1>".repeat(30_000))],
      }),
  },
  {
    ...day("a million people who are none", () => ({}), /users\.json: It lists more than 200000 things/),
    bytes: () => buildExport({ "users.json": listOf(2 * MEGABYTE, ["{}", "[]"]) }),
  },
  refused(
    "a million channels that are none",
    () => buildExport({ "channels.json": listOf(2 * MEGABYTE, ["{}", "[]"]) }),
    /because of its channels\.json\. It lists more than 200000 things/,
  ),
  refused(
    "files that share their data",
    () =>
      changed({ [LAST_DAY]: listOf(MEGABYTE, ["{}", "[]"]), "help/2026-01-08.json": [] }, (bytes) => {
        const [large, small] = [listed(bytes, LAST_DAY), listed(bytes, "help/2026-01-08.json")];
        bytes.copy(bytes, small + 16, large + 16, large + 28);
        bytes.copy(bytes, small + 42, large + 42, large + 46);
      }),
    /Files in this archive overlap/,
  ),
  refused(
    "broken messages, some in each of many files",
    () =>
      buildExport(
        Object.fromEntries(
          Array.from({ length: 12 }, (_, n) => [
            `help/2026-02-${String(n + 1).padStart(2, "0")}.json`,
            Array.from({ length: 990 }, () => ({})),
          ]),
        ),
      ),
    /More than 10000 messages of this export are broken/,
  ),
  refused(
    "a list of files that is cut off",
    async () => {
      const bytes = await buildExport({});
      bytes.writeUInt32LE(0, listed(bytes, "users.json"));
      return bytes;
    },
    /its list of files cannot be read/,
  ),
  refused(
    "a password",
    async () => {
      const bytes = await buildExport({});
      bytes.writeUInt16LE(
        bytes.readUInt16LE(listed(bytes, "channels.json") + 8) | 1,
        listed(bytes, "channels.json") + 8,
      );
      return bytes;
    },
    /protected by a password/,
  ),
  refused("nothing of an export", () => archive([["x.json", noise(1000)]]), /no channels\.json/),
  refused("nothing of an archive", async () => noise(100_000), /cannot be read as a ZIP/),
];
