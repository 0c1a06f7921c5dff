import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { noteJob } from "../server/queue/job-metrics.ts";
import { createTestApp, type TestApp } from "../server/testing/test-app.ts";

const FOLDER = join(import.meta.dirname, "../deploy/monitoring");
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");
const dashboard = JSON.parse(read("dashboard.json")) as { panels: { title: string; targets: { expr: string }[] }[] };
const rules = (parse(read("alerts.yaml")) as { groups: { rules: { alert: string; expr: string }[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it("the dashboard and the alerts ask for figures that /metrics gives, by labels that these have", async () => {
  noteJob("write-backup", "succeeded", 0);
  noteJob("write-backup", "failed", 0);
  await test.app.inject("/health/live");
  const { body } = await test.app.inject("/metrics");
  const lines = body.split("\n").filter((line) => line && !line.startsWith("#"));
  const names = new Set(lines.map((line) => /^\w+/.exec(line)?.[0]));
  const expressions = [...dashboard.panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr);
  expect(expressions.length).toBeGreaterThan(20);
  const asked = expressions.flatMap((expr) => [...expr.matchAll(/\b([a-z]+(?:_[a-z]+)+)\b(\{[^}]*\})?(?!\s*\()/g)]);
  expect(asked.length).toBeGreaterThan(25);
  for (const [, name = "", labels = ""] of asked) {
    expect([...names]).toContain(name);
    for (const [, label = ""] of labels.matchAll(/(\w+)(?:=|!=)/g))
      expect(lines.find((line) => line.startsWith(`${name}{`))).toContain(`${label}="`);
  }
});

it.skipIf(!hasPromtool)("the alerts fire when they should and only then, by Prometheus' own tool", () => {
  for (const [command, file] of [
    ["check", "alerts.yaml"],
    ["test", "alerts.test.yaml"],
  ] as const) {
    const { status, stdout, stderr } = spawnSync("promtool", [command, "rules", file], {
      cwd: FOLDER,
      encoding: "utf8",
    });
    expect([status, status ? stdout + stderr : ""]).toEqual([0, ""]);
  }
});
