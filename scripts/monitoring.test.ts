import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { recordJobRun } from "../server/queue/job-metrics.ts";
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
  recordJobRun("write-backup", "succeeded", 0);
  recordJobRun("write-backup", "failed", 0);
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

it.skipIf(!hasPromtool)(
  "the worker is scaled by the jobs of the whole queue, counted once and in its own namespace",
  async () => {
    const guide = readFileSync(join(FOLDER, "../../docs/guides/running.md"), "utf8");
    const [rule] = (
      parse(/externalRules:\n[\s\S]*?(?=\n {2}```)/.exec(guide)?.[0] ?? "") as {
        externalRules: { seriesQuery: string; metricsQuery: string }[];
      }
    ).externalRules;
    const [, series = ""] = /^(\w+)\{/.exec(rule?.seriesQuery ?? "") ?? [];
    const chart = readFileSync(join(FOLDER, "../helm/lorekeep/templates/autoscaling.yaml"), "utf8");
    expect(chart).toContain(`metric: { name: ${series} }`);
    const { body } = await test.app.inject("/metrics");
    expect(body).toMatch(new RegExp(`^${series}\\{queue=`, "m"));
    // Fills in the query's two placeholders as the Prometheus adapter does.
    const query = rule?.metricsQuery.replace("<<.Series>>", series).replace("<<.LabelMatchers>>", 'namespace="acme"');
    const told = (namespace: string, pod: string, queue: string, jobs: number) => ({
      series: `${series}{namespace="${namespace}",pod="${pod}",queue="${queue}"}`,
      values: `${jobs}x5`,
    });
    const pods = ["web-1", "web-2", "worker-1"].flatMap((pod) => [
      told("acme", pod, "analyse", 5),
      told("acme", pod, "publish", 3),
      told("other", pod, "analyse", 90),
    ]);
    const expected = { expr: query, eval_time: "2m", exp_samples: [{ labels: "{}", value: 8 }] };
    const folder = mkdtempSync(join(tmpdir(), "lorekeep-adapter-"));
    try {
      const tests = [{ interval: "1m", input_series: pods, promql_expr_test: [expected] }];
      writeFileSync(join(folder, "test.yaml"), JSON.stringify({ rule_files: [], tests }));
      const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", "test.yaml"], {
        cwd: folder,
        encoding: "utf8",
      });
      expect([status, status ? stdout + stderr : ""]).toEqual([0, ""]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
