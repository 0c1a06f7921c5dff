import { Refused } from "../errors.ts";
import { PageChanged } from "../knowledge-target.ts";
import type { WikiPage, WikiReading } from "../wiki-pages.ts";
import { findStatementPosition, type PageChange, type PlannedRepair, type WikiRepairing } from "../wiki-repair.ts";
import type { PagesOfPeople, SampleBlock } from "./pages-of-people.ts";

interface RandomRepairs<Config> extends PagesOfPeople {
  wiki: Pick<WikiReading<Config>, "readPage"> & WikiRepairing<Config>;
  config: Config;
  repairs: number;
}

export interface RepairFigures {
  repairs: number;
  /** The number of repairs that met a simultaneous edit by a person and were repeated. */
  overtaken: number;
  /** The number of sentences that the platform's format did not permit to change. */
  refused: number;
  /** The number of blocks outside of the repaired block that were lost or changed. */
  lostBlocks: number;
  /** The number of repairs after which the page had the wrong text. */
  wrongWords: number;
}

const KINDS = [
  "paragraph",
  "item",
  "rich",
  "table",
  "macro",
  "picture",
  "comment",
  "code",
  "item",
  "paragraph",
] as const;
const REPAIRS_PER_PAGE = 20;

/** Creates a random number generator that returns the same numbers in every run. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Corrects random sentences of pages with tables, macros, pictures, comments and code, while a person edits the pages
 * too.
 */
export async function runRandomRepairs<Config>(bench: RandomRepairs<Config>): Promise<RepairFigures> {
  const figures: RepairFigures = { repairs: 0, overtaken: 0, refused: 0, lostBlocks: 0, wrongWords: 0 };
  const random = createRandom(4_711);
  for (let page = 1; figures.repairs < bench.repairs; page += 1) {
    const id = await bench.write(`Handbook ${page}`, createSamplePage(random, page));
    const until = Math.min(bench.repairs, figures.repairs + REPAIRS_PER_PAGE);
    let attempts = 0;
    while (figures.repairs < until && attempts < 10 * REPAIRS_PER_PAGE) {
      attempts += 1;
      await repairOnce(bench, { id, random, figures, turn: figures.repairs * 10 + attempts });
    }
  }
  return figures;
}

export function createSamplePage(random: (below: number) => number, page: number): SampleBlock[] {
  const blocks: SampleBlock[] = [{ kind: "heading", words: `Part ${page}` }];
  for (let n = 0; n < 24; n += 1) {
    const kind = KINDS[random(KINDS.length)] ?? "paragraph";
    const words = `Rule ${n} of part ${page} lasts ${random(90) + 10} days.`;
    blocks.push({ kind, words: kind === "rich" ? `${random(12) + 1}:${random(50) + 10}` : words });
    if (n === 11) blocks.push({ kind: "heading", words: `More of ${page}` });
  }
  return [...blocks, { kind: "paragraph", words: `Counted 0 times on page ${page}.` }];
}

interface RepairTurn {
  id: string;
  random: (below: number) => number;
  figures: RepairFigures;
  turn: number;
}

async function repairOnce<Config>(
  bench: RandomRepairs<Config>,
  { id, random, figures, turn }: RepairTurn,
): Promise<void> {
  const page = await pageOf(bench, id);
  const { change, texts } = randomChange(page, random, turn);
  const asked = { externalId: id, expectedVersion: page.version, change, note: `Turn ${turn}`, key: `turn${turn}` };
  if (random(4) === 0)
    await expectOvertaken(bench, { id, turn, figures, work: () => bench.wiki.repair(bench.config, asked) });
  else {
    const before = bench.blocks(id);
    const plans: PlannedRepair[] = [];
    try {
      await bench.wiki.repair(bench.config, asked, undefined, async (plan) => void plans.push(plan));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      figures.refused += 1;
      if (bench.blocks(id).join("\n") !== before.join("\n")) figures.lostBlocks += 1;
      return;
    }
    figures.repairs += 1;
    figures.lostBlocks += countLostBlocks(before, bench.blocks(id), change);
    const now = (await pageOf(bench, id)).passages.map(({ text }) => text);
    if (now.join("\n") !== texts.join("\n")) figures.wrongWords += 1;
    const [plan] = plans;
    if (plan && random(5) === 0) await undoOnce(bench, { id, plan, before, figures, turn });
  }
}

async function undoOnce<Config>(
  bench: RandomRepairs<Config>,
  {
    id,
    plan,
    before,
    figures,
    turn,
  }: { id: string; plan: PlannedRepair; before: string[]; figures: RepairFigures; turn: number },
): Promise<void> {
  const { version } = await pageOf(bench, id);
  const change: PageChange = { kind: "undo", edit: plan.edit };
  await bench.wiki.repair(bench.config, {
    externalId: id,
    expectedVersion: version,
    change,
    note: `Undo of turn ${turn}`,
    key: `undo${turn}`,
  });
  if (bench.blocks(id).join("\n") !== before.join("\n")) figures.lostBlocks += 1;
}

/** Edits the page as a person after it was read, so that the repair must be refused. */
async function expectOvertaken<Config>(
  bench: RandomRepairs<Config>,
  { id, turn, figures, work }: Pick<RepairTurn, "id" | "turn" | "figures"> & { work: () => Promise<unknown> },
): Promise<void> {
  const [counted = ""] = /Counted \d+ times/.exec(bench.blocks(id).join("\n")) ?? [];
  bench.edit(id, counted, `Counted ${turn} times`);
  const before = bench.blocks(id).join("\n");
  const failure = await work().then(
    () => null,
    (error: unknown) => error,
  );
  if (failure instanceof PageChanged) figures.overtaken += 1;
  else if (failure !== null && !(failure instanceof Refused)) throw failure;
  if (bench.blocks(id).join("\n") !== before) figures.lostBlocks += 1;
}

async function pageOf<Config>({ wiki, config }: RandomRepairs<Config>, id: string): Promise<WikiPage> {
  const page = await wiki.readPage(config, id);
  if (!page) throw new Error("the page is gone");
  return page;
}

/** Chooses a change to a random passage. Returns the change and the passages expected afterwards. */
function randomChange({ passages }: WikiPage, random: (below: number) => number, turn: number) {
  const texts = passages.map(({ text }) => text);
  const candidates = passages.flatMap(({ form, text }, index) =>
    form === "sentence" && !text.startsWith("Counted") ? [index] : [],
  );
  const position = candidates[random(candidates.length)] ?? 0;
  const at = findStatementPosition(passages, position);
  const isAdded = random(4) === 0;
  const words = isAdded ? `Rule ${turn} was added.` : at.text.replace(/\d+/g, () => String(random(90) + 10));
  texts.splice(isAdded ? position + 1 : position, isAdded ? 0 : 1, words);
  const change: PageChange = { kind: isAdded ? "add" : "replace", at, text: words };
  return { change, texts };
}

/** Counts the blocks of `before` that were lost, except the block that was to be changed. */
export function countLostBlocks(before: string[], after: string[], { kind }: Pick<PageChange, "kind">): number {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  let tail = 0;
  while (tail < before.length - same && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const gone = before.length - same - tail;
  const come = after.length - same - tail;
  const allowed = kind === "add" ? [0, 1] : [1, 1];
  return Math.max(0, gone - (allowed[0] ?? 0)) + Math.max(0, come - (allowed[1] ?? 0));
}
