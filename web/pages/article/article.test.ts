import type { Locator } from "@playwright/test";
import { describe, expect, it } from "vitest";
import type { ConversationMessage } from "../../../shared/contract/articles.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see, seeToast } from "../../testing/see.ts";

const app = useAppInBrowser();
const { callsTo } = app;
const path = `/articles/${sample.idOf(101)}`;
const MARGIN_PX = 16;
const answerEach = () =>
  app.server.answer("GET /api/articles/:id", (call) => ({
    ...sample.articlePage,
    ...sample.articles.find(({ id }) => call.path.endsWith(id)),
  }));

it("the history shows a version's changes with words, lines and marks, not with colour alone", async () => {
  const page = await app.open(path);
  await page.getByRole("button", { name: "Details" }).click();
  await page.getByRole("button", { name: "Show what changed" }).click();
  const added = page.getByRole("listitem").filter({ hasText: "Added in Fix" }).last();
  await see(added.locator("ins")).toHaveText("Make sure that you have the deployer role; rotating needs it.");
  const changed = page.getByRole("listitem").filter({ hasText: "Changed in Fix" }).last();
  await see(changed.locator("del")).toHaveText("the worker.");
  await see(changed.locator("ins")).toHaveText("the worker, and only the worker.");
  await see(changed.locator("del")).toHaveCSS("text-decoration-line", "line-through");
  await see(page.getByText("7 sentences stayed as they were.")).toBeVisible();
  await page.getByRole("button", { name: "Hide what changed" }).click();
  await see(added).toHaveCount(0);
});

it("the article page opens at the section that its address names", async () => {
  const [section] = sample.articlePage.sections;
  const sections = Array.from({ length: 12 }, (_, place) => ({ ...section, heading: `Part ${place + 1}` }));
  app.server.answer("GET /api/articles/:id", () => ({ ...sample.articlePage, sections }));
  const page = await app.open(`${path}#section-11`);
  await see(page.getByRole("heading", { name: "Part 11" })).toBeInViewport();
  await see(page.getByRole("heading", { name: "Part 1", exact: true })).not.toBeInViewport();
});

it("the article page leads from a sentence to its message and back, by pointer and by key", async () => {
  const page = await app.open(path);
  await see(page.getByRole("button", { name: "Original conversation" })).toBeVisible();
  await page.keyboard.press("n");
  await see(page.locator("[data-sources]:focus")).toHaveCount(1);
  const [source = ""] = (await page.locator("[data-sources]:focus").getAttribute("data-sources"))?.split(" ") ?? [];
  await page.keyboard.press("c");
  const panel = page.getByRole("complementary", { name: "#platform-help" });
  const message = panel.locator(`[data-message="${source}"]`);
  await see(message).toBeInViewport();
  await message.getByRole("button", { name: "in the article" }).click();
  await see(page.locator(`[data-sources~="${source}"]:focus`)).toHaveCount(1);
  await page.keyboard.press("c");
  await see(panel).toHaveCount(0);
});

it("the conversation panel shows a long message whole, with its code as code", async () => {
  const words = "word ".repeat(1_200).trim();
  const [first] = sample.conversation as [ConversationMessage];
  const long: ConversationMessage = {
    ...first,
    text: words,
    blocks: [
      { form: "text", inline: [{ type: "text", text: words }] },
      { form: "code", text: "kubectl get pods", language: "sh" },
    ],
  };
  app.server.answer("GET /api/articles/:id/conversation", () => [long, ...sample.conversation.slice(1)]);
  const page = await app.open(path);
  await page.getByRole("button", { name: "Original conversation" }).click();
  await page.getByRole("button", { name: "Show the whole message (5,999 characters)" }).click();
  const code = page.locator(`[data-message="${long.id}"] code`);
  await see(code).toHaveText("kubectl get pods");
  await code.scrollIntoViewIfNeeded();
  await see(code).toBeInViewport();
});

it("the article page leads to the next article of the filtered list, and back to the list", async () => {
  answerEach();
  const page = await app.open(`${path}?category=Deployment`);
  await see(page.getByRole("navigation", { name: "In the list" })).toContainText("1 of 2");
  await page.keyboard.press("j");
  await see(page.getByRole("heading", { level: 1 })).toHaveText(sample.articles[1]?.title ?? "");
  expect(new URL(page.url()).search).toBe("?category=Deployment");
  await page.getByRole("link", { name: "Previous article" }).click();
  await see(page.getByRole("heading", { level: 1 })).toHaveText(sample.articles[0]?.title ?? "");
  await page.getByRole("main").getByRole("link", { name: "Knowledge Articles" }).click();
  await see(page).toHaveURL(/\/articles\?category=Deployment$/);
});

it("an article can be downloaded, and axe finds no problem with every panel open", async () => {
  const page = await app.open(path, { viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "More actions" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download .md" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("a-worker-says-its-token-has-expired-right-after-a-deploy.md");
  await page.getByRole("button", { name: "Details" }).click();
  await page.getByRole("button", { name: "Show what changed" }).click();
  await see(page.getByText("7 sentences stayed as they were.")).toBeVisible();
  const problems = () => findAccessibilityViolations(page);
  expect(await problems()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press("Escape");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: "Original conversation" }).click();
  await see(page.locator("[data-message]").first()).toBeVisible();
  expect(await problems()).toEqual([]);
});

it("the article's buttons stay inside the margins of a phone with a scrollbar, and of a 320 px screen", async () => {
  for (const width of [360, 345, 320]) {
    const page = await app.open(path, { viewport: { width, height: 740 } });
    const menu = page.getByRole("button", { name: "More actions" });
    await see(menu).toBeVisible();
    const right = await menu.evaluate((button) => button.getBoundingClientRect().right);
    expect([width, right <= width - MARGIN_PX]).toEqual([width, true]);
  }
});

it("an article begins with its title, one line and its first sentence; the rest is in a menu and a panel", async () => {
  for (const width of [360, 768, 1440]) {
    const page = await app.open(path, { viewport: { width, height: 740 } });
    const title = page.getByRole("heading", { level: 1 });
    await see(title.locator("xpath=following-sibling::div[1]")).toContainText(/^PublishedChanged since Grace Hopper/);
    await see(title.locator("xpath=following-sibling::div[2]")).toContainText(
      /explained by Mara Lind(owned by Grace Hopper)?Updated/,
    );
    await see(page.locator("[data-sources]").first()).toBeInViewport();
    await see(page.getByRole("button", { name: "Download .md" })).toHaveCount(0);
    await see(page.getByText("Why this is an article")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.keyboard.press("i");
    const details = page.getByRole("complementary", { name: "Details" });
    await see(details.getByText("Why this is an article")).toBeVisible();
    await page.keyboard.press("Escape");
    await see(details).toHaveCount(0);
    const more = page.getByRole("button", { name: "More actions" });
    await more.click();
    await see(page.getByRole("button", { name: "Print" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.keyboard.press("Escape");
    await see(page.getByRole("button", { name: "Print" })).toHaveCount(0);
    await see(more).toBeFocused();
    await page.close();
  }
});

it("the demo's article invites to edit a message, and says what the edit changed", async () => {
  const before = "The worker keeps the token of the pod it started in.";
  const after = "The worker keeps the token of the pod for an hour.";
  const source = sample.articlePage.sections.flatMap(({ statements }) => statements).find(({ text }) => text === before)
    ?.sources[0];
  const page = await app.open(`${path}?try=${source}`);
  const invitation = page.getByRole("region", { name: "Try it" });
  await see(invitation.getByRole("link", { name: "Edit this message" })).toHaveAttribute("href", /slack\.com/);
  await see(page.locator(".is-pointed-at", { hasText: before })).toBeVisible();
  const edited = JSON.parse(
    JSON.stringify(sample.articlePage).replaceAll("the pod it started in.", "the pod for an hour."),
  );
  const pieces = (changed: string) => [
    { text: "The worker keeps the token of the pod ", isChanged: false },
    { text: changed, isChanged: true },
  ];
  app.server.answer("GET /api/articles/:id/versions/:version", () => ({
    version: 3,
    title: null,
    changes: [
      {
        kind: "changed",
        form: "sentence",
        section: { role: "cause", heading: null },
        before: pieces("it started in."),
        after: pieces("for an hour."),
      },
    ],
    unchanged: 8,
  }));
  app.server.answer("GET /api/articles/:id", () => ({
    ...edited,
    version: 3,
    publications: sample.articlePage.publications.map((one) => ({
      ...one,
      state: "published",
      trouble: null,
      publishedVersion: one.wantedVersion,
    })),
  }));
  app.server.send({ type: "article", id: sample.idOf(101) } as never);
  await see(invitation.locator("del")).toHaveText("it started in.");
  await see(invitation.locator("ins")).toHaveText("for an hour.");
  await see(invitation.getByText(after)).toBeVisible();
  await see(invitation.getByRole("link", { name: /Confluence page updated/ })).toBeVisible();
  await see(invitation.getByRole("link", { name: /Ask about it/ })).toHaveAttribute("href", /^\/ask\?q=/);
  await invitation.getByRole("button", { name: "Close the invitation" }).click();
  await see(invitation).toHaveCount(0);
  expect(new URL(page.url()).search).toBe("");
});

describe("an article", () => {
  it("has the source of each sentence in the margin beside it", async () => {
    const page = await app.open(path);
    const sentence = page.getByText("The worker keeps the token of the pod it started in.");
    const run = page.locator(".sourced", { has: sentence });
    const note = run.getByRole("note");
    await see(note).toContainText("Mara Lind");
    await see(note.getByRole("link")).toHaveAttribute("href", "https://analytical.slack.com/archives/C031/p3");
    const [text, margin] = await Promise.all([sentence.boundingBox(), note.boundingBox()]);
    if (!text || !margin) throw new Error("The sentence or its note is not shown.");
    expect(margin.x).toBeGreaterThan(text.x + text.width);
    expect(Math.abs(margin.y - text.y)).toBeLessThan(text.height);
  });

  it("marks a sentence when its note has the focus", async () => {
    const page = await app.open(path);
    const run = page.locator(".sourced", { hasText: "Restarting the queue changes nothing." });
    const unmarked = await run.locator(".sourced-text").evaluate((node) => getComputedStyle(node).backgroundColor);
    await run.getByRole("button", { name: "Tom Weller" }).focus();
    await see(run.locator(".sourced-text")).not.toHaveCSS("background-color", unmarked);
  });

  it("opens the conversation at the message a note names", async () => {
    const page = await app.open(path);
    await page.getByRole("button", { name: "Jonas Eriksen" }).click();
    const conversation = page.getByRole("complementary", { name: "#platform-help" });
    await see(conversation.getByText("lunch?")).toBeVisible();
    await see(conversation.getByText("in the article")).toHaveCount(6);
    await page.keyboard.press("Escape");
    await see(conversation).toHaveCount(0);
  });

  it("folds the sources under their sentences on a phone", async () => {
    const page = await app.open(path, { viewport: { width: 360, height: 740 } });
    const run = page.locator(".sourced", { hasText: "Restarting the queue changes nothing." });
    await see(run.getByRole("note")).toBeHidden();
    await run.getByRole("button", { name: "Show the source" }).click();
    await see(run.getByRole("note")).toContainText("Tom Weller");
  });

  it("opens a sentence's source, its author and its message with a thumb on a phone, without moving the text", async () => {
    const THUMB_PX = 44;
    const page = await app.open(path, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const run = page.locator(".sourced", { hasText: "Restarting the queue changes nothing." });
    const letter = run.getByRole("button", { name: "Show the source" });
    await see(letter).toBeVisible();
    const areaOf = (control: Locator) =>
      control.evaluate((element) => {
        const { width, height } = getComputedStyle(element, "::after");
        return Math.min(Number.parseFloat(width), Number.parseFloat(height));
      });
    expect((await letter.boundingBox())?.height).toBeLessThan(THUMB_PX);
    expect(await areaOf(letter)).toBeGreaterThanOrEqual(THUMB_PX);
    await letter.scrollIntoViewIfNeeded();
    const box = await letter.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2 + 20);
    const note = run.getByRole("note");
    await see(note).toBeVisible();
    expect(await areaOf(note.getByRole("button", { name: "Tom Weller" }))).toBeGreaterThanOrEqual(THUMB_PX);
    expect(await areaOf(note.getByRole("link"))).toBeGreaterThanOrEqual(THUMB_PX);
  });

  it("shows the engine's confidence only in the details, and no longer once a person has written in the text", async () => {
    const page = await app.open(path);
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    await see(page.getByText(/confidence/i)).toHaveCount(0);
    await page.getByRole("button", { name: "Details", exact: true }).click();
    const details = page.getByRole("complementary", { name: "Details" });
    await see(details.getByText("Written by Lorekeep without a language model, from 6 messages.")).toBeVisible();
    await see(details.getByText(/confidence/i)).toHaveCount(1);
    await see(details.getByText("87%", { exact: true })).toBeVisible();
    await page.close();

    const hand = { what: "edited" as const, by: "Grace Hopper", at: "2026-11-04T09:00:00.000Z" };
    const summaryStatements = sample.articlePage.summaryStatements.map((one) => ({ ...one, hand }));
    app.server.answer("GET /api/articles/:id", () => ({ ...sample.articlePage, summaryStatements }));
    const edited = await app.open(path);
    await see(edited.getByText("Reading time", { exact: true })).toBeVisible();
    await see(edited.getByText(/confidence/i)).toHaveCount(0);
  });

  it("says why it is there, what was taken out and where it is, and lets one decide about a changed page", async () => {
    const page = await app.open(path);
    await page.getByRole("button", { name: "Details" }).click();
    await see(page.getByText("Priya Nair confirms that it worked.")).toBeVisible();
    await see(page.getByText(/1 × API key/)).toBeVisible();
    await see(page.getByText("14 questions", { exact: true })).toBeVisible();
    await see(page.getByText(/^How this was counted: .* for 3 days\. Nothing is estimated/)).toBeVisible();
    await page.getByRole("button", { name: "Use article’s words" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Use article’s words" }).click();
    await see(page.getByText("Publishing", { exact: true })).toBeVisible();
    await expect
      .poll(() => callsTo(`POST /api/articles/${sample.idOf(101)}/publications/${sample.idOf(202)}/retry`)[0]?.body)
      .toEqual({
        choice: "replace",
      });
  });

  it("says that a page is on its way, also when its row has left before the answer came", async () => {
    let answer: (said: unknown) => void = () => undefined;
    const retry = `/api/articles/${sample.idOf(101)}/publications/${sample.idOf(202)}/retry`;
    app.server.answer(
      "POST /api/articles/:id/publications/:publicationId/retry",
      () => new Promise((resolve) => (answer = resolve)),
    );
    const page = await app.open(path);
    const troubles = page.getByRole("list", { name: "Pages that need a decision" });
    await troubles.getByRole("button", { name: "Try to keep both" }).click();
    await expect.poll(() => callsTo(`POST ${retry}`)).toHaveLength(1);
    app.server.answer("GET /api/articles/:id", () => ({
      ...sample.articlePage,
      publications: sample.articlePage.publications.map((one) => ({ ...one, state: "queued", trouble: null })),
    }));
    app.server.send({ type: "article", id: sample.idOf(101) } as never);
    await see(troubles).toHaveCount(0);
    answer({ success: true });
    await see(page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem")).toContainText(
      "is updated now.",
    );
  });

  it("that does not exist is the 404 page", async () => {
    app.server.answer("GET /api/articles/:id", () => new Reply(404, { message: "Not found" }));
    const page = await app.open("/articles/nothing");
    await see(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  });
});

describe("whether an article is still right", () => {
  const unverified = { confirmedAt: null, confirmedBy: null, reviewAt: "2026-11-01T09:00:00.000Z", isDue: true };
  const verified = sample.articlePage.freshness?.confirmedAt ?? "";
  const answer = (own: Partial<typeof sample.articlePage>) =>
    app.server.answer("GET /api/articles/:id", () => ({ ...sample.articlePage, ...own }));

  it("is one word beside its state: who verified it, that it changed since, or that nobody did", async () => {
    const words: [Partial<typeof sample.articlePage>, string][] = [
      [{ updatedAt: verified }, "Verified by Grace Hopper, 3 Nov 2026 · until 2 May 2027"],
      [{ updatedAt: "2026-11-04T09:00:00.000Z" }, "Changed since Grace Hopper verified it"],
      [{ freshness: unverified }, "Not yet verified · due for review"],
    ];
    for (const [own, word] of words) {
      answer(own);
      const page = await app.open(path);
      await see(page.getByText(word, { exact: true })).toBeVisible();
      await see(page.getByText(/%/)).toHaveCount(0);
      await page.close();
    }
  });

  it("tells what changed since somebody verified it, without a search in the history", async () => {
    const [first] = sample.articlePage.versions;
    const later = {
      ...first,
      version: 7,
      createdAt: "2026-11-04T09:00:00.000Z",
      reason: "A message by bo was deleted.",
    };
    const versions = [later, { ...first, version: 6, createdAt: "2026-11-01T09:00:00.000Z", reason: "Known then." }];
    answer({ version: 7, versions: versions as typeof sample.articlePage.versions, updatedAt: later.createdAt });
    const page = await app.open(path);
    const press = page.getByRole("button", { name: "What changed", exact: true });
    await press.click();
    const changes = page.getByRole("region", { name: "What changed" });
    await see(changes).toContainText("A message by bo was deleted.");
    await see(changes.getByText("Known then.")).toHaveCount(0);
    await press.click();
    await see(changes).toHaveCount(0);
  });

  it("is verified with one press, which shows before the server has answered, and reverts when it refuses", async () => {
    answer({ freshness: unverified });
    const gate = Promise.withResolvers<unknown>();
    app.server.answer("POST /api/articles/:id/confirm", () => gate.promise);
    const page = await app.open(path);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await see(page.getByText("Verified by Ada Lovelace, today", { exact: true })).toBeVisible();
    await see(page.getByRole("button", { name: "Verify", exact: true })).toHaveCount(0);
    gate.resolve(new Reply(409, { message: "The article was changed." }));
    await see(page.getByText("Not verified", { exact: true })).toBeVisible();
    await see(page.getByText("Not yet verified · due for review", { exact: true })).toBeVisible();
  });

  it("is verified no longer after Undo, which the toast offers", async () => {
    answer({ freshness: unverified });
    const undo = { id: sample.idOf(301), until: "2031-11-21T09:00:00.000Z" };
    app.server.answer("POST /api/articles/:id/confirm", () => {
      answer({ updatedAt: verified });
      return { undo };
    });
    app.server.answer("POST /api/inbox/:id/undo", () => {
      answer({ freshness: unverified });
      return { success: true };
    });
    const page = await app.open(path);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await seeToast(page, "Verified", sample.articlePage.title);
    await see(page.getByText("Not yet verified")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await see(page.getByText("Not yet verified · due for review", { exact: true })).toBeVisible();
    await see(page.getByRole("button", { name: "Verify", exact: true })).toBeVisible();
    expect(callsTo(`POST /api/inbox/${undo.id}/undo`)).toHaveLength(1);
    expect(new URL(page.url()).pathname).toBe(path);
  });

  it("is verified again in the details, which name who takes care of it", async () => {
    answer({ updatedAt: verified });
    const page = await app.open(path);
    await see(page.getByRole("button", { name: "Verify", exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Details" }).click();
    await page.getByRole("button", { name: "Verify again" }).click();
    await expect.poll(() => app.callsTo(`POST /api/articles/${sample.articlePage.id}/confirm`)).toHaveLength(1);
    await page.getByLabel("Owner of this article").selectOption("Ada Lovelace");
    await expect
      .poll(() => app.bodiesTo(`PUT /api/articles/${sample.articlePage.id}/owner`))
      .toEqual([{ ownerId: sample.user.id }]);
  });

  it("is shown and not asked of a viewer", async () => {
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" }));
    answer({ freshness: unverified });
    const page = await app.open(path);
    await see(page.getByText("Not yet verified · due for review")).toBeVisible();
    await see(page.getByRole("button", { name: "Verify" })).toHaveCount(0);
    await see(page.getByLabel("Owner of this article")).toHaveCount(0);
  });
});

it("on a phone, Back closes an open panel, and the next Back leaves the article", async () => {
  const page = await app.open("/articles", { viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.goto(new URL(path, page.url()).href);
  const panel = page.getByRole("complementary");
  for (const name of ["Details", "Original conversation"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await see(panel).toBeVisible();
    await page.goBack();
    await see(panel).toHaveCount(0);
    await see(page.getByRole("button", { name, exact: true })).toBeFocused();
  }
  await page.getByRole("button", { name: "Details", exact: true }).click();
  await page.getByRole("button", { name: "Close the details" }).click();
  await see(panel).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state?.panel ?? null)).toBe(null);
  expect(new URL(page.url()).pathname).toBe(path);
  await page.goBack();
  await see(page.getByRole("heading", { level: 1, name: "Knowledge Articles" })).toBeVisible();
});

it("an article's text begins within 320 px of the top, on phone and desktop", async () => {
  for (const width of [360, 1440]) {
    const owner = { id: sample.user.id, name: "Dana Demo" };
    app.server.answer("GET /api/articles/:id", () => ({ ...sample.articlePage, owner, publications: [] }));
    const page = await app.open(path, { viewport: { width, height: 740 }, hasTouch: width === 360 });
    await see(page.locator(".lead .sourced-text").first()).toBeVisible();
    await see(page.getByText("owned by you")).toBeVisible();
    const box = await page.locator(".lead .sourced-text").first().boundingBox();
    expect([width, (box?.y ?? 999) <= 320, box?.y]).toEqual([width, true, box?.y]);
    await page.close();
  }
});

it("the source of the sentence under the pointer or focus is shown beside it, without moving anything", async () => {
  const page = await app.open(path);
  const sentence = page.getByText("The worker keeps the token of the pod it started in.");
  const run = page.locator(".sourced", { has: sentence });
  const tops = () =>
    page.locator(".margin-note").evaluateAll((notes) => notes.map((note) => note.getBoundingClientRect().top));
  await see(sentence).toBeVisible();
  const before = await tops();
  await sentence.hover();
  const quote = run.locator(".source-quotes");
  await see(quote).toContainText(sample.articlePage.sources.find(({ id }) => id === "3")?.text ?? "nothing");
  await see(quote).toBeInViewport();
  expect(await tops()).toEqual(before);
  await page.keyboard.press("Escape");
  await see(quote).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.keyboard.press("n");
  await see(page.locator("[data-sources]:focus .source-quotes")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
});
