import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadDemoTeam, writeSlackExport } from "../../tools/demo/chat.ts";
import { removeDataFolder } from "../db/embedded/layout.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../db/embedded/start-embedded-postgres.ts";
import type { LibraryDump } from "./dump.ts";
import type { WorkspaceOutcome } from "./outcome.ts";
import { runCommand } from "./program.ts";

/** The first bytes of every gzip stream. */
const GZIP = Buffer.from([0x1f, 0x8b]);
const PROGRAM = fileURLToPath(new URL("lorekeep.ts", import.meta.url));

interface Output {
  stdout: string;
  stderr: string;
}

/** Starts the command in its own process, as an operator does. */
const startLorekeep = (...args: string[]): Promise<Output> =>
  promisify(execFile)(process.execPath, [PROGRAM, ...args], { encoding: "utf8" });

/**
 * Runs the command in this process, which has already loaded the command's modules. Fails with `code`, as a started command
 * does.
 */
async function lorekeep(...args: string[]): Promise<Output> {
  const said: Output = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      said[stream] += String(chunk);
      return true;
    }),
  );
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await runCommand(args);
    if (process.exitCode) throw Object.assign(new Error(said.stderr), said, { code: process.exitCode });
    return said;
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

const COMMANDS =
  "import analyse dump evaluate publish backup restore restore-drill migrate upgrade doctor version rekey user";

const team = loadDemoTeam("business", new Date());
const channels = team.channels.filter(({ name }) => name === "it-help" || name === "random");

let folder: string;
let first: string;
let second: string;
let zip: string;
let backup: string;
let imported: WorkspaceOutcome;
/**
 * Commands connect to the database server of their data folder, as beside a running product. A command without a data folder
 * starts its own server.
 */
const databases: EmbeddedPostgres[] = [];
beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", undefined);
  folder = await mkdtemp(join(tmpdir(), "lorekeep-cli-"));
  [first, second] = [join(folder, "first"), join(folder, "second")];
  [zip, backup] = [join(folder, "export.zip"), join(folder, "backup.lorekeep")];
  const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: () => undefined, durability: "fast" });
  databases.push(...(await Promise.all([first, second].map(start))));
  await writeSlackExport({ ...team, channels }, zip);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const database of databases) await database.stop();
  for (const data of [first, second, folder]) await removeDataFolder(data);
});

describe("The command line", () => {
  it("the help lists every command with its purpose", async () => {
    const { stdout } = await startLorekeep("--help");
    for (const command of COMMANDS.split(" ")) expect(stdout).toMatch(new RegExp(`^  ${command}\\b.+\\S`, "m"));
  });

  it("the import command imports and analyzes a Slack export, and ends with one line of JSON", async () => {
    const { stdout } = await startLorekeep("import", zip, "--json", "--data-dir", first);
    const outcome = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as WorkspaceOutcome;
    imported = outcome;
    expect(outcome.messages).toBeGreaterThan(150);
    expect(outcome.conversations).toBeGreaterThan(10);
    expect(outcome.articles.length).toBeGreaterThan(2);
    for (const article of outcome.articles) {
      expect(article).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        title: expect.stringMatching(/\S/),
        kind: expect.stringMatching(/^(tutorial|troubleshooting|explanation|faq|howto|documentation)$/),
        confidence: expect.any(Number),
        state: expect.stringMatching(/^(published|draft)$/),
        sourceChannel: expect.stringMatching(/^(it-help|random)$/),
        sentences: expect.any(Number),
        sources: expect.any(Number),
        publishedTo: [],
      });
      expect(article.sources).toBeGreaterThan(0);
    }
  });

  it("importing the same export again creates no second article", async () => {
    const { stdout } = await lorekeep("import", zip, "--json", "--data-dir", first);
    const again = JSON.parse(stdout) as WorkspaceOutcome;
    expect(again.articles.map(({ id }) => id)).toEqual(imported.articles.map(({ id }) => id));
    expect(again.messages).toBe(imported.messages);
  });

  it("the dump command prints articles, conversations and the inbox as one line of JSON with the platform's message ids", async () => {
    const { stdout } = await lorekeep("dump", "--data-dir", first);
    expect(stdout.trim()).not.toContain("\n");
    const { articles, conversations, inbox } = JSON.parse(stdout) as LibraryDump;
    expect(articles.map(({ id }) => id)).toEqual(imported.articles.map(({ id }) => id));
    const ids = new Set(channels.flatMap(({ messages }) => messages.map(({ ts }) => ts)));
    for (const { id, sentences, ...article } of articles) {
      expect(article).toEqual({
        title: expect.stringMatching(/\S/),
        kind: expect.any(String),
        confidence: expect.any(Number),
        state: imported.articles.find((one) => one.id === id)?.state,
        form: "excerpt",
        channel: expect.stringMatching(/^(it-help|random)$/),
      });
      expect(sentences.length).toBeGreaterThan(0);
      const conversation = conversations.filter(({ articleId }) => articleId === id);
      expect(conversation.filter(({ evidence }) => !evidence)).toHaveLength(1);
      const said = new Set(conversation.flatMap(({ messages }) => messages));
      for (const { text, sources } of sentences) {
        expect(text).toMatch(/\S/);
        expect(sources.length).toBeGreaterThan(0);
        expect(sources.every((ts) => ids.has(ts) && said.has(ts))).toBe(true);
      }
    }
    const keys = new Set(conversations.map(({ key }) => key));
    expect(conversations).toHaveLength(imported.conversations);
    expect(conversations.every(({ key, messages }) => messages[0] === key)).toBe(true);
    expect(conversations.reduce((sum, { messages }) => sum + messages.length, 0)).toBe(imported.messages);
    for (const item of inbox)
      expect(item).toEqual({
        kind: expect.stringMatching(/^[a-z-]+$/),
        articleId: expect.toSatisfy((id: string) => articles.some((article) => article.id === id)),
        conversationKey: expect.toSatisfy((key: string) => keys.has(key)),
      });
  });

  it("a backup of one data folder can be restored into another, and a damaged backup is refused", async () => {
    await lorekeep("backup", backup, "--data-dir", first);
    const { size, mode } = await stat(backup);
    expect(mode & 0o777).toBe(0o600);
    await lorekeep("restore", backup, "--data-dir", second);
    await expect(lorekeep("restore", backup, "--data-dir", second)).rejects.toMatchObject({ code: 1 });
    await expect(lorekeep("backup", join(zip, "a.lorekeep"), "--data-dir", first)).rejects.toMatchObject({
      stderr: expect.stringContaining(
        `${join(zip, "a.lorekeep")} cannot be written (ENOTDIR). Name a file in a folder`,
      ),
    });
    const damaged = join(folder, "damaged.lorekeep");
    await copyFile(backup, damaged);
    await truncate(damaged, size - 20);
    await expect(lorekeep("restore", damaged, "--data-dir", second, "--force")).rejects.toMatchObject({
      stderr: expect.stringMatching(/backup/i),
    });
  });

  it("a restore drill proves that a backup can be restored, and the doctor finds the faults of an installation", async () => {
    const { stderr } = await lorekeep("restore-drill", backup);
    expect(stderr).toMatch(/can be restored: [1-9]\d* rows of [1-9]\d* tables\.$/m);
    const { stdout } = await lorekeep("doctor", "--json", "--data-dir", first);
    const { findings } = JSON.parse(stdout) as { findings: { name: string; state: string }[] };
    expect(findings).toContainEqual(expect.objectContaining({ name: "Schema", state: "ok" }));
    expect(findings).toContainEqual(expect.objectContaining({ name: "Backups", state: "warning" }));
  });

  it("a command says in one sentence which file is missing, or what is wrong with DATABASE_URL", async () => {
    const missing = await lorekeep("import", join(folder, "nothing.zip")).catch((error: { stderr: string }) => error);
    expect(missing.stderr).toBe(`There is no file ${join(folder, "nothing.zip")}, or it may not be read.\n`);
    vi.stubEnv("DATABASE_URL", "postgres://a:b@127.0.0.1:1/x");
    const unreachable = await lorekeep("migrate").catch((error: { stderr: string }) => error);
    vi.stubEnv("DATABASE_URL", undefined);
    expect(unreachable.stderr).toBe(
      "The database cannot be reached (ECONNREFUSED). Check that it runs and that DATABASE_URL is right.\n",
    );
  });

  it("the import command says in one sentence what is wrong with a file that is no export", async () => {
    const failed = await startLorekeep("import", PROGRAM, "--json").catch(
      (error: { code: number; stderr: string }) => error,
    );
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stderr).not.toMatch(/\n\s+at /);
  });

  it("a backup does not contain the encryption key", async () => {
    const key = (await readFile(join(first, "app-keys"), "utf8")).match(/k1:(\S+)/)?.[1] ?? "";
    expect(key.length).toBeGreaterThan(20);
    const bytes = await readFile(backup);
    const text = gunzipSync(bytes.subarray(bytes.indexOf(GZIP))).toString("latin1");
    expect(text).toContain("article_sources");
    expect(text).not.toContain(key);
  });

  it("erasing a person removes all the person's messages and the person's name", async () => {
    const heard = channels.flatMap(({ messages }) => messages);
    const person = team.users.find(({ id }) => heard.filter(({ user }) => user === id).length > 2);
    const name = person?.profile?.display_name || person?.real_name || "";
    expect(name.length).toBeGreaterThan(1);
    const isNamed = new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "u");
    const holds = async (file: string) => {
      const bytes = await readFile(file);
      return isNamed.test(gunzipSync(bytes.subarray(bytes.indexOf(GZIP))).toString("utf8"));
    };
    expect(await holds(backup)).toBe(true);
    const { stderr } = await lorekeep("erase-author", "--author", name, "--data-dir", first);
    expect(stderr).toMatch(/^[1-9]\d* messages were erased, \d+ articles are checked again\.$/m);
    const after = join(folder, "erased.lorekeep");
    await lorekeep("backup", after, "--data-dir", first);
    expect(await holds(after)).toBe(false);
  });
});
