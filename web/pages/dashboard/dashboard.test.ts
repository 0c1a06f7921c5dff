import { type Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { listPreloadedPaths, PRELOADED_DATA_ID } from "../../../shared/contract/preloaded-data.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import { inboxItems, inboxOf } from "../../testing/inbox-samples.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const addressOf = ({ path, query }: { path: string; query: Record<string, string> }) =>
  `${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ""}`;
const findsNoBarrier = async (page: Page, where: string) => {
  const found = await findAccessibilityViolations(page);
  expect([where, found]).toEqual([where, []]);
};

describe("the dashboard", () => {
  it("reads first what its document can bring along, and then reads nothing of it again", async () => {
    const page = await app.open("/");
    await see(page.getByRole("heading", { name: "Recent Knowledge Articles" })).toBeVisible();
    const asked = () => app.server.calls.filter(({ method }) => method === "GET").map(addressOf);
    const all = [...listPreloadedPaths("/"), "/api/articles/news"];
    await expect.poll(() => [...new Set(asked())].toSorted()).toEqual(all.toSorted());
    const answers = Object.fromEntries(
      await Promise.all(
        listPreloadedPaths("/").map(async (url) => [url, await (await fetch(app.server.address + url)).json()]),
      ),
    );
    const block = JSON.stringify({ readAt: Date.now(), answers });
    await page.route(`${app.server.address}/`, async (route) => {
      const response = await route.fetch();
      const data = `<script type="application/json" id="${PRELOADED_DATA_ID}">${block}</script></body>`;
      await route.fulfill({ response, body: (await response.text()).replace("</body>", () => data) });
    });
    const before = asked().length;
    const stream = page.waitForRequest(/\/api\/events\?since=\d{13}$/);
    await page.goto(`${app.server.address}/`);
    await see(page.getByRole("heading", { name: "Recent Knowledge Articles" })).toBeVisible();
    await stream;
    await expect.poll(() => asked().slice(before).length).toBeGreaterThan(0);
    expect(asked().slice(before)).toEqual(["/api/articles/news"]);
  });

  it("DASH-001 says that it is loading", async () => {
    app.server.answer("GET /api/stats", () => new Promise(() => undefined));
    const page = await app.open("/");
    await see(page.getByText("Loading dashboard...", { exact: true })).toBeVisible();
  });

  it("DASH-004 DASH-008 DASH-021 DASH-024 offers what one does next; adding an integration only points the way", async () => {
    const page = await app.open("/");
    await see(page.getByRole("heading", { name: "Slack Monitoring & Testing" })).toBeVisible();
    await see(page.getByRole("button", { name: "Run Analysis Test" })).toBeEnabled();
    const toast = page.getByText("Navigate to Configuration to add new integrations.", { exact: true });
    for (const place of [
      page.getByRole("main").locator("header"),
      page.getByRole("region", { name: "Connected Integrations" }),
    ]) {
      await place.getByRole("button", { name: "Add Integration" }).click();
      await see(toast).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/");
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await see(toast).toHaveCount(0);
    }
    await page.getByRole("link", { name: "View All" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Smart Knowledge Articles");
  });

  it("tells whoever may not decide nothing of decisions that wait", async () => {
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" }));
    app.server.answer("GET /api/inbox", () => inboxOf(inboxItems, null));
    const page = await app.open("/");
    const news = page.getByRole("region", { name: /In your library|Since your last visit/ });
    await see(news.getByRole("link", { name: `${sample.articles.length} articles` })).toBeVisible();
    await see(page.getByRole("link", { name: "Knowledge Articles" }).first()).toBeVisible();
    await see(news.getByRole("link", { name: /decisions? waits? for you/ })).toHaveCount(0);
    await see(page.getByRole("link", { name: /^Inbox: / })).toHaveCount(0);
  });

  it("says before any figure what happened since the last visit, and what waits", async () => {
    app.server.answer("GET /api/inbox", () => inboxOf(inboxItems, null));
    const page = await app.open("/");
    const news = page.getByRole("region", { name: /In your library|Since your last visit/ });
    await see(news.getByRole("link", { name: `${sample.articles.length} articles` })).toBeVisible();
    await see(news.getByRole("link", { name: /decisions? waits? for you/ })).toHaveAttribute(
      "href",
      "/articles?view=inbox",
    );
    const [person] = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("lastVisit.")));
    const before = sample.articles[2]?.createdAt ?? "";
    await page.evaluate(
      ([key = "", seen = ""]) => localStorage.setItem(key, JSON.stringify({ before: null, seen })),
      [person ?? "", before],
    );
    await page.reload();
    await see(news).toContainText("Since your last visit");
    await see(news.getByRole("link", { name: "2 new articles" })).toHaveAttribute("href", "/articles");
    await see(news.getByRole("link", { name: sample.articles[0]?.title ?? "" })).toBeVisible();
    const [top, figures] = await Promise.all([news.boundingBox(), page.getByText("Articles Created").boundingBox()]);
    expect(top?.y).toBeLessThan(figures?.y ?? 0);
    await findsNoBarrier(page, "since the last visit");
  });

  it("shows a new workspace what is done and the shortest way to the first article, until it is hidden", async () => {
    for (const endpoint of [
      "GET /api/articles/recent",
      "GET /api/collaboration-integrations",
      "GET /api/channels",
      "GET /api/integrations",
    ])
      app.server.answer(endpoint, () => []);
    const page = await app.open("/", { viewport: { width: 360, height: 740 } });
    const steps = page.getByRole("region", { name: "Get started" });
    await see(steps).toContainText("0 of 4 done");
    await see(steps.getByRole("link").first()).toHaveText("See your first articles");
    await findsNoBarrier(page, "the first steps");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    app.server.answer("GET /api/articles/recent", () => sample.articles);
    await page.reload();
    await see(steps).toContainText("1 of 4 done");
    await see(steps.getByRole("listitem").first().getByLabel("Done")).toBeVisible();
    await steps.getByRole("button", { name: "Hide" }).click();
    await see(steps).toHaveCount(0);
    await page.reload();
    await see(page.getByText("Articles Created")).toBeVisible();
    await see(steps).toHaveCount(0);
  });

  it("sends a workspace with a channel to be read to Analyze, not to an export", async () => {
    app.server.answer("GET /api/articles/recent", () => []);
    const page = await app.open("/");
    const first = page.getByRole("region", { name: "Get started" }).getByRole("listitem").first();
    await see(first).toContainText("Press Analyze at a channel");
    await see(first.getByRole("link")).toHaveAttribute("href", "/channels");
  });

  it("does not call connected what does not work, such as a token that was refused", async () => {
    const trouble = "Slack does not accept the bot token.";
    app.server.answer("GET /api/articles/recent", () => []);
    app.server.answer("GET /api/collaboration-integrations", () => [
      { ...sample.collaborationIntegrations[0], trouble },
    ]);
    const page = await app.open("/");
    const step = page.getByRole("region", { name: "Get started" }).getByRole("listitem").nth(1);
    await see(step).toContainText("Connect Slack, Google Chat or Teams");
    await see(step.getByLabel("Open")).toBeVisible();
    await page.goto(`${app.server.address}/channels`);
    await see(page.getByText("Not working")).toBeVisible();
    await see(page.getByText(trouble)).toBeVisible();
  });

  it("DASH-007 each figure says its real change, and leads to the list behind it", async () => {
    const page = await app.open("/");
    const card = (title: string) => page.locator("div", { has: page.getByText(title, { exact: true }) }).last();
    for (const [title, change, kind] of [
      ["Articles Created", "+12% from last week", "increase"],
      ["Messages Analyzed", "+8% from last week", "increase"],
      ["Active Channels", "No change", "neutral"],
      ["Success Rate", "−2.1% from last week", "decrease"],
    ] as const)
      await see(card(title).locator(`[data-change=${kind}]`)).toHaveText(change);
    for (const [title, to] of [
      ["Articles Created", "/articles"],
      ["Active Channels", "/channels"],
    ] as const)
      await see(page.getByRole("link", { name: new RegExp(`^${title}`) })).toHaveAttribute("href", to);
  });

  it("says why nothing can be published to an integration, and where that is repaired", async () => {
    const trouble = "Confluence does not accept this e-mail address and API token.";
    app.server.answer("GET /api/integrations", () => [
      { ...sample.integrations[0], trouble },
      { ...sample.integrations[1], isActive: true, trouble: null },
    ]);
    const page = await app.open("/");
    const rows = page.getByRole("region", { name: "Connected Integrations" }).getByRole("listitem");
    await see(rows.first()).toContainText(`Publishing fails: ${trouble}`);
    await see(rows.last()).not.toContainText("Publishing fails");
    await rows.first().getByRole("link", { name: "Fix it" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Knowledge Management Configuration");
  });

  it("DASH-007 an empty workspace claims nothing", async () => {
    const nothing = { articlesCreated: null, messagesAnalyzed: null, activeChannels: null, successRate: null };
    app.server.answer("GET /api/stats", () => ({
      articlesCreated: 0,
      messagesAnalyzed: 0,
      activeChannels: 0,
      successRate: 0,
      weekOverWeek: nothing,
    }));
    const page = await app.open("/");
    await see(page.getByText("No change", { exact: true })).toHaveCount(4);
    await see(page.getByText("0%", { exact: true })).toBeVisible();
    await see(page.getByText("0 active channels", { exact: true })).toBeVisible();
  });

  it("ERR-007 says that a test found nothing to write, and in red when it did not succeed", async () => {
    const outcome = { success: true, channelsAnalyzed: 2, totalMessagesAnalyzed: 20, articlesCreated: 0, results: [] };
    app.server.answer("POST /api/test-slack-analysis", () => ({ ...outcome, message: "", runId: sample.idOf(401) }));
    const page = await app.open("/");
    const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    await page.getByRole("button", { name: "Run Analysis Test" }).click();
    await see(toast).toContainText("Test Complete");
    await see(toast).toContainText("No articles created");
    await see(toast).not.toHaveClass(/border-wrong/);
    app.server.answer("POST /api/test-slack-analysis", () => ({
      ...outcome,
      success: false,
      message: "No channel is active.",
      runId: sample.idOf(401),
    }));
    await page.getByRole("button", { name: "Run Analysis Test" }).click();
    await see(toast).toContainText("No channel is active.");
    await see(toast).toContainText("Test Complete");
    await see(toast).toHaveClass(/border-wrong/);
  });

  it("ERR-008 a failed test is told with its details, its message, or 'Failed to run test'", async () => {
    const page = await app.open("/");
    const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    for (const [body, text] of [
      [{ message: "Slack refused.", details: "The token was revoked." }, "The token was revoked."],
      [{ message: "Slack refused." }, "Slack refused."],
      [{ message: "" }, "Failed to run test"],
    ] as const) {
      app.server.answer("POST /api/test-slack-analysis", () => new Reply(502, body));
      await page.getByRole("button", { name: "Run Analysis Test" }).click();
      await see(toast).toContainText("Test Failed");
      await see(toast).toContainText(text);
    }
  });
});

it("the dashboard of a person alone in a real workspace names no invented people", async () => {
  app.server.answer("POST /api/presence", () => ({
    isAlone: true,
    showsDemo: false,
    joinedAt: "2026-11-22T09:00:00.000Z",
    people: [],
  }));
  const page = await app.open("/");
  const strip = page.getByRole("region", { name: "Team presence", exact: true });
  await see(strip.getByText("Nobody else is here at the moment.")).toBeVisible();
  await see(page.getByText("Mara Lind")).toHaveCount(0);
  await see(page.getByText("Demo: made-up people")).toHaveCount(0);
});

describe("the team's presence, a demo", () => {
  it("DASH-005 NAV-017 PRES-001 PRES-002 PRES-003 PRES-005 PRES-006 PRES-007 PRES-008 PRES-010 opens beside the page and closes each way", async () => {
    const page = await app.open("/");
    const strip = page.getByRole("region", { name: "Team presence, a demo" });
    await see(strip.getByText("Live", { exact: true })).toBeVisible();
    await see(strip.getByText("5 active", { exact: true })).toBeVisible();
    await see(strip.locator("[data-activity]")).toHaveCount(3);
    await see(strip.getByText("+2")).toBeVisible();
    await see(strip.getByText("Demo: made-up people")).toBeVisible();

    const open = page.getByRole("button", { name: "Team Activity" });
    const panel = page.getByRole("dialog", { name: "Team Activity" });
    await open.click();
    const box = await panel.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThanOrEqual(1420);
    await see(panel.getByRole("region", { name: "Active Now" }).getByRole("listitem")).toHaveCount(5);
    await see(panel.getByRole("region", { name: "Recent Activity" }).getByRole("listitem").first()).toContainText(
      "Mara Lind edited an article",
    );
    const info = panel.getByRole("region", { name: "Session Info" });
    for (const text of ["Started", "Total participants", "Session type", "Collaborative editing"])
      await see(info.getByText(text, { exact: true })).toBeVisible();
    await see(info.getByText(/^\d\d:\d\d$/)).toBeVisible();
    await findsNoBarrier(page, "the panel");
    await panel.getByRole("switch", { name: "Live cursors" }).click();
    await panel.getByRole("button", { name: "Close the team activity" }).click();
    await see(panel).toHaveCount(0);
    await see(open).toBeFocused();

    const cursors = page.locator("[data-live-cursors]");
    await see(cursors.getByText(/^(Mara Lind|Tom Weller|Priya Nair|Jonas Eriksen|Ines Rocha)$/)).toHaveCount(5);
    await see(cursors).toHaveCSS("pointer-events", "none");
    await open.click();
    await page.mouse.click(200, 400);
    await see(panel).toHaveCount(0);
  });

  it("PRES-004 PRES-017 TOAST-006 names on a tooltip who it is, after 700 ms and at once for the next one", async () => {
    const page = await app.open("/logs", {});
    await page.clock.install();
    await page.goto(`${app.server.address}/`);
    const strip = page.getByRole("region", { name: "Team presence, a demo" });
    const [mara, tom, priya] = ["Mara Lind", "Tom Weller", "Priya Nair"].map((name) =>
      strip.getByRole("button", { name: new RegExp(`^${name}`) }),
    );
    await mara?.scrollIntoViewIfNeeded();
    // Tooltips are loaded when their elements come near the viewport.
    await see(mara ?? strip).toHaveAttribute("data-state", "closed");
    const tooltip = page.getByRole("tooltip");
    const box = await mara?.boundingBox();
    const away = () => page.mouse.move(box?.x ?? 0, (box?.y ?? 0) - 200, { steps: 5 });
    await page.clock.pauseAt(Date.now() + 600_000);
    await mara?.hover();
    await page.clock.runFor(699);
    await see(tooltip).toHaveCount(0);
    await page.clock.runFor(1);
    await see(tooltip).toHaveText(/^Mara Lind · editing · (just now|\d+[smh] ago)$/);
    await away();
    await see(tooltip).toHaveCount(0);
    await page.clock.runFor(299);
    await tom?.hover();
    await see(tooltip).toHaveText(/^Tom Weller · viewing · /);
    await away();
    await see(tooltip).toHaveCount(0);
    await page.clock.runFor(300);
    await priya?.hover();
    await page.clock.runFor(699);
    await see(tooltip).toHaveCount(0);
    await page.clock.runFor(1);
    await see(tooltip).toHaveText(/^Priya Nair · commenting · /);

    await page.getByRole("button", { name: "Team Activity" }).click();
    await page.getByRole("switch", { name: "Live cursors" }).click();
    const calls = app.server.calls.length;
    await page.clock.runFor(60_000);
    await see(page.locator("[data-live-cursors]")).toBeVisible();
    expect(app.server.calls.slice(calls)).toEqual([]);
  });
});
