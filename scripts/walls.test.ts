import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** One file per violated boundary, with the forbidden import. */
const BREACHES: [wall: string, file: string, imported: string][] = [
  ["shared code imports the server", "shared/domain/a.ts", "../../server/db/pool.ts"],
  ["shared code imports a connector", "shared/domain/b.ts", "../../connectors/registry.ts"],
  ["shared code imports Node", "shared/domain/c.ts", "node:fs"],
  ["a connector imports the server", "connectors/slack/a.ts", "../../server/env.ts"],
  ["a connector imports another connector", "connectors/slack/b.ts", "../notion/api.ts"],
  ["a connector imports a stand-in", "connectors/notion/a.ts", "../../stand-ins/notion/notion-stand-in.ts"],
  ["the registry's neighbours import the server", "connectors/a.ts", "../server/env.ts"],
  ["the browser imports the server", "web/api/a.ts", "../../server/env.ts"],
  ["the browser imports a chat source", "web/pages/home/a.ts", "../../../connectors/slack/source.ts"],
  ["the browser imports Node", "web/lib/a.ts", "node:path"],
  ["an interface element imports a page", "web/ui/a.ts", "../pages/home/home-page.tsx"],
  ["an interface element imports a component", "web/ui/b.ts", "../components/page.tsx"],
  ["an interface element asks the server", "web/ui/c.ts", "../api/client.ts"],
  ["a component imports a page", "web/components/a.ts", "../pages/home/home-page.tsx"],
  ["a read of the server imports a component", "web/api/b.ts", "../components/page.tsx"],
  ["the engine imports the database", "engine/a.ts", "../server/db/pool.ts"],
  ["the engine writes SQL", "engine/b.ts", "drizzle-orm"],
  ["the engine imports what a process needs", "engine/c.ts", "../server/deps.ts"],
  ["the engine imports a provider's package", "engine/model/a.ts", "ai"],
  ["the engine imports a module", "engine/d.ts", "../server/library/index.ts"],
  ["finding imports what is written", "engine/find/a.ts", "../excerpt/index.ts"],
  ["an excerpt imports what compares", "engine/excerpt/a.ts", "../compare/index.ts"],
  ["the way with a model imports excerpts", "engine/model/b.ts", "../excerpt/index.ts"],
  ["the way with a model imports what finds by rules", "engine/model/c.ts", "../find/index.ts"],
  ["the way with a model imports what compares by rules", "engine/model/d.ts", "../compare/index.ts"],
  ["a layer imports past the door of the way with a model", "server/llm/a.ts", "../../engine/model/find.ts"],
  ["a module imports past redaction's one file", "server/ask/c.ts", "../../engine/redact/secret-patterns.ts"],
  ["the words of a language import what reads them", "engine/language/a.ts", "../text/words.ts"],
  ["a module imports past a door of the engine", "server/ask/b.ts", "../../engine/answer/terms.ts"],
  ["the library calls publishing above it", "server/library/a.ts", "../publishing/index.ts"],
  ["reading chat calls the library above it", "server/ingest/live/a.ts", "../../library/index.ts"],
  ["payment calls accounts above it", "server/billing/a.ts", "../workspace/index.ts"],
  ["a module imports past another's index.ts", "server/publishing/a.ts", "../library/articles/queries.ts"],
  [
    "reading chat calls a subject of the library above it",
    "server/ingest/live/b.ts",
    "../../library/articles/index.ts",
  ],
  ["a layer imports a subject of a module", "server/http/e.ts", "../library/articles/index.ts"],
  ["the composition imports past a subject's index.ts", "server/e.ts", "./library/articles/routes.ts"],
  ["the composition imports past a module's index.ts", "server/a.ts", "./inbox/routes.ts"],
  ["a job imports past a module's index.ts", "server/jobs/a.ts", "../workspace/accounts/purge.ts"],
  ["a layer imports a module", "server/http/a.ts", "../library/index.ts"],
  ["the database imports another layer", "server/db/b.ts", "../secrets/key-ring.ts"],
  ["the database imports a module", "server/db/a.ts", "../ingest/index.ts"],
  ["a module writes SQL outside its queries", "server/activity/a.ts", "drizzle-orm"],
  ["the library writes SQL outside its queries", "server/library/b.ts", "drizzle-orm"],
  ["a layer writes SQL outside its queries", "server/operations/a.ts", "drizzle-orm"],
  ["a module reads tables outside its queries", "server/settings/a.ts", "../db/schema.ts"],
  ["a layer opens a connection of its own", "server/queue/a.ts", "pg"],
  ["a module opens a connection of its own", "server/billing/b.ts", "pg"],
  ["a module imports a stand-in", "server/ingest/a.ts", "../../stand-ins/slack/slack-stand-in.ts"],
  ["a module imports the demo", "server/ingest/b.ts", "../../demo/chat.ts"],
  ["a module imports what tests use", "server/ingest/c.ts", "../testing/factories.ts"],
  ["the composition imports a benchmark", "server/d.ts", "../tools/bench/bench.ts"],
  ["the engine imports what measures it", "engine/e.ts", "../tools/evals/measures.ts"],
  ["a layer imports a script", "server/operations/d.ts", "../../scripts/free-ports.mjs"],
  ["the browser imports a story", "web/lib/b.ts", "../../e2e/product.ts"],
  ["shared code imports the demo", "shared/domain/d.ts", "../../demo/chat.ts"],
  ["a module imports a development package", "server/ask/a.ts", "micromark"],
  ["a layer imports a part of a development package", "server/http/b.ts", "vite/module-runner"],
  ["a connector imports a development package", "connectors/notion/b.ts", "@notionhq/client"],
  ["shared code imports a development package", "shared/markdown/a.ts", "uqr"],
  [
    "a stand-in imports the connector that is tested against it",
    "tools/stand-ins/notion/a.ts",
    "../../connectors/notion/api.ts",
  ],
  ["a stand-in imports the server", "tools/stand-ins/slack/a.ts", "../../server/env.ts"],
];

const ALLOWED: [file: string, imported: string][] = [
  ["server/ask/ok-engine.ts", "../../engine/answer/index.ts"],
  ["engine/excerpt/ok.ts", "../language/meanings.ts"],
  ["server/publishing/ok.ts", "../library/index.ts"],
  ["server/publishing/ok-subject.ts", "../library/articles/index.ts"],
  ["server/jobs/ok-subject.ts", "../library/retract/index.ts"],
  ["server/library/ok.ts", "./articles/queries.ts"],
  ["server/jobs/ok.ts", "../workspace/index.ts"],
  ["web/pages/home/ok.ts", "../../../connectors/manifests.ts"],
  ["web/components/ok.ts", "../ui/button.tsx"],
  ["connectors/slack/ok.ts", "../errors.ts"],
  ["server/activity/ok-queries.ts", "drizzle-orm"],
  ["server/library/articles/ok-queries.ts", "drizzle-orm"],
  ["server/settings/ok.ts", "../db/schema.ts"],
  ["server/ingest/ok.test.ts", "../testing/factories.ts"],
  ["server/ask/ok.test.ts", "micromark"],
  ["server/ask/ok.ts", "micromark-extension-gfm"],
  ["web/lib/ok.ts", "react"],
  ["tools/stand-ins/notion/ok.ts", "../../shared/domain/plans.ts"],
  ["tools/stand-ins/conformance/ok.ts", "../../connectors/notion/api.ts"],
];

/** Texts with SQL in files without an import of the database. */
const STATEMENTS: [what: string, file: string, text: string][] = [
  ["a pool is asked", "server/library/c.ts", "export const a = (pool: any) => pool.query(text);"],
  ["the pool behind drizzle is asked", "server/workspace/c.ts", "export const a = (db: any) => db.$client.query(b);"],
  ["a transaction is asked", "server/inbox/c.ts", 'export const a = ({ tx }: any) => tx.execute("commit");'],
  ["the tag is used", "server/jobs/c.ts", "export const a = (sql: any) => sql`now()`;"],
  ["a text reads", "server/operations/c.ts", "export const a = `\n  select id from users where id = ${1}`;"],
  ["a text inserts", "server/settings/c.ts", 'export const a = "insert into users values (1)";'],
  ["a text changes", "server/c.ts", 'export const a = "update users set name = 1";'],
  ["a text deletes", "server/cli/c.ts", 'export const a = "delete from users";'],
  ["a text listens", "server/http/c.ts", "export const a = (channel: string) => `listen ${channel}`;"],
];
const NO_STATEMENTS: [file: string, text: string][] = [
  ["server/library/c-queries.ts", STATEMENTS[0]?.[2] ?? ""],
  ["server/db/c.ts", STATEMENTS[4]?.[2] ?? ""],
  ["server/library/c.test.ts", STATEMENTS[5]?.[2] ?? ""],
  [
    "server/http/d.ts",
    'export const a = (request: any) => [request.query, "Select a channel from the list", "update available"];',
  ],
];

const COMMENTS: [file: string, text: string, isRefused: boolean][] = [
  ["shared/comments/a.ts", "// What is left of the trial.\nexport {};\n", true],
  ["shared/comments/b.ts", "/**\n * Of the channel.\n */\nexport const a = 1;\n", true],
  ["server/billing/c.test.ts", "export const a = 1; // Then it is over.\n", true],
  ["web/pages/home/c.tsx", "export const A = () => <p>{/* As tall as the chart. */}</p>;\n", true],
  ["shared/comments/d.ts", "/** Days left of the trial. */\nexport const a = 1;\n", false],
  [
    "shared/comments/e.ts",
    "// Posts the answer once.\n// As a worker may die, it looks it up first.\nexport {};\n",
    false,
  ],
  ["shared/comments/f.ts", 'export const a = "// What is left";\n', false],
];

const TYPE_NAMES: [file: string, text: string, isRefused: boolean][] = [
  ["shared/names/a.ts", "export interface Told {\n  text: string;\n}\n", true],
  ["web/pages/home/names.ts", "export type Place = string;\n", true],
  ["tools/stand-ins/slack/names.ts", "export class Given {}\n", true],
  ["server/billing/names.test.ts", "type Asked = string;\nexport const a: Asked = 1;\n", true],
  ["shared/names/b.ts", "export interface Notice {\n  told: string;\n}\n", false],
  ["shared/names/c.ts", "export type SeenPages = string[];\n", false],
];

/** Two files that import only a type from each other. */
const CIRCLE = ["server/billing/circle-a.ts", "server/billing/circle-b.ts"] as const;

const lines = (count: number, line: string) => `${line}\n`.repeat(count);
const functionOf = (count: number) => `export function long(): void {\n${lines(count - 2, "  void 0;")}}\n`;
const LENGTHS: [file: string, text: string, rule: string | null][] = [
  ["server/billing/long.ts", functionOf(61), "eslint(max-lines-per-function)"],
  ["server/billing/not-long.ts", functionOf(60), null],
  ["web/pages/home/long.test.ts", functionOf(400), null],
  ["web/lib/long-file.ts", lines(401, "export {};"), "eslint(max-lines)"],
  ["web/lib/not-long-file.ts", lines(400, "export {};"), null],
];

const MOST_NAMES = 25;

/**
 * True for modules whose types may be imported anywhere. Only query files may import tables as values, and only `db` the
 * database driver.
 */
const isForQueries = (imported: string) => imported.endsWith("/db/schema.ts") || imported === "pg";
const importOf = (imported: string, isValue: boolean) =>
  `import ${isValue ? "" : "type "}{} from "${imported}";\nexport {};\n`;

let copy: string;
let refusals: Map<string, string[]>;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "lorekeep-walls-"));
  await cp(join(ROOT, "oxlint.config.mjs"), join(copy, "oxlint.config.mjs"));
  await cp(join(ROOT, "package.json"), join(copy, "package.json"));
  await cp(join(ROOT, "scripts/lint-rules.mjs"), join(copy, "scripts/lint-rules.mjs"));
  for (const connector of ["slack", "notion"]) await mkdir(join(copy, "connectors", connector), { recursive: true });
  const plant = async (file: string, text: string) => {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), text);
  };
  for (const [, file, imported] of BREACHES) await plant(file, importOf(imported, isForQueries(imported)));
  for (const [file, imported] of ALLOWED) await plant(file, importOf(imported, false));
  await plant(CIRCLE[0], `import type { B } from "./circle-b.ts";\nexport type A = B[];\n`);
  await plant(CIRCLE[1], `import type { A } from "./circle-a.ts";\nexport type B = { a: A };\n`);
  for (const [file, text] of LENGTHS) await plant(file, text);
  for (const [file, text] of [...COMMENTS, ...TYPE_NAMES]) await plant(file, text);
  for (const [, file, text] of STATEMENTS) await plant(file, text);
  for (const [file, text] of NO_STATEMENTS) await plant(file, text);
  refusals = await lint(copy);
});

afterAll(() => rm(copy, { recursive: true, force: true }));

test.each(BREACHES)("%s: the lint refuses it", (_, file) => {
  expect(refusals.get(file)).toContain("eslint(no-restricted-imports)");
});

test.each(STATEMENTS)("SQL outside a query file is refused where %s", (_, file) => {
  expect(refusals.get(file)).toContain("lorekeep(no-sql)");
});

test("SQL is allowed in query files, in db and in tests, and what reads like it is none", () => {
  expect(NO_STATEMENTS.filter(([file]) => refusals.get(file)?.includes("lorekeep(no-sql)"))).toEqual([]);
});

test("two files that import each other are refused, also where they share only types", () => {
  expect(CIRCLE.filter((file) => !refusals.get(file)?.includes("import(no-cycle)"))).toEqual([]);
});

test("what the walls allow is not refused", () => {
  const isRefused = (file: string) => refusals.get(file)?.includes("eslint(no-restricted-imports)");
  expect(ALLOWED.filter(([file]) => isRefused(file))).toEqual([]);
});

test("a function over 60 lines of code and a file over 400 are refused, but in tests", () => {
  const rulesOf = (file: string) => refusals.get(file)?.find((rule) => rule.startsWith("eslint(max-lines")) ?? null;
  expect(LENGTHS.map(([file]) => [file, rulesOf(file)])).toEqual(LENGTHS.map(([file, , rule]) => [file, rule]));
});

test("a comment that begins with What, Of, As or Then is refused, in tests and JSX as well; a later line of it is not", () => {
  const isRefused = (file: string) => refusals.get(file)?.includes("lorekeep(comment-subject)") ?? false;
  expect(COMMENTS.map(([file]) => [file, isRefused(file)])).toEqual(
    COMMENTS.map(([file, , refused]) => [file, refused]),
  );
});

test("a type named by a participle or an empty word is refused, in tests as well; a longer name is not", () => {
  const isRefused = (file: string) => refusals.get(file)?.includes("lorekeep(type-noun)") ?? false;
  expect(TYPE_NAMES.map(([file]) => [file, isRefused(file)])).toEqual(
    TYPE_NAMES.map(([file, , refused]) => [file, refused]),
  );
});

test("ARCHITECTURE.md names each folder of the server", async () => {
  const page = await readFile(join(ROOT, "ARCHITECTURE.md"), "utf8");
  const map = /^server\/[\s\S]*?(?=^web\/)/m.exec(page)?.[0].split(/[\s/]+/) ?? [];
  const folders = (await readdir(join(ROOT, "server"), { withFileTypes: true })).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !map.includes(name))).toEqual([]);
});

test("a door of a module or of a subject in it exports at most 25 names", async () => {
  const doors = (await readdir(join(ROOT, "server"), { recursive: true })).filter(
    (file) => basename(file) === "index.ts",
  );
  const counts = await Promise.all(
    doors.map(async (door) => [door, countNames(await readFile(join(ROOT, "server", door), "utf8"))] as const),
  );
  expect(counts.length).toBeGreaterThan(20);
  expect(counts.filter(([, count]) => count > MOST_NAMES)).toEqual([]);
});

/**
 * Counts the names that an index.ts exports. An index.ts may only contain lists of names: an `export *` or a declaration would
 * hide names from the count.
 */
function countNames(door: string): number {
  const list = /export (?:type )?\{([^}]*)\} from "[^"]+";/g;
  expect(door.replace(list, "").trim()).toBe("");
  return [...door.matchAll(list)].flatMap(([, names = ""]) => names.split(",").filter((name) => name.trim())).length;
}

/** Returns the lint rules that each file violates. */
async function lint(folder: string): Promise<Map<string, string[]>> {
  const oxlint = join(ROOT, "node_modules/oxlint/bin/oxlint");
  const args = [oxlint, "-c", "oxlint.config.mjs", "-f", "json", "."];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (failed: { stdout: string }) => failed,
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const byFile = Map.groupBy(diagnostics, ({ filename }) => filename);
  return new Map([...byFile].map(([file, found]) => [file, found.map(({ code }) => code)]));
}
