import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from "@playwright/test";
import { afterAll, afterEach, beforeAll } from "vitest";
import { browserOptions } from "../../playwright.config.ts";
import { buildApp } from "./build-app.ts";
import { type Call, type FakeServer, Reply, startFakeServer } from "./fake-server.ts";
import { skipOnboarding } from "./skip-onboarding.ts";

const USUAL: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" };

type OpenOptions = BrowserContextOptions & { firstVisit?: boolean };

interface AppInBrowser {
  server: FakeServer;
  /** What was asked of 'METHOD /path' so far. */
  callsTo: (endpoint: string) => Call[];
  bodiesTo: (endpoint: string) => unknown[];
  /** From now on 'METHOD /path' fails. */
  refuse: (endpoint: string) => void;
  /**
   * The built app at an address, as a person who was never there sees it. An error in its console fails the test at its end.
   * Who stops the clock asks for a window of its own, be it with `{}`: a stopped clock stays with the window.
   */
  open: (path: string, options?: OpenOptions) => Promise<Page>;
}

/** One for all files of a worker; it ends with the worker. */
let browserOfWorker: Promise<Browser> | undefined;

/** For a test file: the app, built, in a real browser, before a server with made-up answers. */
export function useAppInBrowser(): AppInBrowser {
  let browser: Browser;
  let usual: BrowserContext;
  /** Stays open, empty: through it what a test stored is wiped when its pages are gone. */
  let keeper: Page;
  let wipe: CDPSession;
  const problems: string[] = [];

  async function newContext({ firstVisit = false, ...options }: OpenOptions): Promise<BrowserContext> {
    const context = await browser.newContext({ ...USUAL, ...options });
    if (!firstVisit) await context.addInitScript(skipOnboarding);
    context.on("weberror", (error) => problems.push(error.error().message));
    context.on("console", (message) => {
      // A refused call is logged by the browser itself; the tests that refuse one look at what the page says.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        problems.push(message.text());
    });
    return context;
  }

  const app: AppInBrowser = {
    server: undefined as unknown as FakeServer,
    callsTo: (endpoint) => app.server.calls.filter(({ method, path }) => `${method} ${path}` === endpoint),
    bodiesTo: (endpoint) => app.callsTo(endpoint).map(({ body }) => body),
    refuse: (endpoint) => app.server.answer(endpoint, () => new Reply(500, { message: "boom" })),
    open: async (path, options) => {
      // A window of its own costs a second on a small machine: what asks for nothing special shares one, wiped after each test.
      const page = await (options ? await newContext(options) : usual).newPage();
      await page.goto(app.server.address + path);
      return page;
    },
  };
  beforeAll(async () => {
    [app.server, browser] = await Promise.all([
      buildApp().then((folder) => startFakeServer(folder)),
      (browserOfWorker ??= chromium.launch(browserOptions)),
    ]);
    usual = await newContext({});
    keeper = await usual.newPage();
    wipe = await usual.newCDPSession(keeper);
  });
  afterEach(async () => {
    const others = browser.contexts().filter((context) => context !== usual);
    await Promise.all(others.map((context) => context.close()));
    const used = usual.pages().filter((page) => page !== keeper);
    await Promise.all(used.map((page) => page.close()));
    await usual.clearCookies();
    const stored = { origin: app.server.address, storageTypes: "local_storage,indexeddb,cache_storage" };
    await wipe.send("Storage.clearDataForOrigin", stored);
    const broken = [...new Set(app.server.broken)];
    app.server.reset();
    if (broken.length > 0) throw new Error(`The made-up answers break the contract: ${broken.join("; ")}`);
    const said = problems.splice(0);
    if (said.length > 0) throw new Error(`The browser's console says: ${said.join("; ")}`);
  });
  afterAll(async () => {
    await usual.close();
    await app.server.close();
  });
  return app;
}
