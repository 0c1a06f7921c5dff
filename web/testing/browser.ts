import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { afterEach, beforeAll } from "vitest";
import { buildApp } from "./build-app.ts";
import { type Call, type FakeServer, Reply, startFakeServer } from "./fake-server.ts";
import { skipOnboarding } from "./skip-onboarding.ts";
import { launchTestBrowser } from "./test-browser.ts";
import { chooseWindowOptions, SharedWindow, skipUnloadEvents } from "./usual-window.ts";

const USUAL: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" };

type OpenOptions = BrowserContextOptions & { firstVisit?: boolean };

interface AppInBrowser {
  server: FakeServer;
  /** The requests to 'METHOD /path' so far. */
  callsTo: (endpoint: string) => Call[];
  bodiesTo: (endpoint: string) => unknown[];
  /** Makes 'METHOD /path' fail from now on. */
  refuse: (endpoint: string) => void;
  /**
   * Opens the built app at a URL, for a person without stored data. A console error fails the test at its end. A test
   * that changes its window for good (a stopped clock, an init script, a listener) needs its own window. Any option
   * except size and colors requests an own window, even `{}`.
   */
  open: (path: string, options?: OpenOptions) => Promise<Page>;
}

/** One server, browser and window for all test files of a worker process. They end with the process. */
let ofWorker: Promise<{ server: FakeServer; browser: Browser; usual: SharedWindow }> | undefined;
/** Console messages of all pages since the last test. */
const problems: string[] = [];

async function start() {
  const [server, browser] = await Promise.all([
    buildApp().then((folder) => startFakeServer(folder)),
    launchTestBrowser(),
  ]);
  const context = await newContext(browser, {});
  await context.addInitScript(skipUnloadEvents);
  return { server, browser, usual: new SharedWindow(context, server.address) };
}

async function newContext(browser: Browser, { firstVisit = false, ...options }: OpenOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...USUAL, ...options });
  if (!firstVisit) await context.addInitScript(skipOnboarding);
  context.on("weberror", (error) => problems.push(error.error().message));
  context.on("console", (message) => {
    // The browser logs every refused call. Tests that cause a refusal check the page instead.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
  return context;
}

/** Opens the built app in a real browser with a fake server, for one test file. */
export function useAppInBrowser(): AppInBrowser {
  let browser: Browser;
  let usual: SharedWindow;

  const app: AppInBrowser = {
    server: undefined as unknown as FakeServer,
    callsTo: (endpoint) => app.server.calls.filter(({ method, path }) => `${method} ${path}` === endpoint),
    bodiesTo: (endpoint) => app.callsTo(endpoint).map(({ body }) => body),
    refuse: (endpoint) => app.server.answer(endpoint, () => new Reply(500, { message: "boom" })),
    open: async (path, options) => {
      const look = chooseWindowOptions(options);
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
