import { describe, expect, it } from "vitest";
import type { WikiFinding } from "../../../shared/contract/wiki-findings.ts";
import { toFindingItemId } from "../../../shared/domain/inbox.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { inboxOf } from "../../testing/inbox-samples.ts";
import { idOf } from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();

const contradiction: WikiFinding = {
  id: idOf(1),
  kind: "contradicts",
  page: {
    id: idOf(2),
    title: "Goods in",
    url: "https://wiki.example/goods-in",
    platform: "confluence",
    editedAt: "2031-03-09T08:12:00.000Z",
    editedBy: "Moira Tennant",
  },
  integrationId: idOf(9),
  headings: ["Leeds depot", "Suppliers"],
  oldText: "Suppliers deliver until 13:30.",
  fresh: [{ form: "sentence", text: "Suppliers deliver until 14:00 now." }],
  saidBy: [
    { authorName: "Janice Holroyd", channelName: "ops-depot", sentAt: "2031-11-18T09:00:00.000Z", permalink: null },
  ],
  times: 3,
  earlier: [{ text: "Suppliers deliver until 15:00 since Monday.", saidAt: "2031-11-03T09:00:00.000Z" }],
  since: "2031-11-18T09:00:00.000Z",
  choices: ["page-is-right", "ignore", "own-article"],
  update: null,
  comment: null,
};
const addition: WikiFinding = {
  ...contradiction,
  id: idOf(3),
  kind: "adds",
  page: { ...contradiction.page, title: "Van fleet" },
  oldText: "Diesel is on the fuel card.",
  fresh: [{ form: "sentence", text: "AdBlue is in the blue drum behind door 6." }],
  times: 1,
  earlier: [],
  choices: ["ignore", "own-article"],
};

function keepFindings() {
  const waiting = { findings: [contradiction, addition] };
  app.server.answer("GET /api/inbox", () => ({ ...inboxOf([]), aboutWiki: waiting.findings.length }));
  app.server.answer("GET /api/wiki-findings", () => waiting.findings);
  app.server.answer("POST /api/wiki-findings/:id/decide", ({ path }) => {
    const decided = waiting.findings.find(({ id }) => path.includes(id)) ?? contradiction;
    waiting.findings = waiting.findings.filter(({ id }) => id !== decided.id);
    return { message: "The page stays as it is.", undo: { id: decided.id, until: "2031-11-19T09:00:00.000Z" } };
  });
  return waiting;
}

describe("what the chat says otherwise than the wiki", () => {
  it("is shown with both texts, who said it, how often, and the page's last change, and is decided with one press", async () => {
    keepFindings();
    const page = await app.open("/articles?view=inbox");
    await see(page.getByRole("link", { name: "Inbox: 2 to decide" }).first()).toBeVisible();
    const otherwise = page.getByRole("region", { name: /The wiki says otherwise/ });
    for (const text of [
      "Leeds depot › Suppliers",
      "Suppliers deliver until 13:30.",
      "by Moira Tennant",
      "Suppliers deliver until 14:00 now.",
      "Janice Holroyd",
      "#ops-depot, 18 Nov",
      "Said in 3 conversations.",
      "Suppliers deliver until 15:00 since Monday. 3 Nov",
    ])
      await see(otherwise).toContainText(text);
    await see(otherwise.getByRole("link", { name: /Goods in/ })).toHaveAttribute("href", contradiction.page.url);
    const lacks = page.getByRole("region", { name: /The wiki lacks this/ });
    await see(lacks).toContainText("AdBlue is in the blue drum behind door 6.");
    await see(lacks.getByRole("button")).toHaveText([/Ignore$/, /Write an article instead$/, "Assign", "Snooze"]);
    await otherwise.getByRole("button", { name: "The page is right" }).click();
    await see(page.getByText("The page stays as it is.", { exact: true })).toBeVisible();
    await see(otherwise).toHaveCount(0);
    await see(lacks).toBeVisible();
    const decided = app.server.calls.filter(({ path }) => path.endsWith("/decide"));
    expect(decided).toMatchObject([
      { path: `/api/wiki-findings/${contradiction.id}/decide`, body: { choice: "page-is-right" } },
    ]);
    await lacks.getByRole("button", { name: "Ignore" }).click();
    await see(page.getByText("Nothing to decide", { exact: true })).toBeVisible();
  });

  it("is open again after Undo, which the key z presses, too", async () => {
    const waiting = keepFindings();
    app.server.answer("POST /api/inbox/undo", () => {
      waiting.findings = [contradiction, addition];
      return { results: [{ id: contradiction.id, outcome: "done", message: "", undo: null }] };
    });
    const page = await app.open("/articles?view=inbox");
    const otherwise = page.getByRole("region", { name: /The wiki says otherwise/ });
    for (const undo of [
      async () => {
        await page.getByText("The page stays as it is.", { exact: true }).hover();
        await page.getByRole("button", { name: "Undo", exact: true }).click();
      },
      () => page.keyboard.press("z"),
    ]) {
      await otherwise.getByRole("button", { name: "The page is right" }).click();
      await see(otherwise).toHaveCount(0);
      await undo();
      await see(otherwise).toBeVisible();
    }
    expect(app.bodiesTo("POST /api/inbox/undo")).toEqual([{ ids: [contradiction.id] }, { ids: [contradiction.id] }]);
  });

  it("is given to somebody and snoozed until a day as other items are", async () => {
    keepFindings();
    const results = { results: [{ id: "", outcome: "done", message: "", undo: null }] };
    app.server.answer("PUT /api/inbox/assignments", () => results);
    app.server.answer("PUT /api/inbox/snoozes", () => results);
    const page = await app.open("/articles?view=inbox");
    await page.getByRole("button", { name: "Assign “Van fleet”" }).click();
    await page.getByLabel("Due").fill("2031-12-01");
    await page.getByRole("button", { name: "Assign", exact: true }).click();
    await see(page.getByText("Assigned", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Snooze “Van fleet”" }).click();
    await page.getByRole("button", { name: /^In four weeks/ }).click();
    await see(page.getByText(/^Snoozed until/)).toBeVisible();
    const item = toFindingItemId(addition.id);
    expect(app.bodiesTo("PUT /api/inbox/assignments")).toEqual([{ ids: [item], assignee: null, dueOn: "2031-12-01" }]);
    expect(app.bodiesTo("PUT /api/inbox/snoozes")).toMatchObject([{ ids: [item] }]);
  });

  it("can be used by everyone, and fits a phone", async () => {
    keepFindings();
    const page = await app.open("/articles?view=inbox", { viewport: { width: 360, height: 740 }, hasTouch: true });
    await see(page.getByRole("button", { name: "The page is right" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
});
