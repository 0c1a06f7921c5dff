import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { type Call, Reply } from "../../testing/fake-server.ts";
import { cutOutItem, inboxId, inboxItems, inboxOf, itemsOfPages } from "../../testing/inbox-samples.ts";
import * as sample from "../../testing/sample-data.ts";
import { notifications, see, seeToast } from "../../testing/see.ts";

const app = useAppInBrowser();
const item = (page: Page, number: number) => page.locator(`[data-item="${inboxId(number)}"]`);
const group = (page: Page, name: string) => page.getByRole("region", { name });
const bar = (page: Page) => page.getByRole("region", { name: "Selected" });
const decisions = () =>
  app.server.calls
    .filter(({ method, path }) => `${method} ${path}` === "POST /api/inbox/decide")
    .flatMap(({ body }) => (body as { decisions: { id: string; choice: string }[] }).decisions);

/** The id of an item's decision, which undo needs. */
const decisionOf = (itemId: string) => itemId.replace(/^item\./, "").replace(/^0/, "d");

/** A server that drops decided items and restores them on undo. Refuses the items in `stuck`. */
function keepInbox(all: readonly InboxItem[], stuck: readonly string[] = []) {
  const decide = (id: string) => {
    if (stuck.includes(id)) return { id, outcome: "failed", message: "Somebody has decided it already.", undo: null };
    inbox.items = inbox.items.filter((one) => one.id !== id);
    return { id, outcome: "done", message: "", undo: { id: decisionOf(id), until: "2031-11-21T09:00:00.000Z" } };
  };
  const inbox = { items: [...all], pressure: null as string | null, decide };
  app.server.answer("GET /api/inbox", () => inboxOf(inbox.items, inbox.pressure));
  app.server.answer("POST /api/inbox/decide", ({ body }: Call) => ({
    results: (body as { decisions: { id: string }[] }).decisions.map(({ id }) => decide(id)),
  }));
  app.server.answer("POST /api/inbox/undo", ({ body }: Call) => ({
    results: (body as { ids: string[] }).ids.map((id) => {
      inbox.items = all.filter((one) => decisionOf(one.id) === id || inbox.items.includes(one));
      return { id, outcome: "done", message: "", undo: null };
    }),
  }));
  return inbox;
}

describe("the inbox", () => {
  it("has a sentence written anew that lost words with a deleted message, and saves none with gaps", async () => {
    keepInbox([cutOutItem]);
    const page = await app.open("/articles?view=inbox");
    const save = page.getByRole("button", { name: "Save the sentence" });
    const box = page.getByRole("textbox", { name: "The sentence" });
    await see(box).toHaveValue("On Mondays … twice.");
    await see(save).toBeDisabled();
    await box.fill("On Mondays press it twice.");
    await save.click();
    await expect
      .poll(decisions)
      .toEqual([{ id: cutOutItem.id, choice: "rewrite", sentence: "On Mondays press it twice." }]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("explains only the choices that are there", async () => {
    keepInbox(inboxItems);
    const page = await app.open("/articles?view=inbox");
    const effects = group(page, "Source changed").getByRole("list", { name: "What each choice does" });
    await see(effects.getByRole("listitem")).toContainText([/^Still correct:/, /^Remove the sentences:/]);
  });

  it("asks before several articles are published at once, and says what happens meanwhile", async () => {
    const drafts = inboxItems.flatMap((one) => {
      const { id, title, channelName } = one.article;
      return one.kind === "draft"
        ? [
            one,
            { ...one, id: inboxId(16), article: { id: id.replace(/.$/, "f"), title: `${title} again`, channelName } },
          ]
        : [];
    });
    const inbox = keepInbox(drafts);
    let answer = () => {};
    const wait = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.server.answer("POST /api/inbox/decide", async ({ body }: Call) => {
      await wait;
      return { results: (body as { decisions: { id: string }[] }).decisions.map(({ id }) => inbox.decide(id)) };
    });
    const page = await app.open("/articles?view=inbox");
    await page.getByRole("button", { name: "Select all 2" }).click();
    await page.keyboard.press("a");
    const question = page.getByRole("alertdialog", { name: /^Publish 2 articles to .+\?$/ });
    await see(question).toBeVisible();
    expect(decisions()).toEqual([]);
    await question.getByRole("button", { name: "Publish 2 articles" }).click();
    await seeToast(page, "Deciding 2…", "Approve");
    answer();
    await seeToast(page, "2 decided", "Approve");
    expect(decisions().map(({ choice }) => choice)).toEqual(["approve", "approve"]);
  });

  it("shows what needs a person by kind, counts it in the navigation, and follows what happens elsewhere", async () => {
    const inbox = keepInbox(inboxItems);
    const page = await app.open("/articles");
    const count = page.getByRole("navigation", { name: "Inbox" }).getByRole("link", { name: "Inbox: 11 to decide" });
    await count.click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Inbox");
    await see(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
      "Conflicts 1",
      "Proposed changes 2",
      "Source changed 1",
      "Pages changed by people 1",
      "First articles to approve 1",
      "Drafts 1",
      "Held back 1",
      "Fix requested 1",
      "Marked as not knowledge 1",
      "Reported problems 1",
    ]);
    const conflict = item(page, 1);
    const sides = conflict.locator("section");
    for (const said of [
      "The article says",
      "The token is valid for 15 minutes.",
      "Mara Lind",
      "#platform-help, 18 Nov",
    ])
      await see(sides.first()).toContainText(said);
    for (const said of ["Said later", "The token is valid for 30 minutes now.", "Tom Weller", "#deploys, 20 Nov"])
      await see(sides.last()).toContainText(said);
    await see(conflict.getByRole("link", { name: /#deploys/ })).toHaveAttribute("href", /^https:/);
    await see(item(page, 2).locator("del").first()).toHaveText("the worker.");

    inbox.items = inboxItems.slice(0, 1);
    inbox.pressure = "60 things wait. New proposals must be surer to be shown until fewer do.";
    app.server.send({ type: "inbox" });
    await see(page.getByText(inbox.pressure)).toBeVisible();
    await see(group(page, "Proposed changes")).toHaveCount(0);
    await see(page.getByRole("link", { name: "Inbox: 1 to decide" })).toBeVisible();

    inbox.items = [];
    inbox.pressure = null;
    app.server.send({ type: "inbox" });
    await see(page.getByText("Nothing to decide", { exact: true })).toBeVisible();
    await see(page.getByRole("link", { name: /to decide/ })).toHaveCount(0);
  });

  it("takes a decided item off the bell at once, for the person who decides it and for everybody else", async () => {
    const inbox = keepInbox(inboxItems);
    app.server.answer("GET /api/notifications", () => ({ unread: inbox.items.length, notifications: [] }));
    const page = await app.open("/articles?view=inbox");
    await see(page.getByRole("link", { name: "Notifications: 11 unread" }).first()).toBeVisible();
    await item(page, 1).getByRole("button", { name: "Ignore" }).click();
    await see(page.getByRole("link", { name: "Notifications: 10 unread" }).first()).toBeVisible();
    inbox.items = inbox.items.slice(1);
    app.server.send({ type: "inbox" });
    await see(page.getByRole("link", { name: "Notifications: 9 unread" }).first()).toBeVisible();
  });

  it("covers neither a decision nor the bar at the top on a phone with what it says, where Undo is", async () => {
    keepInbox(inboxItems);
    const page = await app.open("/articles?view=inbox", { viewport: { width: 360, height: 740 }, hasTouch: true });
    await item(page, 1).getByRole("button", { name: "Ignore" }).click();
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await see(undo).toBeVisible();
    const toast = await undo.locator("xpath=ancestor::li").boundingBox();
    const top = await page.getByRole("banner").boundingBox();
    expect(toast?.y ?? 0).toBeGreaterThanOrEqual(top?.height ?? 999);
    const end = (toast?.y ?? 999) + (toast?.height ?? 0);
    for (const choice of await item(page, 1).getByRole("button").all())
      expect((await choice.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(end);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("undoes after a reload what the server still can, by key or from the list, and says when there is nothing", async () => {
    keepInbox(inboxItems);
    const decision = (number: number) => ({
      id: sample.idOf(900 + number),
      article: { id: sample.idOf(101), title: `Article ${number}` },
      kind: "proposal",
      choice: "accept",
      note: number === 1 ? "Checked with finance." : "",
      decidedAt: "2031-11-20T09:00:00.000Z",
      until: "2031-11-21T09:00:00.000Z",
    });
    const left = [1, 2, 3, 4, 5].map(decision);
    app.server.answer("GET /api/inbox/undoable", () => left);
    app.server.answer("POST /api/inbox/:id/undo", () => {
      left.shift();
      return { success: true };
    });
    const page = await app.open("/articles?view=inbox");
    await see(group(page, "Decided by you lately").getByRole("listitem")).toHaveCount(3);
    await see(page.getByText("“Checked with finance.”")).toBeVisible();
    await page.keyboard.press("z");
    await see(page.getByText("Undone", { exact: true })).toBeVisible();
    await see(page.getByRole("button", { name: "Undo: Article 1" })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo: Article 2" }).click();
    await see(page.getByRole("button", { name: "Undo: Article 2" })).toHaveCount(0);
    const undone = () =>
      app.server.calls
        .filter(({ method, path }) => method === "POST" && path.endsWith("/undo"))
        .map(({ path }) => path);
    expect(undone()).toEqual([1, 2].map((number) => `/api/inbox/${sample.idOf(900 + number)}/undo`));
    left.length = 0;
    await page.keyboard.press("z");
    await see(page.getByText("Nothing to undo", { exact: true })).toBeVisible();
  });

  it("is the one link of the navigation that is marked while it is open", async () => {
    const page = await app.open("/articles?view=inbox");
    const marked = (name: string) => page.getByRole("navigation", { name, exact: true }).locator("[aria-current]");
    await see(marked("Inbox")).toHaveCount(1);
    await see(marked("Main")).toHaveCount(0);
  });

  it("removes a draft by its button or key, and brings it back", async () => {
    keepInbox(inboxItems);
    const page = await app.open("/articles?view=inbox");
    const draft = page.locator("[data-item]").filter({ hasText: "no clear confirmation was found" });
    await see(draft).toContainText("install the profile of the warehouse again");
    await see(draft.getByRole("link", { name: /opens the message/ })).toHaveCount(1);
    await draft.focus();
    await page.keyboard.press("d");
    await see(draft).toHaveCount(0);
    await see(page.getByText("The draft is discarded", { exact: true })).toBeVisible();
    await expect.poll(decisions).toMatchObject([{ choice: "remove" }]);
    await page.keyboard.press("z");
    await see(draft).toBeFocused();
    await see(draft.getByRole("button", { name: "Discard" })).toBeVisible();
  });

  it("takes a proposal without its side talk, unless somebody ticks it", async () => {
    const talky = inboxItems.map((one) =>
      one.kind === "proposal" && one.changes.length > 1
        ? {
            ...one,
            changes: one.changes.map((change, index) => (index ? change : { ...change, isSmallTalk: true as const })),
          }
        : one,
    );
    keepInbox(talky);
    const page = await app.open("/articles?view=inbox");
    const ticks = item(page, 2).locator("li input[type=checkbox]");
    await see(ticks.first()).not.toBeChecked();
    await see(ticks.nth(1)).toBeChecked();
    const count = await ticks.count();
    await see(item(page, 2).getByRole("button", { name: `Accept ${count - 1} of ${count}` })).toBeEnabled();
    await ticks.first().check();
    await see(item(page, 2).getByRole("button", { name: "Accept", exact: true })).toBeEnabled();
  });

  it("takes a proposal without a sentence that names 'this week', and says that readers will not know which", async () => {
    const passing = inboxItems.map((one) =>
      one.kind === "proposal" && one.changes.length > 1
        ? {
            ...one,
            changes: one.changes.map((change, index) =>
              index
                ? change
                : {
                    ...change,
                    kind: "added" as const,
                    after: [{ text: "The fix goes out this week.", isChanged: false }],
                  },
            ),
          }
        : one,
    );
    keepInbox(passing);
    const page = await app.open("/articles?view=inbox");
    const proposal = item(page, 2);
    await see(proposal.locator("li input[type=checkbox]").first()).not.toBeChecked();
    await see(proposal.getByRole("region", { name: "Words that pass" })).toContainText("The fix goes out this week.");
  });

  it("takes single sentences of a proposal, by pointer or keyboard, or makes it an article of its own", async () => {
    const inbox = keepInbox(inboxItems);
    const newArticle = { id: sample.idOf(105), title: "Restarting" };
    app.server.answer("POST /api/inbox/decide", ({ body }: Call) => ({
      results: (body as { decisions: { id: string; choice: string }[] }).decisions.map(({ id, choice }) => ({
        ...inbox.decide(id),
        ...(choice === "own-article" && { newArticle }),
      })),
    }));
    const page = await app.open("/articles?view=inbox");
    const proposal = item(page, 2);
    const ticks = proposal.locator("li input[type=checkbox]");
    await see(ticks.first()).toBeChecked();
    const count = await ticks.count();
    for (const tick of await ticks.all()) await see(tick).toBeChecked();
    await see(item(page, 3).locator("li input[type=checkbox]")).toHaveCount(0);

    await ticks.first().focus();
    await page.keyboard.press("Space");
    await see(proposal.getByText("Not taken")).toBeVisible();
    await see(proposal.getByRole("button", { name: `Accept ${count - 1} of ${count}` })).toBeEnabled();
    for (const tick of (await ticks.all()).slice(1)) await tick.uncheck();
    await see(proposal.getByRole("button", { name: `Accept 0 of ${count}` })).toBeDisabled();
    for (const tick of (await ticks.all()).slice(1)) await tick.check();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await ticks.first().focus();
    await page.keyboard.press("1");
    const [first, ...rest] = Array.from({ length: count }, (_, index) => `sentence-${index + 1}`);
    await expect.poll(decisions).toMatchObject([{ choice: "accept", sentences: { taken: rest, left: [first] } }]);

    const other = item(page, 3);
    // A long proposal leaves no room for the form below it.
    await page.setViewportSize({ width: 1280, height: 240 });
    await other.focus();
    await page.keyboard.press("3");
    const title = other.getByRole("textbox", { name: "Title of the new article" });
    await see(title).toBeFocused();
    await see(title).toBeInViewport({ ratio: 1 });
    await see(title).toHaveValue("How to restart a worker");
    await title.fill("");
    await page.keyboard.press("Enter");
    await see(other.getByText("Enter a title.")).toBeVisible();
    await title.fill("Restarting");
    await page.keyboard.press("Enter");
    await expect.poll(() => decisions().at(-1)).toMatchObject({ choice: "own-article", title: "Restarting" });
    await seeToast(page, "It is an article of its own now", "Restarting");
    await notifications(page).getByRole("link", { name: "Restarting" }).click();
    await see(page).toHaveURL(new RegExp(`/articles/${newArticle.id}$`));
  });

  it("decides one item by two clicks of a mouse, and undoes it at once", async () => {
    keepInbox(inboxItems);
    const page = await app.open("/articles?view=inbox");
    const keep = item(page, 1).getByRole("button").first();
    await keep.scrollIntoViewIfNeeded();
    const box = await keep.boundingBox();
    if (!box) throw new Error("The button is not shown.");
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(decisions).toHaveLength(1);
    await notifications(page).getByRole("button", { name: "Undo" }).click({ clickCount: 2 });
    await see(item(page, 1)).toBeVisible();
    expect(decisions()).toHaveLength(1);
  });

  it("shows what was set aside because people fall behind once somebody asks for it", async () => {
    const pressure = "48 items wait, and one was decided within 14 days: the inbox asks less until you have caught up.";
    app.server.answer("GET /api/inbox", ({ query }) =>
      query["everything"] === "true"
        ? inboxOf(inboxItems)
        : { ...inboxOf(inboxItems.slice(0, 1), pressure), setAside: inboxItems.length - 1 },
    );
    const page = await app.open("/articles?view=inbox");
    await see(page.getByText(pressure)).toBeVisible();
    await see(group(page, "Proposed changes")).toHaveCount(0);
    await page.getByRole("button", { name: `Show the other ${inboxItems.length - 1}` }).click();
    await see(group(page, "Proposed changes")).toBeVisible();
    await see(page.getByText(pressure)).toHaveCount(0);
  });

  it("keeps what was said of a decision, and its way back, when an earlier undo ends only then", async () => {
    const inbox = keepInbox(inboxItems);
    let answerNow = () => {};
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    app.server.answer("POST /api/inbox/decide", async ({ body }: Call) => {
      await held;
      return { results: (body as { decisions: { id: string }[] }).decisions.map(({ id }) => inbox.decide(id)) };
    });
    const page = await app.open("/articles?view=inbox");
    await see(item(page, 1)).toBeVisible();
    await page.keyboard.press("j");
    await see(item(page, 1)).toBeFocused();
    await page.keyboard.press("3");
    await see(item(page, 2)).toBeFocused();
    await page.keyboard.press("z");
    await see(item(page, 1)).toBeFocused();
    await page.keyboard.press("1");
    await see(page.getByText("The article now says the newer statement", { exact: true })).toBeVisible();
    answerNow();
    // Decisions are sent in order, so the undo has ended when the second one arrives.
    await expect.poll(() => decisions().map(({ choice }) => choice)).toEqual(["keep", "replace"]);
    await see(page.getByText("The article now says the newer statement", { exact: true })).toBeVisible();
    await see(page.getByText("Undone", { exact: true })).toHaveCount(0);
  });

  it("is decided with the keyboard alone, each kind of item, and every decision can be undone", async () => {
    keepInbox(inboxItems);
    const page = await app.open("/articles?view=inbox");
    await see(item(page, 1)).toBeVisible();
    await page.keyboard.press("j");
    for (const [key, said] of [
      ["3", "The article stays as it is"],
      ["1", "The article now says the newer statement"],
    ] as const) {
      await see(item(page, 1)).toBeFocused();
      await page.keyboard.press(key);
      await see(page.getByText(said, { exact: true })).toBeVisible();
      await see(item(page, 2)).toBeFocused();
      await page.keyboard.press("z");
    }
    await see(item(page, 1)).toBeFocused();
    await page.keyboard.press("2");
    await see(page.getByLabel("What the article says applies…")).toBeFocused();
    await page.keyboard.type("in production");
    await page.getByLabel("What was said later applies…").fill("on staging");
    await page.keyboard.press("Enter");
    await see(item(page, 2)).toBeFocused();
    await page.keyboard.press("a");
    await see(item(page, 3)).toBeFocused();
    await page.keyboard.press("d");
    await see(item(page, 4)).toBeFocused();
    await page.keyboard.press("1");
    await see(item(page, 5)).toBeFocused();
    await expect.poll(decisions).toEqual([
      { id: inboxId(1), choice: "keep" },
      { id: inboxId(1), choice: "replace" },
      { id: inboxId(1), choice: "keep-both", conditions: { known: "in production", fresh: "on staging" } },
      {
        id: inboxId(2),
        choice: "accept",
        sentences: { taken: ["sentence-1", "sentence-2", "sentence-3"], left: [] },
      },
      { id: inboxId(3), choice: "decline" },
      { id: inboxId(4), choice: "keep" },
    ]);

    await see(page.getByText("The sentences stay", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await see(item(page, 4)).toBeFocused();
    await page.keyboard.press("z");
    await see(item(page, 3)).toBeFocused();
    await page.keyboard.press("k");
    await see(item(page, 3)).toBeFocused();
    await expect
      .poll(() => app.server.calls.filter(({ path }) => path === "/api/inbox/undo").map(({ body }) => body))
      .toEqual([1, 1, 4, 3].map((number) => ({ ids: [decisionOf(inboxId(number))] })));

    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await see(item(page, 5)).toBeFocused();
    await page.keyboard.press("2");
    const dialog = page.getByRole("alertdialog", { name: "Use the article’s words on the page?" });
    await see(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await see(dialog).toHaveCount(0);
    await item(page, 5).focus();
    for (const [number, key, said] of [
      [5, "a", "The page keeps its words"],
      [6, "3", "The article stays in the library"],
      [10, "1", "The article is approved"],
      [7, "d", "The article stays in the library"],
      [8, "1", "The article stays as it is now"],
      [9, "2", "The article is removed, with its pages"],
      [11, "1", "The article stays as it is now"],
      [4, "2", "The sentences were removed"],
    ] as const) {
      await see(item(page, number)).toBeFocused();
      await page.keyboard.press(key);
      await see(page.getByText(said, { exact: true })).toBeVisible();
    }
    await see(item(page, 3)).toBeFocused();
    await expect
      .poll(() => decisions().slice(6))
      .toEqual([
        { id: inboxId(5), choice: "keep-theirs" },
        { id: inboxId(6), choice: "decline" },
        { id: inboxId(10), choice: "approve" },
        { id: inboxId(7), choice: "library-only" },
        { id: inboxId(8), choice: "keep" },
        { id: inboxId(9), choice: "remove" },
        { id: inboxId(11), choice: "keep" },
        { id: inboxId(4), choice: "remove" },
      ]);

    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await see(sheet.getByRole("region", { name: "In the inbox" })).toContainText("Undo the last decision");
  });

  it("brings back for good what is undone while the inbox is being read again", async () => {
    keepInbox(inboxItems);
    const page = await app.open("/articles?view=inbox");
    await item(page, 1).focus();
    const isHeld = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    app.server.answer("GET /api/inbox", async () => {
      isHeld.resolve();
      await goesOn.promise;
      return inboxOf(inboxItems.slice(1), null);
    });
    await page.keyboard.press("1");
    await isHeld.promise;
    await page.keyboard.press("z");
    await see(item(page, 1)).toBeFocused();
    app.server.answer("GET /api/inbox", () => inboxOf([...inboxItems], null));
    goesOn.resolve();
    await see(page.getByText("Undone", { exact: true })).toBeVisible();
    await see(item(page, 1)).toBeFocused();
  });

  it("tells of comments on changed words and asks about copies of pages, each beside its page", async () => {
    keepInbox(itemsOfPages);
    const page = await app.open("/articles?view=inbox");
    const comments = group(page, "Comments on changed words").locator(`[data-item="${inboxId(11)}"]`);
    await see(comments).toContainText(
      "The article changed the words that 2 comments are about on its page in Handbook.",
    );
    await see(comments).toContainText(
      "The comments are still there, but may no longer be next to the text they refer to.",
    );
    await see(comments.getByRole("link", { name: "Open the page" })).toHaveAttribute("href", "https://acme.example/p1");
    await see(comments.getByRole("button", { name: "Mark as seen" })).toBeVisible();
    const copy = group(page, "Copies of pages").locator(`[data-item="${inboxId(12)}"]`);
    await see(copy).toContainText("“Runbook of my team” looks like a copy of this article's page.");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("j");
    await see(copy).toBeFocused();
    await page.keyboard.press("1");
    await see(page.getByText("The page stays", { exact: true })).toBeVisible();
    await see(comments).toBeFocused();
    await page.keyboard.press("1");
    await see(page.getByText("Marked as seen", { exact: true })).toBeVisible();
    await see(comments).toHaveCount(0);
    await page.keyboard.press("z");
    await see(comments).toBeFocused();
    await expect.poll(decisions).toEqual([
      { id: inboxId(12), choice: "keep" },
      { id: inboxId(11), choice: "seen" },
    ]);
  });

  it("decides many at once, and says which did not work and why", async () => {
    keepInbox(inboxItems, [inboxId(3)]);
    const page = await app.open("/articles?view=inbox");
    await item(page, 2)
      .getByRole("checkbox", { name: /^Select/ })
      .click();
    await item(page, 3)
      .getByRole("checkbox", { name: /^Select/ })
      .click({ modifiers: ["Shift"] });
    await see(bar(page)).toContainText("2 selected");
    await see(bar(page).getByRole("button")).toHaveText(["aAccept", "dIgnore", "Assign", "Snooze", "Clear selection"]);
    await item(page, 6).focus();
    await page.keyboard.press("x");
    await see(bar(page)).toContainText("3 selected");
    await page.keyboard.press("a");
    const report = page.getByRole("alert");
    await see(report).toContainText("2 of 3 decided");
    await see(report).toContainText("Somebody has decided it already.");
    await see(item(page, 3)).toBeVisible();
    await see(item(page, 2)).toHaveCount(0);
    expect(decisions()).toMatchObject([
      { id: inboxId(2), choice: "accept" },
      { id: inboxId(3), choice: "accept" },
      { id: inboxId(6), choice: "approve" },
    ]);
    await page.getByRole("button", { name: "Undo" }).click();
    await see(item(page, 2)).toBeVisible();
    await see(item(page, 6)).toBeVisible();

    app.server.answer("POST /api/inbox/decide", () => new Reply(503, { message: "Not now." }));
    await item(page, 7).getByLabel("The same for everything from #platform-help").check();
    await item(page, 7).getByRole("button", { name: "Publish anyway" }).click();
    await see(report).toContainText("Not now.");
    await see(item(page, 7)).toBeVisible();
    expect(decisions().at(-1)).toEqual({ id: inboxId(7), choice: "show", wholeChannel: true });
  });
});

it("an item reached by keyboard is never covered by the selection bar", async () => {
  app.server.answer("GET /api/inbox", () => inboxOf(inboxItems, null));
  const page = await app.open("/articles?view=inbox", { viewport: { width: 768, height: 760 } });
  const boxes = page.getByRole("main").getByRole("checkbox", { name: /^Select/ });
  await boxes.first().press("Space");
  const bar = page.locator("[data-sticky-bar]");
  await see(bar).toBeVisible();
  for (let index = 1; index < 5; index += 1) {
    const box = boxes.nth(index);
    await expect
      .poll(async () => {
        await page.keyboard.press("Tab");
        return box.evaluate((node) => node === document.activeElement);
      })
      .toBe(true);
    const [reached, over] = await Promise.all([box.boundingBox(), bar.boundingBox()]);
    expect((reached?.y ?? 0) + (reached?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
  }
});

it("axe finds no problem in the inbox, and it fits a phone", async () => {
  const inbox = keepInbox(inboxItems);
  inbox.pressure = "60 things wait. New proposals must be surer to be shown until fewer do.";
  const page = await app.open("/articles?view=inbox");
  for (const [width, colorScheme] of [
    [360, "dark"],
    [1440, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await item(page, 2)
      .getByRole("checkbox", { name: /^Select/ })
      .check();
    await item(page, 1).getByRole("button", { name: "Keep both" }).click();
    await see(page.getByLabel("What the article says applies…")).toBeVisible();
    const found = await findAccessibilityViolations(page);
    expect([width, found]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

describe("an answer that somebody says is not right", () => {
  it("says who asked what and why, is edited where the article is, and dismissed with one key", async () => {
    keepInbox(inboxItems);
    const page = await app.open("/articles?view=inbox");
    const report = item(page, 11);
    await see(report).toContainText("asked “How do I start the exporter?” and says that the answer is outdated");
    await see(report.getByRole("link", { name: /^Edit: / })).toHaveAttribute(
      "href",
      /\/articles\?view=inbox&item=[^&]+&edit=1$/,
    );
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await report.focus();
    await page.keyboard.press("d");
    await see(report).toHaveCount(0);
    await expect
      .poll(decisions)
      .toMatchObject([{ id: inboxItems.find(({ kind }) => kind === "reported")?.id, choice: "keep" }]);
  });

  it("is read by a viewer, who is told who decides and is offered nothing to select", async () => {
    keepInbox(inboxItems);
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" }));
    const page = await app.open("/articles?view=inbox");
    await see(page.getByText("Owners, admins, editors and reviewers of this workspace decide it.")).toBeVisible();
    await see(item(page, 11)).toBeVisible();
    const list = page.getByRole("main");
    expect(await list.getByRole("checkbox").count()).toBe(0);
    expect(await list.getByRole("button", { name: /^Select all/ }).count()).toBe(0);
    await item(page, 11).focus();
    await page.keyboard.press("x");
    await see(bar(page)).toHaveCount(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("is not offered to be edited to somebody who may not", async () => {
    keepInbox(inboxItems);
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "reviewer" }));
    const page = await app.open("/articles?view=inbox");
    await see(item(page, 11).getByRole("button", { name: "Dismiss" })).toBeVisible();
    expect(await item(page, 11).getByRole("link", { name: /^Edit/ }).count()).toBe(0);
  });
});
