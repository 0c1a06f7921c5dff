import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import yazl from "yazl";
import { ALL_SCOPES, type SlackMessage, startSlackStandIn } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { Refused } from "../errors.ts";
import { readEverything } from "../testing/describe-chat-source.ts";
import { type ExportOptions, type ExportPart, readSlackExport } from "./export.ts";
import { createSlackSource } from "./source.ts";

const CHANNELS = [
  { id: "C1", name: "general", purpose: { value: "All of us" } },
  { id: "C2", name: "help", is_archived: true },
];
const USERS = [
  { id: "U1", name: "ana", profile: { display_name: "Ana" } },
  { id: "U2", name: "bo", real_name: "Bo Berg", deleted: true },
  { id: "UAPP", name: "deploys", is_bot: true },
];
const said = (ts: string, text: string, more: object = {}): SlackMessage => ({
  type: "message",
  ts,
  user: "U1",
  text,
  ...more,
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slack-export-"));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
/** Creates a ZIP file. Values are written as JSON, and buffers unchanged. */
async function zip(entries: Record<string, unknown>, mode?: number): Promise<string> {
  const archive = new yazl.ZipFile();
  for (const [name, value] of Object.entries(entries)) {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
    archive.addBuffer(bytes, name, mode === undefined ? {} : ({ mode } as object));
  }
  archive.end();
  files += 1;
  const path = join(folder, `${files}.zip`);
  await pipeline(archive.outputStream, createWriteStream(path));
  return path;
}
const team = (more: Record<string, unknown> = {}) => zip({ "channels.json": CHANNELS, "users.json": USERS, ...more });

async function readAll(path: string, options?: ExportOptions) {
  const parts: ExportPart[] = [];
  for await (const part of readSlackExport(path, options)) parts.push(part);
  return {
    parts,
    messages: parts.flatMap((part) => (part.kind === "messages" ? part.messages : [])),
    skipped: parts.flatMap(({ skipped }) => skipped),
    start: parts.flatMap((part) => (part.kind === "channels" ? [part] : []))[0],
  };
}

describe("a Slack export", () => {
  it("is read channel by channel, day by day, with the names of its people", async () => {
    const path = await team({
      "help/2026-01-02.json": [said("1767312000.000100", "how?", { user: "U2" })],
      "general/2026-01-03.json": [said("1767398400.000100", "three <@U2> <#C2>")],
      "general/2026-01-01.json": [said("1767225600.000200", "two"), said("1767225600.000100", "one")],
    });
    const { messages, start, skipped } = await readAll(path);
    expect(start?.channels.map(({ name, isArchived, description }) => [name, isArchived, description])).toEqual([
      ["general", false, "All of us"],
      ["help", true, ""],
    ]);
    expect(messages.map(({ author, text }) => `${author.name}: ${text}`)).toEqual([
      "Ana: one",
      "Ana: two",
      "Ana: three @Bo Berg #help",
      "Bo Berg: how?",
    ]);
    expect(skipped).toEqual([]);
  });

  it("contains the same messages as Slack's API", async () => {
    const messages = [
      said("1767225600.000100", "*Question* about `code` :tada:", {
        thread_ts: "1767225600.000100",
        reply_count: 1,
        latest_reply: "1767225700.000100",
      }),
      said("1767225650.000100", "", { files: [{ id: "F1", name: "log.txt" }], subtype: "file_share" }),
      said("1767225700.000100", "Answer", { user: "U2", thread_ts: "1767225600.000100" }),
      said("1767225800.000100", "edited", { edited: { user: "U1", ts: "1767225900.000000" } }),
      said("1767225850.000100", "joined", { subtype: "channel_join" }),
      said("1767312000.000100", "see <#C2> and <@U404>", { user: "U404" }),
    ];
    const standIn = await startSlackStandIn({
      teams: [
        {
          team: { id: "T1", name: "Acme", domain: "acme" },
          botToken: "xoxb-1",
          scopes: ALL_SCOPES,
          users: USERS,
          channels: CHANNELS.map((channel) => ({ ...channel, messages: channel.id === "C1" ? messages : [] })),
        },
      ],
    });
    const source = createSlackSource({ apiBaseUrl: standIn.apiBaseUrl, fetch });
    const byApi = await readEverything(source, { botToken: "xoxb-1", signingSecret: "s" }, "C1");
    await standIn.close();
    const byExport = await readAll(
      await team({ "general/2026-01-01.json": messages.slice(0, 5), "general/2026-01-02.json": messages.slice(5) }),
    );
    expect(byExport.messages).toHaveLength(5);
    expect(byApi.messages.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime())).toEqual(byExport.messages);
  });

  it("continues where an import was killed", async () => {
    const path = await team({
      "general/2026-01-01.json": [said("1767225600.000100", "one")],
      "general/2026-01-02.json": [said("1767312000.000100", "two")],
      "help/2026-01-02.json": [said("1767312000.000100", "three")],
    });
    const whole = await readAll(path);
    const first = whole.parts[1];
    if (first?.kind !== "messages") throw new Error("expected messages");
    const rest = await readAll(path, { resumeAt: first.resumeAt });
    expect(rest.messages.map(({ text }) => text)).toEqual(["two", "three"]);
    expect(rest.parts.at(-1)?.progress).toEqual(whole.parts.at(-1)?.progress);
    expect(whole.parts.at(-1)?.progress).toMatchObject({ filesDone: 3, filesTotal: 3 });
  });

  it("is read in parts of limited size, and the position stays at a file until its last part", async () => {
    const day = Array.from({ length: 2_500 }, (_, index) =>
      said(`1767225600.${String(index).padStart(6, "0")}`, `m${index}`),
    );
    const { parts } = await readAll(await team({ "general/2026-01-01.json": day }));
    const sizes = parts.flatMap((part) => (part.kind === "messages" ? [[part.messages.length, part.resumeAt]] : []));
    expect(sizes).toEqual([
      [1000, 0],
      [1000, 0],
      [500, 1],
    ]);
  });

  it("may contain a single folder, private channels, direct messages and a Mac's additional files", async () => {
    const { messages, start } = await readAll(
      await zip({
        "Acme export/channels.json": CHANNELS,
        "Acme export/groups.json": [{ id: "G1", name: "board" }],
        "Acme export/dms.json": [{ id: "D1" }],
        "Acme export/users.json": USERS,
        "Acme export/general/2026-01-01.json": [said("1767225600.000100", "hello")],
        "Acme export/board/2026-01-01.json": [said("1767225600.000100", "private")],
        "Acme export/D1/2026-01-01.json": [said("1767225600.000100", "direct")],
        "__MACOSX/Acme export/._channels.json": Buffer.from("x"),
      }),
    );
    expect(messages.map(({ text }) => text)).toEqual(["hello", "private"]);
    expect(start?.channels.map(({ isPrivate }) => isPrivate)).toEqual([false, false, true]);
    expect(start?.notes).toEqual(["Direct messages are private and were left out."]);
  });
});

describe("an error in a Slack export", () => {
  it("is named and counted, and everything else is read", async () => {
    const { messages, skipped } = await readAll(
      await team({
        "users.json": Buffer.from("{"),
        "general/2026-01-01.json": Buffer.from('[{"ts":'),
        "general/2026-01-02.json": Buffer.from([0xff, 0xfe, 0x00]),
        "general/2026-01-03.json": { not: "a list" },
        "general/2026-01-04.json": [
          said("1767484800.000100", "good"),
          { ts: "1767484800.000200", user: "U1", text: 5 },
          null,
        ],
      }),
    );
    expect(messages.map(({ text, author }) => [text, author.name])).toEqual([["good", "U1"]]);
    expect(skipped).toEqual([
      { file: "users.json", externalId: null, reason: "It is not a list." },
      { file: "general/2026-01-01.json", externalId: null, reason: "It is not valid JSON." },
      { file: "general/2026-01-02.json", externalId: null, reason: "It is not UTF-8 text." },
      { file: "general/2026-01-03.json", externalId: null, reason: "It is not a list." },
      {
        file: "general/2026-01-04.json",
        externalId: "1767484800.000200",
        reason: "Its 'text' is not what Slack documents.",
      },
      { file: "general/2026-01-04.json", externalId: null, reason: "It is not a message." },
    ]);
  });

  it("may be a damaged file", async () => {
    const text = "a sentence that is easy to find again ".repeat(3);
    const path = await zip({
      "channels.json": CHANNELS,
      "general/2026-01-01.json": [said("1767225600.000100", "good")],
      "general/2026-01-02.json": [said("1767312000.000100", text)],
    });
    const bytes = await readFile(path);
    const at = bytes.indexOf("general/2026-01-02.json") + "general/2026-01-02.json".length + 6;
    bytes.fill(0x55, at, at + 12);
    await writeFile(path, bytes);
    const { messages, skipped } = await readAll(path);
    expect(messages.map(({ text }) => text)).toEqual(["good"]);
    expect(skipped).toEqual([{ file: "general/2026-01-02.json", externalId: null, reason: "It is damaged." }]);
  });

  it("may be a ZIP bomb: too large, too highly compressed, or too many files", async () => {
    const bomb = await team({ "general/2026-01-01.json": Buffer.alloc(3 * 1024 * 1024, 32) });
    expect((await readAll(bomb)).skipped.map(({ reason }) => reason)).toEqual([
      "It is compressed too heavily to be a chat export.",
    ]);
    const large = await readAll(bomb, { limits: { ratio: 1e9, fileBytes: 1024 * 1024 } });
    expect(large.skipped.map(({ reason }) => reason)).toEqual(["It is too large."]);
    await expect(readAll(bomb, { limits: { totalBytes: 1024 } })).rejects.toThrow(/too large to import at once/);
    await expect(readAll(bomb, { limits: { entries: 2 } })).rejects.toThrow(/more than 2 files/);
  });

  it("may be names that lead outside of the archive, or links", async () => {
    const path = await team({ "general/xx/2026-01-01.json": [said("1767225600.000100", "out")] });
    const bytes = await readFile(path);
    for (let at = bytes.indexOf("general/xx/"); at >= 0; at = bytes.indexOf("general/xx/", at))
      bytes.write("general/../", at);
    await writeFile(path, bytes);
    expect((await readAll(path)).skipped).toEqual([
      { file: "general/../2026-01-01.json", externalId: null, reason: "Its path leads out of the archive." },
    ]);
    const links = await zip({ "channels.json": CHANNELS, "general/2026-01-01.json": "/etc/passwd" }, 0o120777);
    await expect(readAll(links)).rejects.toThrow(/no channels.json/);
  });

  it.each([
    ["no ZIP", async () => Buffer.from("hello"), /cannot be read as a ZIP/],
    ["half a ZIP", async () => (await readFile(await team())).subarray(0, 100), /cannot be read as a ZIP/],
    ["another ZIP", async () => readFile(await zip({ "holiday.json": [] })), /no channels.json/],
    [
      "an export without a list of channels",
      async () => readFile(await zip({ "channels.json": { a: 1 } })),
      /It is not a list/,
    ],
    ["a ZIP with a password", async () => encrypted(await readFile(await team())), /protected by a password/],
  ])("is reported if the file is %s", async (_what, bytes, sentence) => {
    const path = join(folder, "wrong.zip");
    await writeFile(path, await bytes());
    const failure = await readAll(path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Refused);
    expect((failure as Error).message).toMatch(sentence);
  });

  it("does not prevent an import from being stopped", async () => {
    const path = await team({ "general/2026-01-01.json": [said("1767225600.000100", "one")] });
    await expect(readAll(path, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });
});

/** Sets the encryption flag on every entry. */
function encrypted(bytes: Buffer): Buffer {
  for (const [signature, flags] of [
    ["PK\u0001\u0002", 8],
    ["PK\u0003\u0004", 6],
  ] as const)
    for (let at = bytes.indexOf(signature, 0, "latin1"); at >= 0; at = bytes.indexOf(signature, at + 4, "latin1"))
      bytes.writeUInt16LE(bytes.readUInt16LE(at + flags) | 1, at + flags);
  return bytes;
}
