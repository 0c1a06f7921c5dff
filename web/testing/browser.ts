import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { afterEach, beforeAll } from "vitest";
import { buildApp } from "./build-app.ts";
import { type Call, type FakeServer, Reply, startFakeServer } from "./fake-server.ts";
import { skipOnboarding } from "./skip-onboarding.ts";
import { launchTestBrowser } from "./test-browser.ts";
import { leaveSilently, lookOf, UsualWindow } from "./usual-window.ts";

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
   * What stays with a window (a stopped clock, a script before each page, a listener) is for a window of one's own: asked
   * for with any option but size and colours, be it with `{}`.
   */
  open: (path: string, options?: OpenOptions) => Promise<Page>;
}

/** One server, one browser and one window of it for all files of a worker; they end with the worker. */
let ofWorker: Promise<{ server: FakeServer; browser: Browser; usual: UsualWindow }> | undefined;
/** What the console of any page said since the last test. */
const problems: string[] = [];

async function start() {
  const [server, browser] = await Promise.all([
    buildApp().then((folder) => startFakeServer(folder)),
    launchTestBrowser(),
  ]);
  const context = await newContext(browser, {});
  await context.addInitScript(leaveSilently);
  return { server, browser, usual: new UsualWindow(context, server.address) };
}

async function newContext(browser: Browser, { firstVisit = false, ...options }: OpenOptions): Promise<BrowserContext> {
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

/** For a test file: the app, built, in a real browser, before a server with made-up answers. */
export function useAppInBrowser(): AppInBrowser {
  let browser: Browser;
  let usual: UsualWindow;

  const app: AppInBrowser = {
    server: undefined as unknown as FakeServer,
    callsTo: (endpoint) => app.server.calls.filter(({ method, path }) => `${method} ${path}` === endpoint),
    bodiesTo: (endpoint) => app.callsTo(endpoint).map(({ body }) => body),
    refuse: (endpoint) => app.server.answer(endpoint, () => new Reply(500, { message: "boom" })),
    open: async (path, options) => {
      const look = lookOf(options);
      const page = look ? await usual.page(look) : await (await newContext(browser, options ?? {})).newPage();
      await page.goto(app.server.address + path);
      return page;
    },
  };
  beforeAll(async () => {
    ofWorker ??= start();
    ({ server: app.server, browser, usual } = await ofWorker);
  });
  afterEach(async () => {
    const others = browser.contexts().filter((context) => context !== usual.context);
    await Promise.all(others.map((context) => context.close()));
    await usual.wipe();
    const broken = [...new Set(app.server.broken)];
    app.server.reset();
    const said = problems.splice(0);
    if (broken.length > 0) throw new Error(`The made-up answers break the contract: ${broken.join("; ")}`);
    if (said.length > 0) throw new Error(`The browser's console says: ${said.join("; ")}`);
  });
  return app;
}
