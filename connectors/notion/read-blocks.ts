import { createHash } from "node:crypto";
import type { RemoteBlock, RemoteTree } from "./blocks.ts";
import type { NotionPage } from "./shapes.ts";

interface CachedChildren {
  /** The parent block as it was when its children were read. */
  block: string;
  /** The time of the page's last edit when the children were read, in whole minutes. */
  pageEdited: string;
  at: number;
  children: RemoteTree[];
}

const MOST_PAGES = 50;
/**
 * The time after which an edit is certainly visible in a page's time: the precision of Notion's times plus the largest
 * clock difference.
 */
const SETTLED_AFTER_MS = 2 * 60 * 1000;
/** The longest time between reading and changing the page in one attempt. */
const ONE_ATTEMPT_MS = 2 * 60 * 1000;

/**
 * The condition for reusing cached children. `settled`: an edit after the read would have changed the page's time.
 * `attempt`: the children were read in the same attempt; blocks that will change are read again. `written`: after our
 * own change, for blocks that the change did not touch.
 */
export type CacheReuseCondition = "settled" | "attempt" | "written";

/** Caches the children of one page's blocks, because each read is a call and Notion permits three calls a second. */
export class PageBlockCache {
  readonly #reads = new Map<string, CachedChildren>();
  readonly #onCall: () => void;
  /** The number of calls made for this page. */
  calls = 0;

  constructor(onCall: () => void) {
    this.#onCall = onCall;
  }

  find(page: NotionPage, block: RemoteBlock, trust: CacheReuseCondition): RemoteTree[] | null {
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
export class PageBlockCaches {
  readonly #pages = new Map<string, PageBlockCache>();
  /** The number of calls made for all pages. */
  calls = 0;

  of(token: string, pageId: string): PageBlockCache {
    const key = createHash("sha256").update(`${token} ${pageId}`).digest("hex");
    const memory = this.#pages.get(key) ?? new PageBlockCache(() => (this.calls += 1));
    this.#pages.delete(key);
    this.#pages.set(key, memory);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) break;
      this.#pages.delete(oldest);
    }
    return memory;
  }
}
