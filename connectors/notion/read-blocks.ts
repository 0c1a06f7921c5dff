import { createHash } from "node:crypto";
import type { RemoteBlock, RemoteTree } from "./blocks.ts";
import type { NotionPage } from "./shapes.ts";

interface CachedChildren {
  /** The parent block in the state in which its children were read. */
  block: string;
  /** The page's time of the last edit at that time, in whole minutes. */
  pageEdited: string;
  at: number;
  children: RemoteTree[];
}

const MOST_PAGES = 50;
/** The precision of Notion's times plus the maximum clock difference. */
const SETTLED_AFTER_MS = 2 * 60 * 1000;
/** The longest time between an attempt's read of the page and its change. */
const ONE_ATTEMPT_MS = 2 * 60 * 1000;

/**
 * When cached children may be reused. `settled`: an edit since the read would have changed the page's time. `attempt`: read
 * moments ago in the same attempt; blocks about to change are read again. `written`: after our own change, for untouched blocks.
 */
export type CacheTrust = "settled" | "attempt" | "written";

/** Caches the children of one page's blocks. Each read is a call, and Notion allows three calls a second. */
export class PageMemory {
  readonly #reads = new Map<string, CachedChildren>();
  readonly #onCall: () => void;
  /** The number of calls made for this page. */
  calls = 0;

  constructor(onCall: () => void) {
    this.#onCall = onCall;
  }

  find(page: NotionPage, block: RemoteBlock, trust: CacheTrust): RemoteTree[] | null {
    const read = this.#reads.get(block.id);
    if (!read || read.block !== JSON.stringify(block)) return null;
    const isRecent = Date.now() - read.at < ONE_ATTEMPT_MS;
    if (trust === "written") return isRecent ? read.children : null;
    if (read.pageEdited !== page.last_edited_time) return null;
    const isSettled = read.at > Date.parse(read.pageEdited) + SETTLED_AFTER_MS;
    return isSettled || (trust === "attempt" && isRecent) ? read.children : null;
  }

  keep(page: NotionPage, block: RemoteBlock, children: RemoteTree[]): void {
    this.calls += 1;
    this.#onCall();
    this.#reads.set(block.id, {
      block: JSON.stringify(block),
      pageEdited: page.last_edited_time,
      at: Date.now(),
      children,
    });
  }
}

/** Caches the pages that were read last, separately for each credential. */
export class PageMemories {
  readonly #pages = new Map<string, PageMemory>();
  /** The number of calls made for all pages. */
  calls = 0;

  of(token: string, pageId: string): PageMemory {
    const key = createHash("sha256").update(`${token} ${pageId}`).digest("hex");
    const memory = this.#pages.get(key) ?? new PageMemory(() => (this.calls += 1));
    this.#pages.delete(key);
    this.#pages.set(key, memory);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) break;
      this.#pages.delete(oldest);
    }
    return memory;
  }
}
