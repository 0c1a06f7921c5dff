import { readFile } from "node:fs/promises";
import { getTableName, isTable } from "drizzle-orm";
import { expect, it } from "vitest";
import { SCHEDULED_JOBS } from "../jobs/jobs.ts";
import * as schema from "./schema.ts";

const page = await readFile(new URL("../../docs/sizes.md", import.meta.url), "utf8");
const [, removed = ""] = page.split("## What is removed in time");
const names = (text: string) => [...text.matchAll(/`([a-z_-]+)`/g)].map(([, name]) => name ?? "");

it("Every table is in the list of what is removed in time, or said not to grow with use", () => {
  const tables = Object.values(schema)
    .filter((value) => isTable(value))
    .map(getTableName);
  expect(tables.length).toBeGreaterThan(50);
  const known = new Set(names(removed));
  expect(tables.filter((table) => !known.has(table))).toEqual([]);
});

it("Every job that the list names is one of the worker's", () => {
  const jobs = new Set(SCHEDULED_JOBS.map(({ name }) => name));
  const rows = removed.split("\n").filter((line) => line.startsWith("| `") || line.startsWith("| the queue"));
  const named = rows.flatMap((row) => names(row.split("|").at(-2) ?? ""));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !jobs.has(name))).toEqual([]);
});
