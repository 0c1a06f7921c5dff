import { rmSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll } from "vitest";
import { buildApp } from "./build-app.ts";
import { type FakeServer, startFakeServer } from "./fake-server.ts";
import { skipOnboarding } from "./skip-onboarding.ts";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  "--disable-background-networking",
];

const USUAL: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" };

interface AppInBrowser {
  server: FakeServer;
  /** The built app at an address, in a browser of its own. An error in its console fails the test at its end. */
  open: (path: string, options?: BrowserContextOptions & { firstVisit?: boolean }) => Promise<Page>;
}

/** For a test file: the app, built, in a real browser, before a server with made-up answers. */
export function useAppInBrowser(): AppInBrowser {
  let browser: Browser;
  let usual: BrowserContext;
  let webRoot: string;
  const problems: string[] = [];
  const app: AppInBrowser = {
    server: undefined as unknown as FakeServer,
    open: async (path, { firstVisit = false, ...options } = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: "reduce",
        ...options,
      });
      if (!firstVisit) await context.addInitScript(skipOnboarding);
      const page = await context.newPage();
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => {
        // A refused call is logged by the browser itself; the tests that refuse one look at what the page says.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          problems.push(message.text());
      });
      await page.goto(app.server.address + path);
      return page;
    },
  };
  beforeAll(async () => {
    webRoot = buildApp();
    [app.server, browser] = await Promise.all([
      startFakeServer(webRoot),
      chromium.launch({ executablePath: "/usr/bin/chromium", args: ARGUMENTS }),
    ]);
    usual = await browser.newContext(USUAL);
  });
  afterEach(async () => {
    await Promise.all(usual.pages().map((page) => page.close()));
    const others = browser.contexts().filter((context) => context !== usual);
    await Promise.all(others.map((context) => context.close()));
    app.server.reset();
    const said = problems.splice(0);
    if (said.length > 0) throw new Error(`The browser's console says: ${said.join("; ")}`);
  });
  afterAll(async () => {
    await browser.close();
    await app.server.close();
    rmSync(webRoot, { recursive: true, force: true });
  });
  return app;
}
