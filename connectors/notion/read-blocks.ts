import { createHash } from "node:crypto";
import type { RemoteBlock, RemoteTree } from "./blocks.ts";
import type { NotionPage } from "./shapes.ts";

interface Read {
  /** The block that they are in, as it was then. */
  block: string;
  /** When the page was last edited, as Notion said then: whole minutes. */
  pageEdited: string;
  at: number;
  children: RemoteTree[];
}

const MOST_PAGES = 50;
/** Notion's minute, and how much its clock and ours may differ. */
const SETTLED_AFTER_MS = 2 * 60 * 1000;
/** Of one attempt, from its look at the page to its change. */
const ONE_ATTEMPT_MS = 2 * 60 * 1000;

/**
 * `settled`: nobody can have edited the page since without Notion's saying so. `attempt`: read a moment ago for the same page; what is
 * about to change is read again. `written`: after a change of our own, for blocks that it did not touch.
 */
export type Trust = "settled" | "attempt" | "written";

/** What was read in the blocks of one page: each costs a call, of which Notion takes three a second. */
export class PageMemory {
  readonly #reads = new Map<string, Read>();
  readonly #onCall: () => void;
  /** Calls that were made for it. */
  calls = 0;

  constructor(onCall: () => void) {
    this.#onCall = onCall;
  }

  find(page: NotionPage, block: RemoteBlock, trust: Trust): RemoteTree[] | null {
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

/** Of the pages that were read last, to the credentials that read them. */
export class PageMemories {
  readonly #pages = new Map<string, PageMemory>();
  /** Calls that were made for any of them. */
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
