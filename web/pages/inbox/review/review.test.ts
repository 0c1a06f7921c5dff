import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import type { InboxItem } from "../../../../shared/contract/inbox.ts";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import { type Call, Reply } from "../../../testing/fake-server.ts";
import { inboxId, inboxItems, inboxOf, mergePreview } from "../../../testing/inbox-samples.ts";
import * as sample from "../../../testing/sample-data.ts";
import { see, seeToast } from "../../../testing/see.ts";

const app = useAppInBrowser();
const DRAFT = inboxId(10);
const at = (id: string) => `/articles?view=inbox&item=${id}`;
/** The item on the screen and in the address; null for the list. */
async function shows(page: Page, id: string | null) {
  await expect.poll(() => new URL(page.url()).searchParams.get("item")).toBe(id);
  // Keys apply to the item on the screen, which follows the address.
  if (id) await see(page.locator(`[data-review="${id}"]`)).toBeVisible();
  else await see(page.locator("[data-review]")).toHaveCount(0);
}
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const actions = (page: Page) => page.locator("[data-review] header button");
const sent = (path: string) => app.server.calls.filter((call) => call.path === path).map(({ body }) => body);

/** A server that drops decided items and restores them on undo. */
function keepInbox(all: readonly InboxItem[] = inboxItems) {
  let items = [...all];
  const undoOf = (id: string) => id.replace(/^item\./, "").replace(/^0/, "d");
  app.server.answer("GET /api/inbox", () => inboxOf(items));
  app.server.answer(
    "GET /api/inbox/:id",
    ({ path }) => items.find(({ id }) => path.endsWith(id)) ?? new Reply(404, { message: "Not found." }),
  );
  app.server.answer("POST /api/inbox/decide", ({ body }: Call) => ({
    results: (body as { decisions: { id: string }[] }).decisions.map(({ id }) => {
      items = items.filter((one) => one.id !== id);
      return { id, outcome: "done", message: "", undo: { id: undoOf(id), until: "2031-11-21T09:00:00.000Z" } };
    }),
  }));
  app.server.answer("POST /api/inbox/undo", ({ body }: Call) => ({
    results: (body as { ids: string[] }).ids.map((id) => {
      items = all.filter((one) => undoOf(one.id) === id || items.includes(one));
      return { id, outcome: "done", message: "", undo: null };
    }),
  }));
  app.server.answer("PUT /api/inbox/snoozes", ({ body }: Call) => {
    const { ids } = body as { ids: string[] };
    items = items.filter(({ id }) => !ids.includes(id));
    return { results: ids.map((id) => ({ id, outcome: "done", message: "", undo: null })) };
  });
}

describe("an item of the inbox with the page to itself", () => {
  it("shows what can be done first, then the article with its conversation, and marks what a sentence cites", async () => {
    keepInbox();
    const page = await app.open("/articles?view=inbox");
    await page.locator(`[data-item="${DRAFT}"]`).getByRole("heading").getByRole("link").click();
    await shows(page, DRAFT);
    await see(title(page)).toBeFocused();
    await see(actions(page)).toContainText(["Approve", "Discard", "Library only", "Edit", "Merge into…"]);
    const effects = page.getByRole("list", { name: "What each choice does" }).getByRole("listitem");
    await see(effects).toContainText([
      /^Approve: It is published to .+\.$/,
      "Discard: The draft goes to the trash",
      "Library only: It stays in the library",
    ]);
    const sentence = page.locator(".sourced").first();
    const chat = page.getByRole("complementary", { name: /^#/ });
    await see(chat.getByRole("listitem").first()).toBeVisible();
    await sentence.hover();
    await see(chat.locator(".bg-mark[data-message]").first()).toBeInViewport();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Inbox", exact: true }).last().click();
    await see(page.locator(`[data-item="${DRAFT}"]`)).toBeFocused();
  });

  it("is decided with a key, the next one follows, an undo brings it back, and a note goes along", async () => {
    keepInbox();
    const page = await app.open(at(inboxId(1)));
    await see(actions(page)).toContainText(["Replace", "Keep both", "Ignore", "Not a contradiction: add it"]);
    for (const words of ["The token is valid for 15 minutes.", "18 Nov", "20 Nov"])
      await see(page.locator("[data-review]")).toContainText(words);
    await page.getByLabel("Note with your decision (optional)").fill("Tom owns the gateway.");
    await title(page).focus();
    await page.keyboard.press("a");
    await shows(page, inboxId(2));
    await see(title(page)).toBeFocused();
    await see(page.getByText("The article now says the newer statement", { exact: true })).toBeVisible();
    await page.keyboard.press("z");
    await shows(page, inboxId(1));
    await page.keyboard.press("d");
    await shows(page, inboxId(2));
    await page.keyboard.press("j");
    await shows(page, inboxId(3));
    await page.keyboard.press("k");
    await shows(page, inboxId(2));
    await expect
      .poll(() => sent("/api/inbox/decide"))
      .toMatchObject([
        { decisions: [{ id: inboxId(1), choice: "replace", note: "Tom owns the gateway." }] },
        { decisions: [{ id: inboxId(1), choice: "keep" }] },
      ]);
    await page.keyboard.press("u");
    await shows(page, null);
  });

  it("is edited, merged and snoozed without leaving", async () => {
    keepInbox();
    const page = await app.open(at(DRAFT));
    await see(actions(page)).toContainText(["Approve", "Edit", "Merge into…"]);
    await page.keyboard.press("e");
    await see(page.getByRole("heading", { name: "Edit article" })).toBeVisible();
    await see(page.getByRole("textbox", { name: "Title" })).toBeVisible();
    await see(page.getByRole("complementary", { name: /^#/ }).getByRole("listitem").first()).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep for later" }).click();
    await see(title(page)).toHaveText(inboxItems.find(({ id }) => id === DRAFT)?.article.title ?? "");
    await see(actions(page)).toContainText(["Merge into…"]);
    await page.keyboard.press("m");
    await see(page.getByRole("dialog", { name: "Merge with another article" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("h");
    await page.getByRole("dialog", { name: "Snooze until" }).getByRole("button", { name: "In four weeks" }).click();
    await see(page.getByText(/^Snoozed until /)).toBeVisible();
    await expect.poll(() => new URL(page.url()).searchParams.get("item")).not.toBe(DRAFT);
    expect(sent("/api/inbox/snoozes")).toMatchObject([{ ids: [DRAFT], until: expect.stringMatching(/^\d{4}-/) }]);
  });

  it("is saved and approved with one press, and says while it is edited which words pass", async () => {
    keepInbox();
    const [first, ...more] = sample.articlePage.summaryStatements;
    if (!first) throw new Error("The sample has no sentence.");
    const text = "Run `deploy` again this week.";
    const passing = { ...first, key: "s1", text, inline: [{ type: "text" as const, text }] };
    const summaryStatements = [passing, ...more];
    const draft = { ...sample.articlePage, state: "draft" as const, publications: [], summaryStatements };
    app.server.answer("GET /api/articles/:id", () => draft);
    app.server.answer("PUT /api/articles/:id/content", () => ({ version: draft.version + 1, redacted: [] }));
    const page = await app.open(at(DRAFT));
    const warning = page.getByRole("region", { name: "Words that pass" });
    await see(warning).toContainText("Run deploy again this week.");
    await page.keyboard.press("e");
    await see(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
    await see(page.getByRole("button", { name: "Save and approve" })).toBeVisible();
    await see(warning).toContainText("Run deploy again this week.");
    await page.keyboard.press("Control+s");
    await see(page.getByText("Draft saved", { exact: true })).toBeVisible();
    await see(page.getByText("It is not published yet.", { exact: true })).toBeVisible();
    expect(sent("/api/inbox/decide")).toEqual([]);
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Title" }).fill("Deploy again");
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => sent("/api/inbox/decide"))
      .toMatchObject([{ decisions: [{ id: DRAFT, choice: "approve" }] }]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("stays on the screen until its merge has answered, also where the list has heard of it before", async () => {
    keepInbox();
    let answer = () => {};
    const merged = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.server.answer("POST /api/articles/:id/merge", async () => {
      await merged;
      return { message: "Merged.", undo: null };
    });
    const { from } = mergePreview;
    const sentences = from.sentences.filter(({ relation }) => relation !== "contradicts");
    app.server.answer("GET /api/articles/:id/merge/:intoId", () => ({ ...mergePreview, from: { ...from, sentences } }));
    const page = await app.open(at(DRAFT));
    await see(actions(page)).toContainText(["Merge into…"]);
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("listitem").getByRole("button").first().click();
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    await see(dialog.getByRole("button", { name: "Merging..." })).toBeVisible();
    keepInbox(inboxItems.filter(({ id }) => id !== DRAFT));
    const before = app.server.calls.length;
    app.server.send({ type: "inbox" });
    await expect.poll(() => app.server.calls.slice(before).some(({ path }) => path.endsWith(DRAFT))).toBe(true);
    await see(dialog).toBeVisible();
    await see(page.getByText("This is decided already")).toHaveCount(0);
    answer();
    await expect.poll(() => new URL(page.url()).searchParams.get("item")).not.toBe(DRAFT);
    await see(page.locator("[data-review]")).toBeVisible();
    await see(dialog).toHaveCount(0);
  });

  it("opens again in the inbox when its merge is undone", async () => {
    keepInbox();
    const { from } = mergePreview;
    const sentences = from.sentences.filter(({ relation }) => relation !== "contradicts");
    app.server.answer("GET /api/articles/:id/merge/:intoId", () => ({ ...mergePreview, from: { ...from, sentences } }));
    const undo = { id: sample.idOf(901), until: "2031-11-21T09:00:00.000Z" };
    app.server.answer("POST /api/articles/:id/merge", () => ({ message: "Merged.", undo }));
    app.server.answer("POST /api/inbox/:id/undo", () => ({ success: true }));
    const page = await app.open(at(DRAFT));
    await see(actions(page)).toContainText(["Merge into…"]);
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("listitem").getByRole("button").first().click();
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    await see(dialog).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).searchParams.get("item")).not.toBe(DRAFT);
    await page.getByRole("button", { name: "Undo" }).first().click();
    await shows(page, DRAFT);
  });

  it("says before its approval which words a later reader would not understand", async () => {
    keepInbox();
    const statement = (text: string) => ({ ...sample.articlePage.summaryStatements[0], text, inline: [] });
    app.server.answer("GET /api/articles/:id", () => ({
      ...sample.articlePage,
      summaryStatements: [statement("The fix goes out this week."), statement("They tell me it is broken.")],
    }));
    const page = await app.open(at(DRAFT));
    const words = page.getByRole("region", { name: "Words that pass" });
    await see(words.locator("strong")).toHaveText(["this week", "me"]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("is snoozed until a day that is shown, and no day is offered twice", async () => {
    keepInbox();
    const page = await app.open(at(DRAFT), {});
    const days = page.getByRole("dialog", { name: "Snooze until" }).getByRole("button", { name: /, / });
    await see(title(page)).toBeVisible();
    await page.clock.setFixedTime("2026-11-28T12:00:00Z");
    await page.keyboard.press("h");
    await see(days).toHaveText([
      /^Tomorrow, 29 Nov/,
      /^Next Monday, 30 Nov/,
      /^In a week, 5 Dec/,
      /^In four weeks, 26 Dec/,
    ]);
    await page.keyboard.press("Escape");
    await see(days).toHaveCount(0);
    await page.clock.setFixedTime("2026-11-29T12:00:00Z");
    await page.keyboard.press("h");
    await see(days).toHaveText([/^Tomorrow, 30 Nov/, /^In a week, 6 Dec/, /^In four weeks, 27 Dec/]);
  });

  it("says when somebody has decided it already, and leads to the next one", async () => {
    keepInbox();
    const page = await app.open(at(inboxId(99)));
    await see(page.getByText("This is decided already")).toBeVisible();
    await page.getByRole("link", { name: "Review the next item" }).click();
    await shows(page, inboxId(1));
  });

  it("fits a phone, where the article and its conversation have a switch and the decisions are below the thumb", async () => {
    keepInbox();
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await app.open(at(DRAFT), { viewport: { width: 360, height: 740 }, colorScheme });
      const approve = page.getByRole("button", { name: "Approve" });
      await see(approve).toBeInViewport();
      const box = await approve.boundingBox();
      expect(box?.y).toBeGreaterThan(370);
      await see(page.locator(".lead")).toBeVisible();
      expect((await page.locator(".lead").boundingBox())?.y).toBeLessThanOrEqual(320);
      await page.getByRole("button", { name: "Conversation", exact: true }).click();
      await see(page.locator("[data-message]").first()).toBeVisible();
      await see(page.locator(".lead")).toBeHidden();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
  });

  it("begins a draft's text within 320 px on a wide screen; what a decision rarely needs stands below the text", async () => {
    keepInbox();
    const page = await app.open(at(DRAFT), { viewport: { width: 1440, height: 900 } });
    await see(page.locator(".lead")).toBeVisible();
    const text = (await page.locator(".lead").boundingBox())?.y ?? 0;
    expect(text).toBeLessThanOrEqual(320);
    const beside = page.getByRole("region", { name: "Beside the decision" });
    await see(beside.getByLabel("Note with your decision (optional)")).toBeVisible();
    expect((await beside.boundingBox())?.y).toBeGreaterThan(text);
  });

  it("a second tap at the same place decides nothing, because the next item has come there", async () => {
    keepInbox();
    const page = await app.open(at(DRAFT), { viewport: { width: 360, height: 740 }, hasTouch: true });
    await see(page.getByRole("button", { name: "Approve" })).toBeVisible();
    await see(page.locator(".skeleton")).toHaveCount(0);
    const box = await page.getByRole("button", { name: "Approve" }).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10];
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
    await see(page.locator(`[data-review="${DRAFT}"]`)).toHaveCount(0);
    await expect.poll(() => sent("/api/inbox/decide")).toMatchObject([{ decisions: [{ id: DRAFT }] }]);
  });

  it("z takes back a snooze, as the toast does, and says of which item", async () => {
    keepInbox();
    const page = await app.open(at(inboxId(1)));
    await shows(page, inboxId(1));
    await page.keyboard.press("d");
    await shows(page, inboxId(2));
    await page.keyboard.press("h");
    await page.getByRole("dialog", { name: "Snooze until" }).getByRole("button", { name: "In four weeks" }).click();
    await see(page.getByText(/^Snoozed until /)).toBeVisible();
    await shows(page, inboxId(3));
    await page.keyboard.press("z");
    await expect.poll(() => sent("/api/inbox/snoozes").at(-1)).toEqual({ ids: [inboxId(2)], until: null });
    expect(sent("/api/inbox/undo")).toEqual([]);
    await seeToast(page, "Undone", inboxItems.find(({ id }) => id === inboxId(2))?.article.title ?? "");
  });

  /** Decisions wait for the platform and come again after a second, until `isBusy` is false. */
  function keepPlatformBusy() {
    const platform = { isBusy: true };
    app.server.answer("POST /api/inbox/decide", ({ body }: Call) => {
      const { id } = (body as { decisions: [{ id: string }] }).decisions[0];
      const busy = { message: "Written meanwhile.", undo: null, retryAfterSeconds: 1, waitsFor: "Confluence" };
      if (platform.isBusy) return { results: [{ id, outcome: "failed", ...busy }] };
      app.server.answer("GET /api/inbox", () => inboxOf(inboxItems.filter((one) => one.id !== id)));
      const undo = { id: sample.idOf(901), until: "2031-11-21T09:00:00.000Z" };
      return { results: [{ id, outcome: "done", message: "", undo }] };
    });
    return platform;
  }

  it("stays listed and says what its decision waits for, also after a reload, until the platform is ready", async () => {
    keepInbox();
    const platform = keepPlatformBusy();
    const page = await app.open(at(DRAFT));
    await page.getByRole("button", { name: "Discard" }).click();
    await see(page.getByText("Discard is waiting for Confluence", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Inbox", exact: true }).last().click();
    const draft = page.locator(`[data-item="${DRAFT}"]`);
    await see(draft.getByRole("status")).toContainText("Discard is waiting for Confluence.");
    await see(page.getByRole("alert")).toHaveCount(0);
    await page.reload();
    await see(draft.getByRole("status")).toContainText("Discard is waiting for Confluence.");
    platform.isBusy = false;
    await see(draft).toHaveCount(0);
    expect(await page.evaluate(() => sessionStorage.getItem("lorekeep.waiting-decisions"))).toBe(null);
  });

  it("goes on waiting for the platform when the server does not answer a repetition", async () => {
    keepInbox();
    const platform = keepPlatformBusy();
    const page = await app.open(at(DRAFT), {});
    await page.getByRole("button", { name: "Discard" }).click();
    await see(page.getByText("Discard is waiting for Confluence", { exact: true })).toBeVisible();
    let refused = 0;
    await page.route("**/api/inbox/decide", (route) => {
      refused += 1;
      return route.abort();
    });
    await page.getByRole("link", { name: "Inbox", exact: true }).last().click();
    const draft = page.locator(`[data-item="${DRAFT}"]`);
    await expect.poll(() => refused).toBeGreaterThan(0);
    await see(draft.getByRole("status")).toContainText("Discard is waiting for Confluence.");
    platform.isBusy = false;
    await page.unroute("**/api/inbox/decide");
    await see(draft).toHaveCount(0);
  });

  /** The first decision waits for a minute, later ones are carried out. Returns the ids of the items in the order they came. */
  function waitAtFirst() {
    keepInbox();
    const decided: string[] = [];
    let items = inboxItems;
    app.server.answer("GET /api/inbox", () => inboxOf(items));
    app.server.answer("POST /api/inbox/decide", ({ body }: Call) => {
      const { id } = (body as { decisions: [{ id: string }] }).decisions[0];
      const busy = { message: "", undo: null, retryAfterSeconds: 60, waitsFor: "Confluence" };
      if (decided.push(id) === 1) return { results: [{ id, outcome: "failed", ...busy }] };
      items = items.filter((one) => one.id !== id);
      const undo = { id: sample.idOf(901), until: "2031-11-21T09:00:00.000Z" };
      return { results: [{ id, outcome: "done", message: "", undo }] };
    });
    app.server.answer("POST /api/inbox/undo", ({ body }: Call) => {
      items = inboxItems;
      return {
        results: (body as { ids: string[] }).ids.map((id) => ({ id, outcome: "done", message: "", undo: null })),
      };
    });
    return decided;
  }

  async function discardAndWait(options?: Parameters<typeof app.open>[1]) {
    const page = await app.open(at(DRAFT), options);
    await page.getByRole("button", { name: "Discard" }).click();
    await see(page.getByText("Discard is waiting for Confluence", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Inbox", exact: true }).last().click();
    await see(page.locator(`[data-item="${DRAFT}"]`).getByRole("status")).toBeVisible();
    return page;
  }

  it("is decided once after a reload, and not again when that was undone", async () => {
    const decided = waitAtFirst();
    const page = await discardAndWait();
    const draft = page.locator(`[data-item="${DRAFT}"]`);
    await page.reload();
    await see(draft).toHaveCount(0);
    await expect.poll(() => decided).toEqual([DRAFT, DRAFT]);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("lorekeep.waiting-decisions"))).toBe(null);
    await page.keyboard.press("z");
    await see(draft).toBeVisible();
    await page.getByRole("link", { name: "Ask", exact: true }).first().click();
    await see(draft).toHaveCount(0);
    await page.goBack();
    await see(draft).toBeVisible();
    // Decisions are sent in order: one that is repeated would come before this one.
    await page.locator(`[data-item="${inboxId(1)}"]`).focus();
    await page.keyboard.press("d");
    await expect.poll(() => decided).toContain(inboxId(1));
    expect(decided).toEqual([DRAFT, DRAFT, inboxId(1)]);
  });

  it("is not decided by a duplicate of its tab, nor long after its page was left, which is said", async () => {
    const decided = waitAtFirst();
    const page = await discardAndWait({});
    const inbox = page.url();
    const opened = page.waitForEvent("popup");
    await page.evaluate(() => void window.open(window.location.href));
    const duplicate = await opened;
    await duplicate.locator(`[data-item="${inboxId(1)}"]`).focus();
    await duplicate.keyboard.press("d");
    await expect.poll(() => decided).toEqual([DRAFT, inboxId(1)]);
    await page.goto("about:blank");
    await page.clock.setFixedTime(Date.now() + 11 * 60_000);
    await page.goto(inbox);
    const title = inboxItems.find(({ id }) => id === DRAFT)?.article.title ?? "";
    await see(page.getByRole("alert")).toContainText("Not decided");
    await see(page.getByRole("alert")).toContainText(`${title}: It waited for more than 10 minutes`);
    await see(page.locator(`[data-item="${DRAFT}"]`).getByRole("status")).toHaveCount(0);
    expect(decided).toEqual([DRAFT, inboxId(1)]);
  });

  it("is decided as soon as a page that is being written is finished, without a report in between", async () => {
    keepInbox();
    let isBusy = true;
    app.server.answer("POST /api/inbox/decide", ({ body }: Call) => {
      const { id } = (body as { decisions: [{ id: string }] }).decisions[0];
      const way = { undo: { id: sample.idOf(901), until: "2031-11-21T09:00:00.000Z" } };
      const answer = isBusy
        ? { outcome: "failed", message: "One of its pages was written meanwhile.", undo: null, retryAfterSeconds: 1 }
        : { outcome: "done", message: "", ...way };
      isBusy = false;
      return { results: [{ id, ...answer }] };
    });
    const page = await app.open(at(DRAFT));
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => sent("/api/inbox/decide")).toHaveLength(2);
    await see(page.getByRole("alert")).toHaveCount(0);
  });

  it("is read by a viewer, who is offered nothing to decide", async () => {
    keepInbox();
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" }));
    const page = await app.open(at(DRAFT));
    await see(page.locator(".lead")).toBeVisible();
    await see(actions(page)).toHaveCount(0);
  });
});

it("everything of a kind is selected beyond what was read, decided by the server part by part, and undone", async () => {
  const drafts = inboxItems.filter(({ kind }) => kind === "draft");
  const total = 130;
  let waiting = total;
  app.server.answer("GET /api/inbox", () => {
    const page = inboxOf(waiting > 0 ? drafts : []);
    return { ...page, counts: { ...page.counts, draft: waiting }, total: waiting, next: waiting > 0 ? "next" : null };
  });
  const parts = [50, 50, 30];
  app.server.answer("POST /api/inbox/decide-all", () => {
    const part = parts.shift() ?? 0;
    waiting -= part;
    return {
      results: Array.from({ length: part }, (_, index) => ({
        id: `draft.${waiting + index}`,
        outcome: "done",
        message: "",
        undo: { id: sample.idOf(waiting + index), until: "2031-11-21T09:00:00.000Z" },
        article: { id: sample.idOf(1), title: "One" },
      })),
      next: parts.length > 0 ? `after ${part}` : null,
    };
  });
  app.server.answer("POST /api/inbox/undo", ({ body }: Call) => ({
    results: (body as { ids: string[] }).ids.map((id) => ({ id, outcome: "done", message: "", undo: null })),
  }));
  const page = await app.open("/articles?view=inbox");
  await page.getByRole("button", { name: "Select all 130" }).click();
  const bar = page.getByRole("region", { name: "Selected" });
  await see(bar).toContainText("All 130 selected: Drafts");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Library only" }).click();
  await see(page.getByText("130 decided", { exact: true })).toBeVisible();
  expect(sent("/api/inbox/decide-all")).toMatchObject([
    { kind: "draft", choice: "decline" },
    { kind: "draft", choice: "decline", after: "after 50" },
    { kind: "draft", choice: "decline", after: "after 50" },
  ]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => sent("/api/inbox/undo").flatMap((body) => (body as { ids: string[] }).ids).length).toBe(130);
});

it("of a thousand items, only the visible ones are rendered", async () => {
  const [first] = inboxItems.filter(({ kind }) => kind === "draft");
  const many = Array.from({ length: 1000 }, (_, index) => ({ ...first, id: inboxId(1000 + index) }) as InboxItem);
  app.server.answer("GET /api/inbox", () => inboxOf(many));
  const page = await app.open("/articles?view=inbox");
  const items = page.locator("[data-item]");
  await see(items).toHaveCount(1000);
  const drawn = await items.evaluateAll(
    (all) =>
      all.filter((item) => item.querySelector("h3")?.checkVisibility({ contentVisibilityAuto: true }) === true).length,
  );
  expect(drawn).toBeGreaterThan(0);
  expect(drawn).toBeLessThan(60);
  // The keyboard reaches items that are not rendered yet.
  await items.nth(500).focus();
  await page.keyboard.press("j");
  await see(items.nth(501)).toBeFocused();
  await see(items.nth(501)).toBeInViewport();
});

it("approving a draft whose title describes a single case asks for a title, and uses it", async () => {
  keepInbox(inboxItems.map((item) => (item.id === DRAFT ? { ...item, titles: ["Awaiting stock"] } : item)));
  const page = await app.open("/articles?view=inbox");
  await see(page.locator(`[data-item="${DRAFT}"]`)).toContainText("Needs a title.");
  await page.goto(`${app.server.address}${at(DRAFT)}`);
  await shows(page, DRAFT);
  await page.keyboard.press("a");
  const field = page.getByRole("textbox", { name: "Title", exact: true });
  await see(field).toBeFocused();
  await page.keyboard.press("Escape");
  await see(field).toHaveCount(0);
  await page.keyboard.press("a");
  await page.getByRole("list", { name: "Suggested titles" }).getByRole("button", { name: "Awaiting stock" }).click();
  await see(field).toHaveValue("Awaiting stock");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => sent("/api/inbox/decide"))
    .toMatchObject([{ decisions: [{ id: DRAFT, choice: "approve", title: "Awaiting stock" }] }]);
});

it("the undo key undoes a snooze, and no decision before it", async () => {
  keepInbox();
  const page = await app.open(at(DRAFT));
  await shows(page, DRAFT);
  await page.keyboard.press("a");
  await see(page.locator(`[data-review="${DRAFT}"]`)).toHaveCount(0);
  await see(title(page)).toBeFocused();
  await page.keyboard.press("h");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Tomorrow/ })
    .click();
  await see(page.getByText(/^Snoozed until/)).toBeVisible();
  await page.keyboard.press("z");
  await expect.poll(() => sent("/api/inbox/snoozes")).toMatchObject([{}, { until: null }]);
  expect(sent("/api/inbox/undo")).toEqual([]);
});

describe("a sentence of a draft that was corrected later", () => {
  const statement = (text: string) => ({
    form: "sentence" as const,
    text,
    inline: [{ type: "text" as const, text }],
    saidBy: [],
  });
  const corrected = [
    {
      key: "months",
      statement: statement("It is 24 months."),
      doubt: "Possibly corrected by Priya Nair on 20 November 2026",
      isSure: false,
      by: [statement("It is 12 months for everything.")],
    },
    {
      key: "callum",
      statement: statement("Ask Callum."),
      doubt: "Corrected by its author",
      isSure: true,
      by: [statement("Ask Priya.")],
    },
  ];
  const openDraft = (options?: Parameters<typeof app.open>[1]) => {
    keepInbox(inboxItems.map((item) => (item.id === DRAFT ? { ...item, corrected } : item)));
    return app.open(at(DRAFT), options);
  };
  const decided = () => sent("/api/inbox/decide").flatMap((body) => (body as { decisions: object[] }).decisions);

  it("is asked about at Approve while it is undecided, and left out with one key", async () => {
    const page = await openDraft();
    await shows(page, DRAFT);
    await see(page.getByText("Left out when you approve")).toHaveCount(1);
    await page.keyboard.press("a");
    const question = page.getByRole("region", { name: "Corrected sentences" });
    await see(question).toContainText("A sentence may have been corrected later. Approve without it?");
    await see(question.getByRole("button", { name: "Leave it out" })).toBeFocused();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await see(question).toHaveCount(0);
    await page.keyboard.press("a");
    await see(question.getByRole("button", { name: "Leave it out" })).toBeFocused();
    await page.keyboard.press("Enter");
    await see(page.getByText("Approved without 2 corrected sentences", { exact: true })).toBeVisible();
    await expect
      .poll(decided)
      .toMatchObject([{ choice: "approve", sentences: { taken: [], left: ["months", "callum"] } }]);
  });

  it("is decided beside what was said later, where both can be kept, and Approve then asks nothing", async () => {
    const page = await openDraft({ viewport: { width: 360, height: 740 } });
    const choices = page.getByRole("group", { name: "What happens to the corrected sentence" });
    await choices.first().getByRole("button", { name: "Leave it out" }).click();
    await choices.last().getByRole("button", { name: "Keep both" }).click();
    await see(page.getByText("Both stay, without the doubt")).toBeVisible();
    await actions(page).filter({ hasText: "Approve" }).click();
    await expect
      .poll(decided)
      .toMatchObject([{ choice: "approve", sentences: { taken: ["callum"], left: ["months"] } }]);
  });

  it("that the later message is not about loses its warning at once, by keyboard, and the draft still waits", async () => {
    const page = await openDraft({ viewport: { width: 360, height: 740 } });
    const undone = crypto.randomUUID();
    app.server.answer("POST /api/inbox/decide", () => {
      keepInbox();
      const undo = { id: undone, until: "2031-11-21T09:00:00.000Z" };
      return { results: [{ id: DRAFT, outcome: "done", message: "", undo }] };
    });
    const group = page.getByRole("group", { name: "What happens to the corrected sentence" });
    await group.first().getByRole("button", { name: "Not about this sentence" }).press("Enter");
    await seeToast(page, "Warning removed", (await title(page).textContent()) ?? "");
    await see(group).toHaveCount(0);
    await shows(page, DRAFT);
    expect(decided()).toEqual([{ id: DRAFT, choice: "not-corrected", sentences: { taken: ["months"], left: [] } }]);
    await page.keyboard.press("z");
    await expect.poll(() => sent("/api/inbox/undo")).toEqual([{ ids: [undone] }]);
  });
});

it("the inbox offers the new words of an edited message first, by button and key, if they are known", async () => {
  const edited = inboxItems.map((item): InboxItem => {
    if (item.kind !== "lost-support") return item;
    const newWords = [{ form: "sentence" as const, text: "Restart both.", inline: [] }];
    return {
      ...item,
      choices: ["keep", "remove", "replace"],
      statements: item.statements.map((one) => ({ ...one, newWords })),
    };
  });
  keepInbox(edited);
  const page = await app.open(at(inboxId(4)));
  await see(actions(page)).toContainText(["aUse the new words", "Still correct", "dRemove the sentences"]);
  await see(page.getByText("With the new words")).toBeVisible();
  await page.keyboard.press("a");
  await see(page.getByText("The article says what its message says now", { exact: true })).toBeVisible();
  await expect
    .poll(() => sent("/api/inbox/decide"))
    .toMatchObject([{ decisions: [{ id: inboxId(4), choice: "replace" }] }]);
});
