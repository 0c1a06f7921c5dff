import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from "@playwright/test";
import { EMPTY_PAGE } from "./fake-server.ts";

type Look = Pick<BrowserContextOptions, "viewport" | "colorScheme">;

const USUAL_LOOK = { viewport: { width: 1440, height: 900 }, colorScheme: "light" } as const;

declare global {
  interface Window {
    isLeft?: boolean;
  }
}

/** What the usual window can be given: its size and colours, and nothing else. */
export function lookOf(options: BrowserContextOptions | undefined): Look | undefined {
  if (!options) return {};
  const names = Object.keys(options);
  return names.length > 0 && names.every((name) => name in USUAL_LOOK) ? options : undefined;
}

/** For the usual window's context to run before each page: at the end of a test its page is gone without a farewell, as a closed one. */
export function leaveSilently(): void {
  for (const farewell of ["beforeunload", "pagehide", "visibilitychange"])
    window.addEventListener(farewell, (event) => window.isLeft && event.stopImmediatePropagation(), true);
}

/**
 * The window of every test that asks for nothing special. A page of its own for each test would cost a process, and the reading
 * of all scripts, each time; this one is wiped after each test instead.
 */
export class UsualWindow {
  readonly context: BrowserContext;
  readonly #origin: string;
  #kept: { page: Page; session: CDPSession } | undefined;
  #isTaken = false;

  constructor(context: BrowserContext, origin: string) {
    this.context = context;
    this.#origin = origin;
  }

  /** Of a test the first page is the kept one; more of them are closed at its end. */
  async page(look: Look): Promise<Page> {
    const page = this.#isTaken ? await this.context.newPage() : (await this.#keep()).page;
    if (page === this.#kept?.page) this.#isTaken = true;
    const { viewport, colorScheme } = { ...USUAL_LOOK, ...look };
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    return page;
  }

  /** Nothing is left of what a test did: no storage, no history, no routes, no pointer over the page. */
  async wipe(): Promise<void> {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    const { page, session } = await this.#keep();
    const others = this.context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await this.context.clearCookies();
    try {
      await this.#clear(page, session);
    } catch (error) {
      // A page that crashed or hangs fails its own test, and not those that follow.
      await page.close();
      const next = await this.#keep();
      await this.#clear(next.page, next.session);
      throw error;
    }
  }

  async #clear(page: Page, session: CDPSession): Promise<void> {
    await page.unrouteAll();
    await page.evaluate(() => {
      window.isLeft = true;
    });
    await page.goto(this.#origin + EMPTY_PAGE);
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    const storageTypes = "local_storage,indexeddb,cache_storage";
    await session.send("Storage.clearDataForOrigin", { origin: this.#origin, storageTypes });
    await session.send("Page.resetNavigationHistory");
  }

  async #keep(): Promise<{ page: Page; session: CDPSession }> {
    if (this.#kept && !this.#kept.page.isClosed()) return this.#kept;
    const page = await this.context.newPage();
    this.#kept = { page, session: await this.context.newCDPSession(page) };
    return this.#kept;
  }
}
