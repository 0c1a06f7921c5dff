import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const QUICK = pathToFileURL(`${import.meta.dirname}/quick-imports.mjs`).href;
const { NODE_OPTIONS: _set, ...env } = process.env;

/** Resolves each file twice; the second result comes from the cache. */
const PROGRAM = `
  import { createRequire } from "node:module";
  const require = createRequire(import.meta.url);
  const orm = import.meta.resolve("drizzle-orm");
  const names = ["drizzle-orm", "drizzle-orm/pg-core", "drizzle-orm/node-postgres", "drizzle-orm/none", "pg", "./app.ts"];
  const find = (how) => names.map((name) => { try { return how(name); } catch (error) { return error.code; } });
  const found = [1, 2].map(() => [find((name) => import.meta.resolve(name)), find(require.resolve)]);
  const { sql } = await import("drizzle-orm");
  const same = (await import(new URL("sql/sql.js", orm))).sql === sql && require("drizzle-orm").sql !== sql;
  const missing = await import(new URL("none.js", orm)).catch((error) => error.code);
  console.log(JSON.stringify({ found, same, missing }));
`;

const answer = async (...flags: string[]): Promise<unknown> => {
  const args = [...flags, "--input-type=module", "--eval", PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname, env });
  return JSON.parse(stdout);
};

it("finds the same files as Node alone, for imports and for what is required, also those that are not there", async () => {
  const [alone, quick] = await Promise.all([answer(), answer("--import", QUICK)]);
  expect(quick).toEqual(alone);
  expect(quick).toMatchObject({ same: true, missing: "ERR_MODULE_NOT_FOUND" });
});
