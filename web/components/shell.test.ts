import { type Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { PAGE_HEADERS } from "../../shared/domain/list-pages.ts";
import { findAccessibilityViolations } from "../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../testing/browser.ts";
import { Reply } from "../testing/fake-server.ts";
import * as sample from "../testing/sample-data.ts";
import { see } from "../testing/see.ts";

const app = useAppInBrowser();
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const findsNoBarrier = async (page: Page, where: string) => {
  const found = await findAccessibilityViolations(page);
  expect([where, found]).toEqual([where, []]);
};

describe("the frame of every page", () => {
  const PAGES: [path: string, title: string][] = [
    ["/", "Dashboard"],
    ["/configuration", "Knowledge Management Configuration"],
    ["/articles", "Smart Knowledge Articles"],
    ["/channels", "Monitored Collaboration Tools"],
    ["/collaboration", "Collaboration Monitoring"],
    ["/analytics", "Analytics"],
    ["/logs", "Logs & Errors"],
    ["/settings/personal", "Personal Information"],
    ["/settings/password", "Password Reset"],
    ["/settings/subscription", "Manage Subscription"],
  ];
  it("NAV-001 NAV-002 NAV-017 NAV-018 each address has its page, beside the navigation and under the place of the banner", async () => {
    const page = await app.open("/");
    const offersIntegrations: string[] = [];
    for (const [path, name] of PAGES) {
      await page.goto(app.server.address + path);
      await see(title(page)).toHaveText(name);
      await see(page.getByRole("navigation", { name: "Main" })).toBeVisible();
      const slot = page.locator("[data-slot=subscription-banner]");
      await see(slot).toHaveCount(1);
      expect(
        await slot.evaluate((place) =>
          Boolean(
            place.compareDocumentPosition(document.querySelector("main") as Element) & Node.DOCUMENT_POSITION_FOLLOWING,
          ),
        ),
      ).toBe(true);
      const header = page.getByRole("main").locator("header").first();
      await see(header.getByRole("button", { name: "Team Activity" })).toHaveCount(path === "/" ? 1 : 0);
      if ((await header.getByRole("button", { name: "Add Integration" }).count()) > 0) offersIntegrations.push(path);
    }
    expect(offersIntegrations).toEqual(["/", "/configuration", "/channels"]);
  });

  it("loads the code of toasts when somebody first uses the page", async () => {
    const page = await app.open("/analytics", {});
    const loaded: string[] = [];
    page.on("request", (request) => request.url().includes("/assets/toaster") && loaded.push(request.url()));
    await page.reload();
    await see(title(page)).toHaveText("Analytics");
    await page.waitForLoadState("networkidle");
    expect(loaded).toEqual([]);
    await page.mouse.move(200, 200);
    await expect.poll(() => loaded.length).toBe(1);
  });

  it("says that one is offline where a page cannot be fetched, and opens it once the server answers again", async () => {
    const page = await app.open("/", {});
    // Silences React, which logs the error that the page will show.
    await page.evaluate(() => Object.assign(console, { error: () => undefined }));
    let isThere = false;
    for (const address of ["**/health/live", "**/assets/analytics-page*"])
      await page.route(address, (route) =>
        !isThere
          ? route.abort()
          : address.includes("live")
            ? route.fulfill({ json: { live: true } })
            : route.continue(),
      );
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Analytics" }).click();
    await see(title(page)).toHaveText("You are offline");
    await see(page.getByText("A new version may have been installed")).toHaveCount(0);
    isThere = true;
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await see(title(page)).toHaveText("Analytics");
  });

  it("NAV-006 NAV-023 /dashboard is another name of /; /signup is no page of somebody who is signed in", async () => {
    const page = await app.open("/dashboard");
    await see(title(page)).toHaveText("Dashboard");
    await see(page).toHaveURL(`${app.server.address}/`);
    await page.goto(`${app.server.address}/signup`);
    await see(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await see(page.getByText("/signup", { exact: true })).toBeVisible();
  });

  it("NAV-009 leads to the subscription from the settings", async () => {
    const page = await app.open("/settings/personal");
    await see(page.getByRole("link", { name: "Manage Subscription" })).toHaveAttribute(
      "href",
      "/settings/subscription",
    );
  });

  it("comes back to where one was in a list", async () => {
    const page = await app.open("/logs");
    app.server.answer("GET /api/articles/recent", () => sample.articles);
    await page.setViewportSize({ width: 1000, height: 400 });
    await page.goto(`${app.server.address}/`);
    await see(page.getByText("Demo: made-up people")).toBeVisible();
    await page.mouse.wheel(0, 600);
    await see.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
    await page.getByRole("link", { name: "Why invoices are numbered per country and not per customer" }).click();
    await see(page.getByRole("main")).toBeFocused();
    await see.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await see(title(page)).toHaveText("Dashboard");
    await see.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
    await page.reload();
    await see(title(page)).toHaveText("Dashboard");
    await see.poll(() => page.evaluate(() => window.scrollY)).toBe(600);

    await page.goto(`${app.server.address}/?from=elsewhere`);
    await see.poll(() => page.evaluate(() => document.body.scrollHeight - innerHeight)).toBeGreaterThan(600);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

describe("toasts", () => {
  it("TOAST-003 a swipe to the right of 50 px dismisses one, a shorter one does not", async () => {
    const page = await app.open("/");
    const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    await page.getByRole("main").locator("header").getByRole("button", { name: "Add Integration" }).click();
    await toast.hover({ position: { x: 40, y: 20 } });
    const swipe = async (px: number) => {
      const box = await toast.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + px / 2, y);
      await page.mouse.move(x + px, y);
      await page.mouse.up();
    };
    await swipe(49);
    await see(toast).toHaveAttribute("data-swipe", "cancel");
    await see(toast).toBeVisible();
    await swipe(-80);
    await see(toast).toBeVisible();
    await swipe(50);
    await see(toast).toHaveCount(0);
  });

  it("what was switched off can be undone from its toast", async () => {
    app.server.answer("GET /api/settings/monitoring", () => ({ mode: "automatic", nextCheck: null }));
    const page = await app.open("/");
    await page.getByRole("switch", { name: "Automatic monitoring" }).click();
    await see(page.getByText("Automatic monitoring is off", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await see(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
    await expect
      .poll(() =>
        app.server.calls.filter(({ method, path }) => method === "PUT" && path === "/api/settings/monitoring"),
      )
      .toMatchObject([{ body: { mode: "manual" } }, { body: { mode: "automatic" } }]);
  });
});

describe("without a mouse", () => {
  it("the palette goes to pages, finds articles and does what one asks for", async () => {
    const view = { id: sample.idOf(70), name: "Open questions of deploys", filters: { tags: "deploy" }, look: null };
    app.server.answer("GET /api/saved-views", () => [view]);
    const page = await app.open("/logs", { colorScheme: "light" });
    await see(title(page)).toHaveText("Logs & Errors");
    const field = page.getByRole("combobox", { name: "Find anything" });
    const choose = async (typed: string) => {
      await page.keyboard.press("Control+k");
      await see(field).toBeFocused();
      await page.keyboard.type(typed);
    };
    await choose("collab mon");
    await see(page.getByRole("option", { name: "Collaboration Monitoring" })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await see(title(page)).toHaveText("Collaboration Monitoring");

    for (const [typed, found] of [
      ["invite", "Team"],
      ["two factor", "Password Reset"],
      ["the theme", "Use the dark theme"],
    ] as const) {
      await choose(typed);
      await see(page.getByRole("option", { name: found, exact: true })).toBeVisible();
      await page.keyboard.press("Escape");
    }
    await choose("questions of");
    await page.getByRole("option", { name: view.name }).click();
    await page.waitForURL("**/articles?tags=deploy");

    await choose("contractor");
    await expect
      .poll(() => app.server.calls.findLast(({ path }) => path === "/api/articles/search")?.query)
      .toEqual({ keywords: "contractor", limit: "6" });
    await see(
      page.getByRole("option", { name: "How to give a contractor access to the staging database" }),
    ).toBeVisible();
    await findsNoBarrier(page, "the palette");
    await page.getByRole("option", { name: "How to give a contractor access to the staging database" }).click();
    await page.waitForURL(`**/articles/${sample.idOf(102)}`);

    const meant = { [PAGE_HEADERS.meant]: "contractor" };
    const passage = "the contractor signs first";
    app.server.answer(
      "GET /api/articles/search",
      () => new Reply(200, [{ ...sample.articles[0], title: "Contracts", passage }], meant),
    );
    await choose("contractr");
    const hit = page.getByRole("option").filter({ hasText: "… the contractor signs first …" });
    await see(hit.locator("mark")).toHaveText(["Contracts", "contractor"]);
    await see(page.getByText("Searched for “contractor”, too.")).toBeVisible();
    await findsNoBarrier(page, "the palette with a passage");
    await page.keyboard.press("Escape");

    const near = { [PAGE_HEADERS.words]: "some" };
    app.server.answer(
      "GET /api/articles/search",
      () => new Reply(200, [{ ...sample.articles[0], status: "draft" }], near),
    );
    await choose("contractor zeppelin");
    await see(page.getByText("Articles that have only some of the words", { exact: true })).toBeVisible();
    await see(page.getByText("No article matches all of your words.")).toBeVisible();
    await see(page.getByRole("option").first()).toHaveText("Ask “contractor zeppelin”");
    await see(page.getByRole("option").filter({ hasText: "Draft" })).toBeVisible();
    await page.keyboard.press("Escape");

    app.server.answer("GET /api/articles/search", () => []);
    await choose("zzz");
    await see(page.getByText("No article matches.")).toBeVisible();
    await see(page.getByRole("option")).toHaveText(["Ask “zzz”"]);
    await findsNoBarrier(page, "the palette with nothing to choose");
    await page.keyboard.press("Escape");

    await choose("dark");
    await page.keyboard.press("Enter");
    await see(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await choose("tour");
    await page.keyboard.press("Enter");
    await see(page.getByText("Step 1 of 8")).toBeVisible();
    await page.keyboard.press("Escape");
    await see(page.getByRole("dialog")).toHaveCount(0);

    await choose("run analysis");
    await page.keyboard.press("Enter");
    await expect.poll(() => app.server.calls.filter(({ path }) => path === "/api/test-slack-analysis").length).toBe(1);
    await choose("log out");
    await see(page.getByRole("option", { name: "Log Out" })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/api/logout");
  });

  it("the palette keeps what is typed before its code has loaded", async () => {
    const page = await app.open("/logs", {});
    await see(title(page)).toHaveText("Logs & Errors");
    let release = () => {};
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/palette-*.js", async (route) => {
      await typed;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("pasz");
    await page.keyboard.press("Backspace");
    release();
    const field = page.getByRole("combobox", { name: "Find anything" });
    await see(field).toBeFocused();
    await page.keyboard.type("sword");
    await see(field).toHaveValue("password");
  });

  it("the palette opens again by a key pressed before the browser has told that it was closed", async () => {
    const page = await app.open("/logs");
    const field = page.getByRole("combobox", { name: "Find anything" });
    await see(title(page)).toHaveText("Logs & Errors");
    await page.getByRole("link", { name: "Analytics" }).focus();
    await page.keyboard.press("Control+k");
    await see(field).toBeFocused();
    await page.evaluate(async () => {
      document.querySelector<HTMLDialogElement>("dialog[open]")?.requestClose();
      await Promise.resolve();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
    });
    await see(field).toBeFocused();
    await page.keyboard.type("coll");
    await see(field).toHaveValue("coll");
    await page.keyboard.press("Escape");
    await see(field).toHaveCount(0);
    await see(page.getByRole("link", { name: "Analytics" })).toBeFocused();
  });

  it("the palette stays open when the page that one has just gone to comes after it", async () => {
    const page = await app.open("/logs");
    const field = page.getByRole("combobox", { name: "Find anything" });
    await see(title(page)).toHaveText("Logs & Errors");
    await page.evaluate(() => {
      document.querySelector<HTMLElement>("nav a[href='/analytics']")?.click();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
    });
    await see(page.locator("h1")).toHaveText("Analytics");
    await see(field).toBeFocused();
    await page.keyboard.type("coll");
    await see(field).toHaveValue("coll");
  });

  it("the palette opens what is highlighted: the first hit when hits arrive, and nothing of an earlier search", async () => {
    let answer: (hits: unknown[]) => void = () => undefined;
    app.server.answer("GET /api/articles/search", () => new Promise((resolve) => (answer = resolve)));
    const asked = (keywords: string) =>
      expect.poll(() => app.callsTo("GET /api/articles/search").at(-1)?.query).toEqual({ keywords, limit: "6" });
    const page = await app.open("/logs");
    const field = page.getByRole("combobox", { name: "Find anything" });
    const options = page.getByRole("dialog").getByRole("option");
    const highlighted = page.getByRole("dialog").getByRole("option", { selected: true });
    await see(title(page)).toHaveText("Logs & Errors");
    await page.keyboard.press("Control+k");
    await see(field).toBeFocused();

    // Nothing matches these letters. The previous articles disappear during the search.
    await page.keyboard.type("refnud");
    await asked("refnud");
    await see(options).toHaveCount(0);
    await see(page.getByText("Searching…")).toBeVisible();
    answer([sample.articles[2], sample.articles[0]]);
    // Asking comes last.
    await see(options).toHaveCount(3);
    await see(options.last()).toHaveText("Ask “refnud”");
    await see(highlighted).toHaveText(sample.articles[2]?.title ?? "");

    await field.fill("vouchers");
    await asked("vouchers");
    answer([]);
    await see(page.getByText("No article matches.")).toBeVisible();
    await see(highlighted).toHaveText("Ask “vouchers”");

    // Words without a matching article can be asked as a question.
    await field.fill("gift card");
    await asked("gift card");
    answer([]);
    await see(highlighted).toHaveText("Ask “gift card”");

    // If Enter is pressed before the search results arrive, the first result opens.
    await field.fill("refund");
    await page.keyboard.press("Enter");
    await asked("refund");
    answer([sample.articles[1], sample.articles[0]]);
    await page.waitForURL(`**/articles/${sample.articles[1]?.id}`);
  });

  it("keys go to pages and to the search, never while one types, and the sheet names them all", async () => {
    const page = await app.open("/");
    await see(title(page)).toHaveText("Dashboard");
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await see(title(page)).toHaveText("Smart Knowledge Articles");
    await page.keyboard.press("/");
    const search = page.getByRole("searchbox", { name: "Search articles" });
    await see(search).toBeFocused();
    await page.keyboard.type("gl/?");
    await see(search).toHaveValue("gl/?");
    await see(title(page)).toHaveText("Smart Knowledge Articles");
    await page.getByRole("main").focus();

    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await see(sheet.getByText("Search on this page")).toBeVisible();
    await findsNoBarrier(page, "the sheet of keys");
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await see(title(page)).toHaveText("Smart Knowledge Articles");
    await sheet.getByRole("switch", { name: "Shortcuts of a single key" }).click();
    await page.keyboard.press("Escape");
    await see(sheet).toHaveCount(0);
    await page.keyboard.press("?");
    await page.keyboard.press("Control+k");
    await see(page.getByRole("combobox", { name: "Find anything" })).toBeFocused();
    await see(sheet).toHaveCount(0);
  });
});
