import { readFile } from "node:fs/promises";
import { expect as expectOf } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { barriersOn } from "../testing/barriers.ts";
import { useAppInBrowser } from "../testing/browser.ts";
import { Reply } from "../testing/fake-server.ts";
import * as sample from "../testing/sample-data.ts";

/** Waits for what a person would see; patient, because the machine may be busy. */
const see = expectOf.configure({ timeout: 20_000 });
const app = useAppInBrowser();
const articlePath = `/articles/${sample.idOf(101)}`;
const callsTo = (endpoint: string) => app.server.calls.filter(({ method, path }) => `${method} ${path}` === endpoint);

describe("everyone", () => {
  const PATHS = ["/", "/articles", articlePath, "/nope"];
  // The whole matrix of screens, dialogs, widths and themes is `npm run audit -- axe`.
  it.each(PATHS.map((path, index) => [path, index % 2 === 0 ? "light" : "dark"] as const))(
    "can use %s: axe finds nothing in the %s theme",
    async (path, colorScheme) => {
      const page = await app.open(path);
      await page.emulateMedia({ colorScheme });
      await see(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await barriersOn(page)).toEqual([]);
    },
  );

  it("gets past the navigation and through a page by keyboard", async () => {
    const page = await app.open(articlePath);
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Tab");
    await see(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await see(page.getByRole("main").getByRole("link", { name: "Knowledge Articles" })).toBeFocused();
  });
});

describe("the frame", () => {
  it("NAV-007 NAV-011 NAV-013 NAV-015 NAV-016 leads to every page and marks the one it is on", async () => {
    const page = await app.open("/");
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await see(links).toHaveText([
      "Dashboard",
      "Knowledge Articles",
      "Collaboration Tools",
      "Knowledge Mgmt Tools",
      "Analytics",
      "Logs & Errors",
    ]);
    await page.getByRole("link", { name: "Logs & Errors" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Logs & Errors");
    await see(page.getByText("Connected", { exact: true })).toBeVisible();
    await see(page.locator("[aria-current=page]")).toHaveText("Logs & Errors");
  });

  it("NAV-003 NAV-004 says which path holds nothing and leads home", async () => {
    const page = await app.open("/nope/here");
    await see(page.getByText("/nope/here")).toBeVisible();
    await page.getByRole("link", { name: "Go Home" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  });

  it("NAV-005 leads from /dashboard to the dashboard", async () => {
    const page = await app.open("/dashboard");
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  it("NAV-014 logs out by going to /api/logout", async () => {
    const page = await app.open("/logs");
    await see(page.getByRole("link", { name: "Log Out" })).toHaveAttribute("href", "/api/logout");
  });

  it("ART-031 says that the session ended and goes to the sign-in page", async () => {
    app.server.answer("GET /api/articles/recent", () => new Reply(401, { message: "Unauthorized" }));
    const page = await app.open("/articles");
    await see(page.getByText("You are logged out. Logging in again...", { exact: true })).toBeVisible();
    await page.waitForURL("**/api/login?next=%2Farticles");
  });

  it("ERR-001 ERR-002 says that an account is blocked, and leads to the plans", async () => {
    app.server.answer("GET /api/logs", () => new Reply(403, { message: "Email not verified" }));
    const unverified = await app.open("/logs");
    await see(unverified.getByText("Email Verification Required", { exact: true })).toBeVisible();
    app.server.answer("GET /api/logs", () => new Reply(403, { message: "Account expired", subscriptionExpired: true }));
    const expired = await app.open("/logs");
    await see(expired.getByText("Subscription Expired", { exact: true })).toBeVisible();
    await expired.waitForURL("**/pricing");
  });

  it("keeps the chosen theme from the first paint on", async () => {
    const page = await app.open("/logs", { colorScheme: "light" });
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.reload();
    await see(page.getByRole("button", { name: "Use the light theme" })).toBeVisible();
    await see(page.locator("html")).toHaveCSS("color-scheme", "dark");
  });

  it("is a sheet on a phone, and no page is wider than its screen", async () => {
    const page = await app.open("/", { viewport: { width: 360, height: 740 } });
    for (const name of [
      "Knowledge Articles",
      "Collaboration Tools",
      "Knowledge Mgmt Tools",
      "Analytics",
      "Logs & Errors",
    ]) {
      await page.getByRole("button", { name: "Open the menu" }).click();
      await page.getByRole("dialog").getByRole("link", { name }).click();
      await see(page.getByRole("dialog")).toHaveCount(0);
      await see(page.getByRole("heading", { level: 1 })).toBeVisible();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect([name, tooWide]).toEqual([name, false]);
    }
  });
});

describe("toasts", () => {
  it("TOAST-001 TOAST-002 TOAST-004 TOAST-005 show one at a time, take the focus with F8 and stay narrow", async () => {
    const page = await app.open("/");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await see(page.getByText("Settings saved", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Add Integration" }).first().click();
    await see(page.getByText("Navigate to Configuration to add new integrations.", { exact: true })).toBeVisible();
    await see(page.getByText("Settings saved", { exact: true })).toHaveCount(0);
    await page.keyboard.press("F8");
    const viewport = page.getByRole("region", { name: /Notifications/ }).getByRole("list");
    await see(viewport).toBeFocused();
    expect((await viewport.boundingBox())?.width).toBeLessThanOrEqual(420);
  });
});

describe("the dashboard", () => {
  it("DASH-003 DASH-006 DASH-013 DASH-014 DASH-015 shows the figures and how monitoring works", async () => {
    const page = await app.open("/");
    await see(page.getByText("Monitor and manage your knowledge extraction workflow")).toBeVisible();
    for (const text of ["Articles Created", "12,480", "97.6%", "+12% from last week", "No change", "2 active channels"])
      await see(page.getByText(text, { exact: true })).toBeVisible();
    await see(page.getByText(/Automatic monitoring is currently manual only.*last 10 messages/)).toBeVisible();
  });

  it("DASH-016 DASH-017 DASH-018 DASH-022 DASH-023 lists five articles, and the active integrations only", async () => {
    const page = await app.open("/");
    const articles = page.getByRole("region", { name: "Recent Knowledge Articles" });
    await see(articles.getByRole("listitem")).toHaveCount(5);
    await see(articles.getByRole("listitem").first()).toContainText("From #platform-help");
    await see(articles.getByRole("listitem").nth(1)).toContainText("Processing");
    const integrations = page.getByRole("region", { name: "Connected Integrations" });
    await see(integrations.getByRole("listitem")).toHaveText(/Engineering handbook.*41 published articles/);
  });

  it("DASH-020 DASH-025 says what is not there yet", async () => {
    app.server.answer("GET /api/articles/recent", () => []);
    app.server.answer("GET /api/integrations", () => []);
    const page = await app.open("/");
    await see(page.getByText("No knowledge articles created yet")).toBeVisible();
    await see(page.getByText("No integrations configured")).toBeVisible();
  });

  it("DASH-009 DASH-010 DASH-011 ERR-006 tests the channels and shows what came of it", async () => {
    let finish: (answer: unknown) => void = () => undefined;
    app.server.answer("POST /api/test-slack-analysis", () => new Promise((resolve) => (finish = resolve)));
    const page = await app.open("/");
    await page.getByRole("button", { name: "Run Analysis Test" }).click();
    await see(page.getByRole("button", { name: "Analyzing Messages..." })).toBeDisabled();

    app.server.answer("GET /api/runs", () => [sample.runOf({})]);
    app.server.send({ type: "run", id: sample.idOf(401) });
    await see(page.getByText("Reading messages · channel 1 of 2")).toBeVisible();

    app.server.answer("GET /api/runs", () => []);
    finish({
      success: true,
      channelsAnalyzed: 2,
      totalMessagesAnalyzed: 20,
      articlesCreated: 1,
      results: [{ channel: "deploys", status: "Nothing to keep" }],
      message: "",
      runId: sample.idOf(401),
    });
    await see(page.getByText("Test Successful!", { exact: true })).toBeVisible();
    await see(page.getByText("Created 1 article from 20 messages", { exact: true })).toBeVisible();
    for (const text of ["channels analyzed", "messages checked", "article created", "Nothing to keep"])
      await see(page.getByText(text, { exact: true })).toBeVisible();
  });

  it("DASH-012 ERR-008 shows why a test failed", async () => {
    app.server.answer("POST /api/test-slack-analysis", () => new Reply(502, { message: "Slack does not answer." }));
    const page = await app.open("/");
    await page.getByRole("button", { name: "Run Analysis Test" }).click();
    await see(page.getByText("Test Failed", { exact: true })).toBeVisible();
    await see(page.getByRole("alert").getByText("Slack does not answer.")).toBeVisible();
  });

  it("API-019 ERR-007 reads articles and figures again after a test that found some, and says when it found none", async () => {
    const outcome = {
      success: true,
      channelsAnalyzed: 2,
      totalMessagesAnalyzed: 20,
      articlesCreated: 1,
      results: [],
      message: "",
      runId: sample.idOf(401),
    };
    app.server.answer("POST /api/test-slack-analysis", () => outcome);
    const page = await app.open("/");
    await see(page.getByText("12,480", { exact: true })).toBeVisible();
    await see(page.getByRole("region", { name: "Recent Knowledge Articles" }).getByRole("listitem")).toHaveCount(5);
    const reads = () => ["GET /api/stats", "GET /api/articles/recent"].map((endpoint) => callsTo(endpoint).length);
    const before = reads();
    const run = page.getByRole("button", { name: "Run Analysis Test" });
    await run.click();
    await see(page.getByText("Test Successful!", { exact: true })).toBeVisible();
    await expect.poll(() => reads().every((count, index) => count > (before[index] ?? 0))).toBe(true);

    const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    app.server.answer("POST /api/test-slack-analysis", () => ({ ...outcome, articlesCreated: 0 }));
    await run.click();
    await see(toast).toContainText(/Test Complete.*No articles created/);
    const calm = await toast.evaluate((node) => getComputedStyle(node).borderColor);
    app.server.answer("POST /api/test-slack-analysis", () => ({
      ...outcome,
      success: false,
      articlesCreated: 0,
      message: "No channel could be read.",
    }));
    await run.click();
    await see(toast).toContainText(/Test Complete.*No channel could be read\./);
    await see(toast).not.toHaveCSS("border-color", calm);
  });

  it("a test that goes on is found again by whoever comes back", async () => {
    app.server.answer("GET /api/runs", () => [sample.runOf({})]);
    const page = await app.open("/");
    await see(page.getByRole("button", { name: "Analyzing Messages..." })).toBeVisible();
    await see(page.getByRole("progressbar")).toHaveAttribute("value", "0.5");
  });

  it("DASH-026 DASH-027 DASH-028 DASH-029 DASH-030 DASH-031 DASH-032 DASH-033 changes the detection settings", async () => {
    let stored: unknown = sample.settings;
    app.server.answer("GET /api/settings", () => stored);
    app.server.answer("PUT /api/settings", ({ body }) => {
      stored = { ...(body as object), lastUpdated: "2026-11-21T09:00:00.000Z" };
      return stored;
    });
    const page = await app.open("/", { timezoneId: "UTC" });
    const card = page.getByRole("region", { name: "AI Detection Settings" });
    const [slider, length] = [card.getByRole("slider"), card.getByLabel("Minimum message length")];
    const keywords = card.getByRole("list", { name: "Keywords" }).getByRole("listitem");
    await see(card.getByText("Last updated: Never", { exact: true })).toBeVisible();
    for (const [attribute, value] of Object.entries({ min: "1", max: "10", step: "1" }))
      await see(slider).toHaveAttribute(attribute, value);
    for (const end of ["Conservative", "Aggressive"]) await see(card.getByText(end, { exact: true })).toBeVisible();
    await see(length).toHaveAttribute("type", "number");
    await see(card.getByText(/^In characters\./)).toBeVisible();

    await card.getByPlaceholder("Add a keyword").fill("runbook");
    await card.getByPlaceholder("Add a keyword").press("Enter");
    await card.getByPlaceholder("Add a keyword").fill("playbook");
    await card.getByRole("button", { name: "Add keyword" }).click();
    await card.getByRole("button", { name: "Remove tutorial" }).click();
    const chosen = ["how to", "step by step", "guide", "runbook", "playbook"];
    await see(keywords).toHaveText(chosen);
    await slider.fill("3");
    await length.fill("");
    await card.getByRole("button", { name: "Save Settings" }).click();
    await see(page.getByText("Settings saved", { exact: true })).toBeVisible();
    await expect
      .poll(() => callsTo("PUT /api/settings").map(({ body }) => body))
      .toEqual([{ sensitivity: 3, minMessageLength: 50, detectionKeywords: chosen }]);
    await page.reload();
    await see(slider).toHaveValue("3");
    await see(length).toHaveValue("50");
    await see(keywords).toHaveText(chosen);
    await see(card.getByText("Last updated: 21 Nov 2026, 09:00", { exact: true })).toBeVisible();

    await card.getByRole("button", { name: "Reset to Defaults" }).click();
    await see(slider).toHaveValue("7");
    await see(length).toHaveValue("50");
    await see(keywords).toHaveText(["how to", "step by step", "tutorial", "guide"]);
  });

  it("ERR-005 says when the settings were not saved, and keeps what was typed", async () => {
    app.server.answer("PUT /api/settings", () => new Reply(500, { message: "boom" }));
    const page = await app.open("/");
    await page.getByRole("slider").fill("3");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await see(page.getByText("Failed to save settings. Please try again.", { exact: true })).toBeVisible();
    await see(page.getByRole("slider")).toHaveValue("3");
  });
});

describe("the articles", () => {
  it("ART-009 shows six cards in outline while they load", async () => {
    app.server.answer("GET /api/articles/recent", () => new Promise(() => undefined));
    const page = await app.open("/articles");
    await see(page.locator("[data-skeleton=article]")).toHaveCount(6);
  });

  it("ART-014 ART-015 ART-017 ART-018 ART-019 ART-020 ART-021 ART-022 ART-023 ART-024 ART-028 shows on a card what an article is and where it comes from", async () => {
    const page = await app.open("/articles");
    const cards = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading") });
    const card = cards.first();
    // All are in the list; those out of sight are drawn when one comes near.
    await see(card).toHaveAttribute("aria-setsize", String(sample.articles.length));
    for (const text of [
      "A worker says its token has expired right after a deploy",
      "Mara Lind",
      "Published",
      "Deployment",
      "Troubleshooting",
      "Intermediate",
      "High priority",
      "87% confidence",
      "3 min",
      "+3 more",
      "token · worker · rotate",
      "Published to Confluence",
      "Source: #platform-help",
    ])
      await see(card.getByText(text, { exact: true })).toBeVisible();
    await see(card.getByText(sample.articles[0]?.summary ?? "", { exact: true })).toBeVisible();
    await see(card.getByText("Troubleshooting", { exact: true }).locator("svg")).toHaveCount(1);
    await see(card.getByRole("list", { name: "Tags" }).getByRole("listitem")).toHaveCount(6);
    await see(cards.nth(2).getByText("Unknown", { exact: true })).toBeVisible();
  });

  it("ART-004 ART-006 ART-007 ART-008 ART-026 ART-029 filters as one chooses, and keeps the filters in the address", async () => {
    const page = await app.open("/articles");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Category").selectOption("Access");
    await page.getByRole("button", { name: "Tags" }).click();
    await page.getByLabel("deploy", { exact: true }).check();
    await see(page.getByRole("button", { name: "Filters 2" })).toBeVisible();
    await expect
      .poll(() => callsTo("GET /api/articles/search").at(-1)?.query)
      .toEqual({ category: "Access", tags: "deploy" });
    expect(new URL(page.url()).search).toBe("?category=Access&tags=deploy");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear" }).click();
    await see(page.locator("[data-article]").first()).toHaveAttribute("aria-setsize", String(sample.articles.length));
    expect(new URL(page.url()).search).toBe("");
  });

  it("ENT-002 filters by the content types, difficulties and priorities there are", async () => {
    const page = await app.open("/articles");
    await page.getByRole("button", { name: "Filters" }).click();
    for (const [label, values] of Object.entries({
      "Content Type": ["", "tutorial", "troubleshooting", "explanation", "faq", "howto", "documentation"],
      Difficulty: ["", "beginner", "intermediate", "advanced"],
      Priority: ["", "low", "medium", "high", "critical"],
    })) {
      const options = page.getByLabel(label).locator("option");
      await see(options).toHaveCount(values.length);
      expect(await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))).toEqual(
        values,
      );
    }
  });

  it("ART-027 asks once the typing has rested, not on each key", async () => {
    const page = await app.open("/articles", {});
    const field = page.getByPlaceholder("Search by keywords, content, or topics...");
    await see(field).toBeVisible();
    // The page's time stands still, so that a busy machine types as fast as any other.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await field.pressSequentially("token");
    expect(callsTo("GET /api/articles/search")).toEqual([]);
    await page.clock.runFor(300);
    await expect
      .poll(() => callsTo("GET /api/articles/search").map(({ query }) => query))
      .toEqual([{ keywords: "token" }]);
  });

  it("ART-011 ART-012 says when nothing matches, and when there is nothing", async () => {
    app.server.answer("GET /api/articles/search", () => []);
    app.server.answer("GET /api/articles/recent", () => []);
    const page = await app.open("/articles?keywords=xyz");
    await see(page.getByText("No articles match your filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await see(page.getByText("No articles found")).toBeVisible();
  });

  it("ART-030 tries a failed search three times more, and not at all without a session", async () => {
    app.server.answer("GET /api/articles/search", () => new Reply(500, { message: "boom" }));
    const page = await app.open("/logs", {});
    await page.clock.install();
    await page.goto(`${app.server.address}/articles?keywords=xyz`);
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return page.getByText("This could not be loaded.").isVisible();
      })
      .toBe(true);
    expect(callsTo("GET /api/articles/search")).toHaveLength(4);
  });

  it("ART-013 ART-025 ERR-034 analyses an article again", async () => {
    let finish: (answer: unknown) => void = () => undefined;
    app.server.answer("POST /api/articles/:id/reanalyze", () => new Promise((resolve) => (finish = resolve)));
    const page = await app.open("/articles");
    await page.getByRole("button", { name: "Re-analyze" }).first().click();
    await see(page.getByText("Re-analyzing article...")).toBeVisible();
    finish({ success: true, message: "", article: sample.articles[0] });
    await see(page.getByText("Article has been re-analyzed with updated smart tags", { exact: true })).toBeVisible();
    await expect.poll(() => callsTo(`POST /api/articles/${sample.idOf(101)}/reanalyze`)).toHaveLength(1);
  });
});

describe("an article", () => {
  it("has the source of each sentence in the margin beside it", async () => {
    const page = await app.open(articlePath);
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
    const page = await app.open(articlePath);
    const run = page.locator(".sourced", { hasText: "Restarting the queue changes nothing." });
    const unmarked = await run.locator(".sourced-text").evaluate((node) => getComputedStyle(node).backgroundColor);
    await run.getByRole("button", { name: "Tom Weller" }).focus();
    await see(run.locator(".sourced-text")).not.toHaveCSS("background-color", unmarked);
  });

  it("opens the conversation at the message a note names", async () => {
    const page = await app.open(articlePath);
    await page.getByRole("button", { name: "Jonas Eriksen" }).click();
    const conversation = page.getByRole("complementary", { name: "#platform-help" });
    await see(conversation.getByText("lunch?")).toBeVisible();
    await see(conversation.getByText("in the article")).toHaveCount(6);
    await page.keyboard.press("Escape");
    await see(conversation).toHaveCount(0);
  });

  it("folds the sources under their sentences on a phone", async () => {
    const page = await app.open(articlePath, { viewport: { width: 360, height: 740 } });
    const run = page.locator(".sourced", { hasText: "Restarting the queue changes nothing." });
    await see(run.getByRole("note")).toBeHidden();
    await run.getByRole("button", { name: "Show the source" }).click();
    await see(run.getByRole("note")).toContainText("Tom Weller");
  });

  it("says why it is there, what was taken out and where it stands, and lets one decide about a changed page", async () => {
    const page = await app.open(articlePath);
    await see(page.getByText("Priya Nair confirms that it worked.")).toBeVisible();
    await see(page.getByText(/1 × API key/)).toBeVisible();
    await page.getByRole("button", { name: "Replace their page" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Replace their page" }).click();
    await see(page.getByText("On its way", { exact: true })).toBeVisible();
    await expect
      .poll(() => callsTo(`POST /api/articles/${sample.idOf(101)}/publications/${sample.idOf(202)}/retry`)[0]?.body)
      .toEqual({
        choice: "replace",
      });
  });

  it("that does not exist is the 404 page", async () => {
    app.server.answer("GET /api/articles/:id", () => new Reply(404, { message: "Not found" }));
    const page = await app.open("/articles/nothing");
    await see(page.getByText("There is no page here.")).toBeVisible();
  });
});

describe("the configuration", () => {
  it("CONF-013 CONF-020 CONF-021 CONF-022 CONF-024 CONF-026 CONF-027 PUB-009 adds an integration once everything it needs is there", async () => {
    const page = await app.open("/configuration");
    await page.getByRole("button", { name: "Add Integration" }).click();
    const form = page.getByRole("region", { name: "Add Integration" });
    await see(form.getByLabel("API Token")).toHaveAttribute("type", "password");
    await see(form.getByRole("option", { disabled: true })).toHaveText([
      "Zendesk (Coming Soon)",
      "Jira (Coming Soon)",
      "SharePoint (Coming Soon)",
    ]);
    await form.getByLabel("API Token").fill("abc");
    // What the typing brings up moves the button: it is not lost to a pointer that is on its way down.
    await form.getByRole("button", { name: "Add Integration" }).hover();
    await page.mouse.down();
    await see(form.getByText("The token must be in the form email:token.")).toBeVisible();
    await page.mouse.up();
    for (const text of ["Name is required.", "Confluence Base URL is required.", "Space Key is required."])
      await see(form.getByText(text)).toBeVisible();
    await see(form.getByText("The token must be in the form email:token.")).toBeVisible();
    expect(callsTo("POST /api/integrations")).toHaveLength(0);

    await form.getByLabel("Name").fill("Handbook");
    await form.getByLabel("Confluence Base URL").fill("https://acme.atlassian.net");
    await form.getByLabel("Space Key").fill("DOC");
    await form.getByLabel("API Token").fill("me@acme.example:abc");
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(page.getByText("Integration added", { exact: true })).toBeVisible();
    await see(form).toHaveCount(0);
    await expect
      .poll(() => callsTo("POST /api/integrations")[0]?.body)
      .toEqual({
        name: "Handbook",
        type: "confluence",
        baseUrl: "https://acme.atlassian.net",
        spaceId: "DOC",
        apiKey: "me@acme.example:abc",
      });
  });
});

describe("the monitored collaboration tools", () => {
  it("CHAN-002 offers to add a channel once there is an integration", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => []);
    const page = await app.open("/channels");
    const button = page.getByRole("button", { name: "Add Channel" });
    await see(button).toBeDisabled();
    await button.hover();
    await see(page.getByRole("tooltip")).toHaveText("Set up collaboration integrations first");
  });

  it("CHAN-003 CHAN-017 CHAN-018 CHAN-019 CHAN-025 CHAN-026 ERR-025 adds a Slack integration", async () => {
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Integration" }).click();
    const form = page.getByRole("region", { name: "Add Integration" });
    const save = form.getByRole("button", { name: "Save" });
    await form.getByLabel("Name").fill("Team");
    await form.getByLabel("Bot Token").fill("wrong");
    await see(save).toBeDisabled();
    await form.getByLabel("Signing Secret").fill("secret");
    await see(form.getByText("A bot token starts with xoxb-.")).toBeVisible();
    await form.getByLabel("Bot Token").fill("xoxb-1");
    await see(save).toBeEnabled();
    for (const scope of ["channels:read", "chat:write", "users:read"])
      await see(form.getByText(scope).first()).toBeVisible();
    await save.click();
    await see(page.getByText("Slack integration added", { exact: true })).toBeVisible();
    await expect
      .poll(() => callsTo("POST /api/collaboration-integrations")[0]?.body)
      .toEqual({
        name: "Team",
        platform: "slack",
        config: { botToken: "xoxb-1", signingSecret: "secret" },
      });
  });

  it("CHAN-005 CHAN-022 CHAN-024 ERR-022 edits an integration with its name alone", async () => {
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Edit Analytical Engines" }).click();
    const form = page.getByRole("region", { name: "Edit Integration" });
    await form.getByLabel("Bot Token").fill("");
    await form.getByLabel("Signing Secret").fill("");
    await form.getByLabel("Name").fill("");
    await see(form.getByRole("button", { name: "Save" })).toBeDisabled();
    await form.getByLabel("Name").fill("Engines");
    await form.getByRole("button", { name: "Save" }).click();
    await see(
      page.getByText("Collaboration integration has been updated successfully.", { exact: true }),
    ).toBeVisible();
  });

  it("CHAN-006 CHAN-029 CHAN-030 CHAN-033 CHAN-034 CHAN-035 ERR-015 adds a channel", async () => {
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Channel" }).click();
    const form = page.getByRole("region", { name: "Add Channel" });
    await see(form.getByLabel("Platform").getByRole("option")).toHaveText([
      "Slack",
      "No Google Chat integrations configured",
    ]);
    await see(form.getByLabel("Check frequency")).toHaveValue("10");
    await see(form.getByLabel("Check frequency").getByRole("option")).toHaveCount(9);
    await see(form.getByRole("button", { name: "Add Channel" })).toBeDisabled();
    await see(form.getByText("Already Added")).toHaveCount(2);
    await see(form.getByRole("radio", { name: /platform-help/ })).toBeDisabled();
    await form.getByRole("radio", { name: /incidents/ }).check();
    await form.getByRole("button", { name: "Add Channel" }).click();
    await see(page.getByText("Channel added", { exact: true })).toBeVisible();
    await expect
      .poll(() => callsTo("POST /api/channels")[0]?.body)
      .toMatchObject({
        channelName: "incidents",
        platform: "slack",
        isActive: true,
        checkFrequencyMinutes: 10,
      });
  });

  it("CHAN-031 ERR-020 says when nothing is left to add, and when the channels cannot be read", async () => {
    app.server.answer("GET /api/slack/channels", () => sample.slackChannels.slice(0, 2));
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Channel" }).click();
    await see(page.getByText("All Slack channels are already being monitored")).toBeVisible();
    app.server.answer("GET /api/slack/channels", () => new Reply(502, { message: "Slack does not answer." }));
    await page.reload();
    await page.getByRole("button", { name: "Add Channel" }).click();
    await see(page.getByText("Error fetching channels", { exact: true })).toBeVisible();
  });

  it("imports a Slack export and names what was left out", async () => {
    const page = await app.open("/channels");
    await page.getByLabel("Slack export (ZIP)").waitFor();
    app.server.answer("GET /api/runs", () => [sample.runOf({ kind: "import" })]);
    await page
      .getByLabel("Slack export (ZIP)")
      .setInputFiles({ name: "export.zip", mimeType: "application/zip", buffer: Buffer.from("PK") });
    await see(page.getByText("Reading messages", { exact: false })).toBeVisible();
    await expect.poll(() => callsTo("POST /api/imports")[0]?.body).toContain('filename="export.zip"');

    const result = {
      channels: [
        {
          channelId: "C9",
          channel: "random",
          status: "done",
          messages: 310,
          articlesCreated: 1,
          articlesUpdated: 0,
          skipped: 2,
        },
      ],
      messagesRead: 310,
      articlesCreated: 1,
      articlesUpdated: 0,
      problems: ["random/2024-02-30.json is not a day."],
    };
    app.server.answer("GET /api/runs", () => [sample.runOf({ kind: "import", state: "done", result })]);
    app.server.send({ type: "run", id: sample.idOf(401) });
    await see(page.getByText("310 messages, 1 article, 2 skipped · done")).toBeVisible();
    await page.getByText("1 thing left out").click();
    await see(page.getByText("random/2024-02-30.json is not a day.")).toBeVisible();
  });
});

describe("the analytics", () => {
  it("ANLY-001 ANLY-002 ANLY-003 ANLY-004 ANLY-008 ANLY-010 counts articles, messages and errors, and lists what happened last", async () => {
    app.server.answer("GET /api/logs", () =>
      Array.from({ length: 12 }, (_, index) => ({ ...sample.logs[0], id: `${index}` })),
    );
    const page = await app.open("/analytics");
    for (const text of ["Total Articles", "12,480 total scanned", "Active Channels", "100%"])
      await see(page.getByText(text, { exact: true }).first()).toBeVisible();
    await see(page.getByText(/^\d+ this week$/)).toBeVisible();
    const breakdown = page.getByRole("region", { name: "Activity Breakdown" });
    await see(breakdown).toContainText(/Published\s*5.*Processing\s*1.*Failed\s*1/);
    const timeline = page.getByRole("region", { name: "Recent Activity Timeline" });
    await see(timeline.getByRole("listitem")).toHaveCount(10);
  });

  it("ANLY-009 ANLY-011 says when there is nothing yet", async () => {
    app.server.answer("GET /api/logs", () => []);
    app.server.answer("GET /api/articles/recent", () => []);
    const page = await app.open("/analytics");
    await see(page.getByText("No activity data available")).toBeVisible();
    await see(page.getByText("No activity logs yet")).toBeVisible();
  });
});

describe("the logs", () => {
  it("LOGS-002 LOGS-004 LOGS-005 LOGS-008 LOGS-010 LOGS-012 filters, counts, shows details and reads again", async () => {
    const page = await app.open("/logs");
    await see(page.getByRole("heading", { name: "System Logs (3)" })).toBeVisible();
    await see(page.getByLabel("Type").getByRole("option")).toHaveText([
      "All Types",
      "Article Created",
      "Message Analyzed",
      "Errors",
    ]);
    await page.getByText("View Details").first().click();
    await see(page.getByText('"confidence": 0.87')).toBeVisible();
    await page.getByLabel("Type").selectOption("error");
    await see(page.getByRole("heading", { name: "System Logs (1)" })).toBeVisible();
    await page.getByPlaceholder("Search logs...").fill("nothing like it");
    await see(page.getByText("No logs match your filters")).toBeVisible();
    const before = callsTo("GET /api/logs").length;
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.poll(() => callsTo("GET /api/logs").length).toBe(before + 1);
  });

  it("LOGS-001 LOGS-009 shows of each entry what it is, when it was and what happened", async () => {
    const page = await app.open("/logs", { timezoneId: "UTC" });
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Logs & Errors");
    const logs = page.getByRole("region", { name: "System Logs" });
    for (const text of ["Error", "20 Nov 2026, 13:50", "Notion no longer accepts the token of 'Support answers'"])
      await see(logs.getByText(text, { exact: true })).toBeVisible();
  });

  it("LOGS-011 exports what the filters leave", async () => {
    const page = await app.open("/logs?type=error");
    await see(page.getByRole("heading", { name: "System Logs (1)" })).toBeVisible();
    await page.getByRole("button", { name: "Export Logs" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "As JSON" }).click(),
    ]);
    const exported = JSON.parse(await readFile((await download.path()) ?? "", "utf8"));
    expect(exported).toEqual(sample.logs.filter(({ type }) => type === "error"));
  });

  it("LOGS-013 says that there are none", async () => {
    app.server.answer("GET /api/logs", () => []);
    const page = await app.open("/logs");
    await see(page.getByText("No logs available")).toBeVisible();
  });
});
