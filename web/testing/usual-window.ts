import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from "@playwright/test";
import { EMPTY_PAGE } from "./fake-server.ts";

type WindowLook = Pick<BrowserContextOptions, "viewport" | "colorScheme">;

const USUAL_LOOK = { viewport: { width: 1440, height: 900 }, colorScheme: "light" } as const;

declare global {
  interface Window {
    isLeft?: boolean;
  }
}

/**
 * The size and colors for the shared window. Undefined if the options request anything else, so that the test needs its
 * own window.
 */
export function chooseWindowOptions(options: BrowserContextOptions | undefined): WindowLook | undefined {
  if (!options) return {};
  const names = Object.keys(options);
  return names.length > 0 && names.every((name) => name in USUAL_LOOK) ? options : undefined;
}

/**
 * An init script for the shared window. At the end of a test its page then disappears without unload events, as if the
 * window were closed.
 */
export function skipUnloadEvents(): void {
  for (const farewell of ["beforeunload", "pagehide", "visibilitychange"])
    window.addEventListener(farewell, (event) => window.isLeft && event.stopImmediatePropagation(), true);
}

/**
 * Makes a page of the shared window refuse to set the clock. The clock belongs to the whole window, and Playwright
 * cannot reset it.
 */
function refuseClock(page: Page): Page {
  const get = () => {
    throw new Error("A test that sets the clock needs a window of its own: open the page with {}");
  };
  return Object.defineProperty(page, "clock", { get });
}

/**
 * The shared window of all tests without special needs. A new page for each test would cost a process and parsing all
 * scripts. This window is reset after each test instead.
 */
export class SharedWindow {
  readonly context: BrowserContext;
  readonly #origin: string;
  #kept: { page: Page; session: CDPSession } | undefined;
  #isTaken = false;

  constructor(context: BrowserContext, origin: string) {
    this.context = context;
    this.#origin = origin;
  }

  /**
   * Returns the shared page for a test's first call, and new pages for further calls. The new pages are closed at the
   * test's end.
   */
  async page(look: WindowLook): Promise<Page> {
    const page = this.#isTaken ? refuseClock(await this.context.newPage()) : (await this.#keep()).page;
    if (page === this.#kept?.page) this.#isTaken = true;
    const { viewport, colorScheme } = { ...USUAL_LOOK, ...look };
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    return page;
  }

  /** Removes all traces of a test: storage, history, routes, and the position of the pointer. */
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
      // A page that crashed or hangs must fail only its own test.
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
    const page = refuseClock(await this.context.newPage());
    this.#kept = { page, session: await this.context.newCDPSession(page) };
    return this.#kept;
  }
}
