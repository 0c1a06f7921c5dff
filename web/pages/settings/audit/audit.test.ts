import { expect, it } from "vitest";
import type { AuditEntry } from "../../../../shared/contract/audit.ts";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import * as sample from "../../../testing/sample-data.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();
const PHONE_AT_NIGHT = { viewport: { width: 360, height: 740 }, colorScheme: "dark", timezoneId: "UTC" } as const;

const entry: AuditEntry = {
  id: sample.idOf(500),
  at: "2026-11-22T09:15:00.000Z",
  actor: { kind: "person", id: sample.user.id, name: "Ada Lovelace" },
  action: "PATCH /api/people/:id",
  summary: "Change what a person may do; one owner always stays",
  thing: "people",
  thingIds: [sample.idOf(2)],
  before: { membership: "viewer" },
  after: { membership: "editor" },
  asked: { membership: "editor" },
  ip: "203.0.113.7",
  requestId: "0192f0c0-0000-7000-8000-000000000000",
};
const entries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ ...entry, id: sample.idOf(500 + from + at) }));

it("the audit log shows who changed what from where, on a phone and by keyboard", async () => {
  const directory = { kind: "directory" as const, id: sample.idOf(7), name: null };
  app.server.answer("GET /api/people", () => []);
  app.server.answer("GET /api/audit", () => ({
    entries: [
      entry,
      { ...entry, id: sample.idOf(502), actor: { kind: "chat", id: sample.user.id, name: "Ada Lovelace" } },
      { ...entry, id: sample.idOf(503), actor: { kind: "key", id: sample.idOf(8), name: "Wiki bot" } },
      { ...entry, id: sample.idOf(501), actor: directory, before: null, after: null, asked: null },
    ],
    names: { [sample.idOf(2)]: "Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz".repeat(2) },
    hasOlder: false,
  }));
  const page = await app.open("/settings/audit", PHONE_AT_NIGHT);
  const rows = page.getByRole("list", { name: "Audit entries" }).getByRole("listitem");
  await see(rows).toHaveCount(4);
  await see(rows.nth(1)).toContainText("Ada Lovelace, in the chat");
  await see(rows.nth(2)).toContainText("API key ‘Wiki bot’");
  for (const text of ["22 Nov 2026, 09:15", "Ada Lovelace", "203.0.113.7", "viewer", "editor", "Rindfleisch"])
    await see(rows.first()).toContainText(text);
  await see(rows.first().getByText("Change what a person may do", { exact: true })).toBeVisible();
  await see(rows.last()).toContainText("Company directory");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await findAccessibilityViolations(page)).toEqual([]);
});

it("an audit entry of a created resource lists its values in words, without ids", async () => {
  const after = { channelName: "support", isActive: true, heldSince: null, integrationId: sample.idOf(3) };
  app.server.answer("GET /api/people", () => []);
  app.server.answer("GET /api/audit", () => ({
    entries: [{ ...entry, summary: "Monitor a channel", thing: "channels", before: null, after }],
    names: {},
    hasOlder: false,
  }));
  const page = await app.open("/settings/audit");
  const row = page.getByRole("list", { name: "Audit entries" }).getByRole("listitem");
  await see(row.locator("dt")).toHaveText(["channel name", "is active"]);
});

it("an audit entry names the changed values, with lists and groups in words", async () => {
  const [article, gone] = [sample.idOf(600), sample.idOf(601)];
  const asked = { tags: ["vpn", "laptop"], pages: { keep: true, platforms: ["notion"] }, ids: [article] };
  app.server.answer("GET /api/people", () => []);
  app.server.answer("GET /api/audit", () => ({
    entries: [{ ...entry, thing: "articles", thingIds: [article, gone], before: null, after: null, asked }],
    names: { [article]: "How to reset the staging database" },
    hasOlder: false,
  }));
  const page = await app.open("/settings/audit");
  const row = page.getByRole("list", { name: "Audit entries" }).getByRole("listitem");
  await see(row.getByRole("link", { name: "How to reset the staging database" })).toHaveAttribute(
    "href",
    `/articles/${article}`,
  );
  await see(row).toContainText(`…${gone.slice(-6)}`);
  await see(row).not.toContainText(article);
  await see(row.locator("dd")).toHaveText(["vpn, laptop", "keep: yes, platforms: notion"]);
  await see(row).not.toContainText("{");
});

it("the audit log keeps its filters in the address and exports only matching entries", async () => {
  app.server.answer("GET /api/people", () => []);
  app.server.answer("GET /api/audit", ({ query }) => ({
    entries: query["thing"] === "billing" ? [] : [entry],
    names: {},
    hasOlder: false,
  }));
  const page = await app.open("/settings/audit?from=2026-11-01");
  await page.getByLabel("What", { exact: true }).selectOption("people");
  await expect.poll(() => app.callsTo("GET /api/audit").at(-1)?.query).toEqual({ from: "2026-11-01", thing: "people" });
  expect(new URL(page.url()).searchParams.get("thing")).toBe("people");
  for (const [name, format] of [
    ["Export CSV", "csv"],
    ["Export JSON Lines", "jsonl"],
  ] as const)
    await see(page.getByRole("link", { name })).toHaveAttribute(
      "href",
      `/api/audit/export?thing=people&from=2026-11-01&format=${format}`,
    );
  await page.getByLabel("What", { exact: true }).selectOption("billing");
  await see(page.getByText("No entry matches your filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await see(page.getByText("Change what a person may do")).toBeVisible();
});

it("the audit log loads older entries on demand, and says and retries when that fails", async () => {
  app.server.answer("GET /api/people", () => []);
  app.server.answer("GET /api/audit", ({ query }) =>
    query["before"]
      ? { entries: entries(3, 100), names: {}, hasOlder: false }
      : { entries: entries(100), names: {}, hasOlder: true },
  );
  const page = await app.open("/settings/audit");
  const rows = page.getByRole("list", { name: "Audit entries" }).getByRole("listitem");
  await see(rows).toHaveCount(100);
  await page.getByRole("button", { name: "Load older entries" }).click();
  await see(rows).toHaveCount(103);
  app.refuse("GET /api/audit");
  const broken = await app.open("/settings/audit");
  await see(broken.getByText("This could not be loaded.")).toBeVisible();
  app.server.answer("GET /api/audit", () => ({ entries: [], names: {}, hasOlder: false }));
  await broken.getByRole("button", { name: "Try again" }).click();
  await see(broken.getByText("No changes yet")).toBeVisible();
});

it("the audit log is not in the navigation of, nor shown to, people who may not read it", async () => {
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "editor" }));
  const page = await app.open("/settings/audit");
  await see(page.getByText("Not for your role")).toBeVisible();
  await see(page.getByRole("link", { name: "Manage Subscription" })).toBeVisible();
  await see(page.getByRole("link", { name: "Audit Log" })).toHaveCount(0);
  expect(app.callsTo("GET /api/audit")).toEqual([]);
});
