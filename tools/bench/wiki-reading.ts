import { setInterval } from "node:timers/promises";
import type pg from "pg";
import { DEFAULT_ACCOUNT, DEFAULT_SPACE, startConfluenceStandIn } from "../stand-ins/confluence/server.ts";
import type { StandIn } from "../stand-ins/stand-in.ts";
import { printFigures } from "./kills.ts";
import type { Processes } from "./kills-processes.ts";
import { readMegabytes } from "./memory.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { countOf, type Product, waitUntilDone, withProduct } from "./wiki-product.ts";

const PAGES_BELOW = 50;
/** The `readsAtOnce` of Confluence. */
const READS_AT_ONCE = 4;
/** Longer than the product waits after an error of the platform or the database (five minutes). */
const PATIENCE_MS = 420_000;
const LOOK_EVERY_MS = 500;
const READ = /^\/wiki\/api\/v2\/pages\/(\d+)/;

interface ReadingFigures {
  pages: number;
  minutes: number;
  /** The most memory that a worker had. */
  megabytes: number;
}

/**
 * Reads a wiki of this many pages from the Confluence stand-in with the product's own job. Both workers are killed halfway: the
 * reading continues, and only the pages in progress then, or at an error of the platform, are read twice.
 */
export async function benchWikiReading(pages: number, seed: number): Promise<ReadingFigures> {
  const site = await startConfluenceStandIn({ callsInABurst: Number.MAX_SAFE_INTEGER });
  try {
    writeWiki(site, pages, createSeededRandom(seed));
    const platform = { standIn: site, environment: { CONFLUENCE_GATEWAY_URL: site.gatewayUrl } };
    return await withProduct([platform], {}, (product) => readWiki(product, site, pages));
  } finally {
    await site.close();
  }
}

async function readWiki(product: Product, site: StandIn, pages: number): Promise<ReadingFigures> {
  const { processes, visitor, pool } = product;
  const watch = new WorkerMonitor(site, processes);
  const { id } = await visitor.call<{ id: string }>("POST", "/api/integrations", {
    name: "Confluence",
    type: "confluence",
    baseUrl: site.url,
    spaceId: DEFAULT_SPACE.key,
    apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
  });
  const begun = Math.max(...(await Promise.all(processes.workers.map((pid) => readMegabytes(pid, "VmHWM")))));
  const startedAt = performance.now();
  await visitor.call("PUT", `/api/wikis/${id}`, { isOn: true, readers: "everybody", places: [] });
  const readSoFar = () => countOf(pool, "select count(*)::int as n from wiki_pages where read_version is not null");
  let interruptions = 1;
  let before: string | null | undefined;
  const progress = async () => {
    const { rows } = await pool.query<{ trouble: string | null }>("select trouble from wiki_readings");
    const trouble = rows[0]?.trouble;
    if (trouble && trouble !== before) interruptions += 1;
    before = trouble;
    return [await readSoFar(), await countOf(pool, "select count(*)::int as n from wiki_pages"), trouble];
  };
  await waitUntilDone(async () => (await readSoFar()) >= pages / 2, progress, PATIENCE_MS);
  for (const which of [0, 0.9]) await processes.killWorker(which);
  const killedAt = await readSoFar();
  process.stdout.write(`Both workers are killed at ${killedAt} of ${pages} pages.\n`);
  await waitUntilDone(async () => (await readSoFar()) >= pages, progress, PATIENCE_MS);
  const minutes = Math.round((performance.now() - startedAt) / 6_000) / 10;
  const { calls, twice, megabytes } = await watch.end();
  await report(pool, {
    pages,
    minutes,
    "megabytes of a worker before it read, at most": begun,
    "megabytes of a worker, at most": megabytes,
    calls,
    "pages read twice": twice,
    "kills and errors meanwhile": interruptions,
  });
  if (twice > READS_AT_ONCE * interruptions)
    throw new Error(`${twice} pages were read twice; only those under way at the kill or at an error may be.`);
  return { pages, minutes, megabytes };
}

async function report(pool: pg.Pool, figures: Record<string, number>): Promise<void> {
  const sizeOf = (expression: string) => countOf(pool, `select round((${expression}) / 1048576.0)::int as n`);
  printFigures({
    ...figures,
    passages: await countOf(pool, "select count(*)::int as n from wiki_statements"),
    "pages with embeddings by then": await countOf(pool, "select count(*)::int as n from ask_pages"),
    "megabytes of its tables and indexes": await sizeOf(
      "pg_total_relation_size('wiki_pages') + pg_total_relation_size('wiki_statements')",
    ),
    "megabytes of the database": await sizeOf("pg_database_size(current_database())"),
  });
}

/** Counts the calls and the memory of the workers until it is ended. */
class WorkerMonitor {
  #calls = 0;
  #megabytes = 0;
  readonly #reads = new Map<string, number>();
  readonly #site: StandIn;
  readonly #processes: Processes;
  readonly #stop = new AbortController();
  readonly #watching: Promise<void>;

  constructor(site: StandIn, processes: Processes) {
    this.#site = site;
    this.#processes = processes;
    this.#watching = this.#watch();
  }

  async end(): Promise<{ calls: number; twice: number; megabytes: number }> {
    this.#stop.abort();
    await this.#watching;
    const twice = [...this.#reads.values()].filter((count) => count > 1).length;
    return { calls: this.#calls, twice, megabytes: this.#megabytes };
  }

  async #watch(): Promise<void> {
    try {
      for await (const _ of setInterval(LOOK_EVERY_MS, undefined, { signal: this.#stop.signal })) await this.#look();
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
    await this.#look();
  }

  async #look(): Promise<void> {
    for (const { path } of this.#site.calls.splice(0)) {
      this.#calls += 1;
      const [, page] = READ.exec(path) ?? [];
      if (page) this.#reads.set(page, (this.#reads.get(page) ?? 0) + 1);
    }
    for (const pid of this.#processes.workers) {
      // A worker that was just killed reports no memory.
      const megabytes = (await readMegabytes(pid, "VmHWM").catch(() => 0)) || 0;
      this.#megabytes = Math.max(this.#megabytes, megabytes);
    }
  }
}

const SYLLABLES = "ba be bo da di ka ke li lo ma mi na no pa ra re sa se ta to va wi".split(" ");
const COMMON = "the a of in is and for with until from each every order page team day week ask".split(" ");

/**
 * Writes a tree of year-old pages of about 350 words, with headings, lists and tables. Few words are common, most are rare. Pages written
 * just now would all be listed again by the look for what changed lately.
 */
function writeWiki(site: Awaited<ReturnType<typeof startConfluenceStandIn>>, pages: number, random: () => number) {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const word = () =>
    random() < 0.5
      ? pick(COMMON)
      : Array.from({ length: 2 + Math.floor(random() ** 2 * 3) }, () => pick(SYLLABLES)).join("");
  const sentence = () => `${Array.from({ length: 12 }, word).join(" ")} ${Math.floor(random() * 100)}.`;
  const sentences = (count: number) => Array.from({ length: count }, sentence);
  let parentId: string | undefined;
  for (let n = 0; n < pages; n += 1) {
    const parts = Array.from({ length: 3 }, () => {
      const rows = sentences(2).map((text) => `<tr><td><p>${word()}</p></td><td><p>${text}</p></td></tr>`);
      const items = sentences(3).map((text) => `<li><p>${text}</p></li>`);
      return `<h2>${word()} ${word()}</h2><p>${sentences(4).join(" ")}</p><ul>${items.join("")}</ul><table><tbody>${rows.join("")}</tbody></table>`;
    });
    const place = n % PAGES_BELOW !== 0 && parentId ? { parentId } : {};
    const id = site.createAsPerson(`${word()} ${word()} ${n}`, parts.join(""), place);
    site.age(id, 365 * 24 * 3_600_000);
    if (n % PAGES_BELOW === 0) parentId = id;
  }
}
