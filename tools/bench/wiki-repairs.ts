import { setTimeout as sleep } from "node:timers/promises";
import { createRandom, createSamplePage } from "../../connectors/testing/random-repairs.ts";
import { printFigures } from "./kills.ts";
import type { RetryingVisitor } from "./kills-visitor.ts";
import type { BenchPlatform } from "./platforms/platform.ts";
import { choosePlatforms, startPlatforms } from "./platforms/start.ts";
import { type RepairedPageFile, type RequestedRepair, requestRepair } from "./requested-repairs.ts";
import {
  addPersonWithAccounts,
  countOf,
  type Product,
  startReadingWiki,
  waitUntilDone,
  withProduct,
} from "./wiki-product.ts";
import { judgeRepair, type RepairVerdict } from "./wiki-repairs-verdict.ts";

const ROUNDS = 5;
const MOST_ROUNDS = 4 * ROUNDS;
/** Short, so that the outcome of a killed repair is looked up soon. */
const UNRESOLVED_WAIT_SECONDS = 10;
const PATIENCE_MS = 180_000;
const KILL_AFTER_MS = { least: 300, most: 3_000 };
const EDIT_WITHIN_MS = 3_000;

type Random = ReturnType<typeof createRandom>;

interface RepairingFigures {
  repairs: number;
  lostBlocks: number;
  changedWithoutYes: number;
}

/**
 * Repairs random sentences of people's pages on four platforms through the product, while people edit the pages, platforms answer late
 * or not at all, and workers are killed. Every second page of Confluence and Git is repaired with the own account of a person. Each repair must be on the page exactly once or not at all, as the product says, and nothing
 * else may change.
 */
export async function benchWikiRepairs(repairs: number, seed: number): Promise<RepairingFigures> {
  const random = createRandom(seed);
  const platforms = await startPlatforms(choosePlatforms(["confluence", "notion", "git-docs", "mediawiki"]));
  try {
    const pagesEach = Math.max(2, Math.ceil(repairs / ROUNDS / platforms.length));
    const pages: RepairedPageFile[] = [];
    for (const platform of platforms) pages.push(...(await writePages(platform, pagesEach, random)));
    const environment = { UNRESOLVED_WAIT_SECONDS: String(UNRESOLVED_WAIT_SECONDS) };
    return await withProduct(platforms, environment, async (product) => {
      for (const platform of platforms) await startReadingWiki(product, platform);
      const bench = { product, platforms, pages, random, person: await addPersonWithAccounts(product, platforms) };
      await untilRead(bench);
      return await repairInRounds(bench, repairs);
    });
  } finally {
    for (const platform of platforms) await platform.close();
  }
}

interface RepairBench {
  product: Product;
  /** The person with accounts of their own, who repairs every second page where there are such accounts. */
  person: RetryingVisitor;
  platforms: BenchPlatform[];
  pages: RepairedPageFile[];
  random: Random;
}

/** The last page of each platform is repaired by nobody. */
async function writePages(platform: BenchPlatform, count: number, random: Random): Promise<RepairedPageFile[]> {
  const { people } = platform;
  if (!people) throw new Error(`Pages of ${platform.type} cannot be repaired.`);
  const pages: RepairedPageFile[] = [];
  for (let n = 0; n <= count; n += 1) {
    const externalId = await people.write(`Handbook ${n}`, createSamplePage(random, n));
    const isOfOwnAccount = platform.ownAccount !== undefined && n % 2 === 0;
    pages.push({ people, externalId, type: platform.type, isLeftAlone: n === count, isOfOwnAccount, last: null });
  }
  return pages;
}

async function repairInRounds(bench: RepairBench, wanted: number): Promise<RepairingFigures> {
  const startedAt = performance.now();
  const verdict: RepairVerdict = {
    made: 0,
    undone: 0,
    withOwnAccount: 0,
    overtaken: 0,
    refused: 0,
    lostBlocks: 0,
    wrongOutcomes: 0,
  };
  const alone = bench.pages.filter(({ isLeftAlone }) => isLeftAlone);
  const before = alone.map(({ people, externalId }) => people.blocks(externalId).join("\n"));
  let kills = 0;
  for (let round = 1; verdict.made + verdict.undone < wanted && round <= MOST_ROUNDS; round += 1) {
    const { orders, editing } = await orderAll(bench, round);
    kills += await killUntilSettled(bench, orders.length > 0);
    await editing;
    for (const order of orders) await judgeRepair(bench.product.pool, order, verdict);
    await untilRead(bench);
    process.stdout.write(`round ${round}: ${JSON.stringify(verdict)}, ${kills} kills\n`);
  }
  const touched = alone.filter(
    ({ people, externalId }, n) => people.blocks(externalId).join("\n") !== before[n],
  ).length;
  // A repair that was made twice, or with another account, makes the difference.
  const byPerson = bench.platforms.reduce((sum, { ownAccount }) => sum + (ownAccount?.countChanges() ?? 0), 0);
  verdict.wrongOutcomes += Math.abs(byPerson - verdict.withOwnAccount);
  const repairs = verdict.made + verdict.undone;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  printFigures({ ...verdict, "pages changed that nobody ordered": touched, "workers killed": kills, seconds });
  const hasOwnAccounts = bench.pages.some(({ isOfOwnAccount }) => isOfOwnAccount);
  if (hasOwnAccounts && byPerson === 0) throw new Error("No repair was made with a person's own account.");
  if (repairs < wanted) throw new Error(`Only ${repairs} of ${wanted} repairs were made.`);
  const changedWithoutYes = touched + verdict.wrongOutcomes;
  if (verdict.lostBlocks + changedWithoutYes > 0) process.exitCode = 1;
  return { repairs, lostBlocks: verdict.lostBlocks, changedWithoutYes };
}

/** Orders a repair of each page. A person edits a quarter of them just before, and a quarter soon after. */
async function orderAll({ product, person, pages, platforms, random }: RepairBench, round: number) {
  const orders: RequestedRepair[] = [];
  const edits: Promise<void>[] = [];
  for (const [n, page] of pages.entries()) {
    if (page.isLeftAlone) continue;
    const turn = round * 1_000 + n;
    const chance = random(4);
    const edit = () => page.people.edit(page.externalId, countedOn(page), `Counted ${turn} times`);
    if (chance === 0) edit();
    const visitor = page.isOfOwnAccount ? person : product.visitor;
    const order = await requestRepair(product, page, { visitor, random, turn });
    if (order) orders.push(order);
    if (chance === 1) edits.push(sleep(random(EDIT_WITHIN_MS)).then(edit));
  }
  for (const { standIn, writes } of platforms) {
    const match = writes[random(writes.length)] ?? "";
    standIn.fail({ match, kind: { late: 1_000 } });
    standIn.fail({ match, after: 1 + random(3), kind: { afterWork: random(2) === 0 ? "hang" : "reset" } });
  }
  return { orders, editing: Promise.all(edits) };
}

const countedOn = ({ people, externalId }: RepairedPageFile) =>
  /Counted \d+ times/.exec(people.blocks(externalId).join("\n"))?.[0] ?? "";

/** Kills workers while repairs wait, and lets the last ones end; returns the number of kills. */
async function killUntilSettled({ product, platforms, random }: RepairBench, isWaiting: boolean): Promise<number> {
  const { processes, pool } = product;
  const waiting = () => countOf(pool, "select count(*)::int as n from wiki_repairs where state = 'waiting'");
  let kills = 0;
  while (isWaiting && (kills < 2 || (kills < 6 && (await waiting()) > 0))) {
    await sleep(KILL_AFTER_MS.least + random(KILL_AFTER_MS.most));
    await processes.killWorker(random(1_000) / 1_000);
    kills += 1;
  }
  const progress = () => countOf(pool, "select sum(attempts)::int as n from wiki_repairs");
  await waitUntilDone(async () => (await waiting()) === 0, progress, PATIENCE_MS);
  for (const { standIn } of platforms) standIn.clearFaults();
  return kills;
}

/** Waits until every page is read in its present version, so that the next orders are about it. */
async function untilRead({ product: { pool }, pages }: RepairBench): Promise<void> {
  const read = () =>
    countOf(pool, "select count(*)::int as n from wiki_pages where read_version is not null and not is_due");
  await waitUntilDone(async () => (await read()) >= pages.length, read, PATIENCE_MS);
}
