import { setTimeout as sleep } from "node:timers/promises";
import type { Company } from "./company.ts";
import { Editor, type SavedEdit } from "./edits-editor.ts";
import { startLifeCompany } from "./life-company.ts";
import { isProductIdle, type LifeProduct, startLifeProduct, waitUntilTrue } from "./life-product.ts";
import { printFigures } from "./life-report.ts";
import { describeQuotingPages, findWords, listPublishedPages } from "./life-search.ts";
import { causeFault, listPublishedArticles, type PublishedArticle, writeOnPage } from "./life-sequences.ts";
import { choosePlatforms } from "./platforms/start.ts";
import { createSeededRandom } from "./seeded-random.ts";

const FEWEST_ARTICLES = 10;
const FAULT_SHARE = 0.1;
const MOST_STEPS = 4;
const PAUSE_MS = 150;
const PATIENCE_MS = 600_000;

interface Verdict {
  sequences: number;
  lostWords: number;
  overruled: number;
}

/**
 * Simulates people who edit articles in the product, on the pages of both platforms and in the chat, in random order. Real
 * processes and a real database have random faults. Checks that every word that a person wrote still exists, and that every
 * sentence that a person saved is unchanged.
 */
export async function benchEdits(sequences = 200, seed = 1): Promise<void> {
  const random = createSeededRandom(seed);
  const company = await startLifeCompany(2, choosePlatforms(["confluence", "notion"]));
  try {
    const product = await startLifeProduct(company);
    try {
      await writeArticles(product);
      const verdict = await play(company, product, random, sequences);
      process.stdout.write(`${JSON.stringify(verdict)}\n`);
      if (verdict.lostWords + verdict.overruled > 0) process.exitCode = 1;
    } finally {
      await product.close();
    }
  } finally {
    await company.close();
  }
}

async function writeArticles({ pool, channels, analyse }: LifeProduct): Promise<void> {
  for (const { channelId } of channels) analyse(channelId);
  const isDone = await waitUntilTrue(async () => {
    const { rows } = await pool.query<{ n: number }>(
      "select count(*)::int as n from articles where status = 'published'",
    );
    return (rows[0]?.n ?? 0) >= FEWEST_ARTICLES && (await isProductIdle(pool));
  }, PATIENCE_MS);
  if (!isDone) throw new Error("The articles were not written in time.");
}

async function play(company: Company, product: LifeProduct, random: () => number, count: number): Promise<Verdict> {
  const { pool } = product;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const targets = await listPublishedArticles(product);
  const editor = new Editor(product.visitor, random);
  const onPages: { platform: string; pageId: string; words: string }[] = [];
  const deleted: string[] = [];
  const done = {
    "edits in the product": 0,
    "edits on pages": 0,
    "edits in chat": 0,
    "deletions in chat": 0,
    faults: 0,
  };
  let steps = 0;

  const inChat = (target: PublishedArticle, kind: "edit" | "delete") => {
    const ts = pick(target.sources);
    const message = company.team.findChannel(target.channelId)?.messages.find((one) => one.ts === ts);
    if (!message?.text || message["subtype"]) return;
    if (kind === "edit") {
      done["edits in chat"] += 1;
      return company.team.edit(target.channelId, ts, `${message.text} Changed in chat zc${steps}x.`);
    }
    done["deletions in chat"] += 1;
    deleted.push(...(message.text.match(/z[qc]\w+x/g) ?? []));
    company.team.delete(target.channelId, ts);
  };
  const step = async (target: PublishedArticle) => {
    steps += 1;
    if (random() < FAULT_SHARE) {
      done.faults += 1;
      await causeFault(company, product, random);
    }
    const kind = pick([
      "product",
      "product",
      "product",
      "two at once",
      "page",
      "page",
      "chat",
      "chat",
      "delete",
      "run",
    ]);
    if (kind === "product") done["edits in the product"] += await editor.edit(target.id);
    if (kind === "two at once")
      done["edits in the product"] += (await Promise.all([editor.edit(target.id), editor.edit(target.id)])).reduce(
        (sum, one) => sum + one,
      );
    if (kind === "chat") inChat(target, "edit");
    if (kind === "delete" && random() < 0.4) inChat(target, "delete");
    if (kind === "run") product.visitor.poke("POST", `/api/articles/${target.id}/reanalyze`);
    if (kind !== "page") return;
    const written = await writeOnPage(company, target, `Written by a person at step ${steps}.`, random);
    if (!written) return;
    done["edits on pages"] += 1;
    onPages.push(written);
  };

  for (let sequence = 0; sequence < count; sequence += 1) {
    const target = pick(targets);
    for (let left = 1 + Math.floor(random() * MOST_STEPS); left > 0; left -= 1) {
      await step(target);
      await sleep(PAUSE_MS * random() * 2);
    }
  }
  company.clearFaults();
  const isSettled = await waitUntilTrue(() => isProductIdle(pool), PATIENCE_MS, 1000);

  const pages = await listPublishedPages(company);
  const lostOnPages = onPages.filter(
    ({ platform, pageId, words }) =>
      !pages.some((page) => page.platform === platform && page.id === pageId && page.text.includes(words)),
  );
  const judged = await editor.judge();
  const stillThere = deleted.length > 0 ? await findWords(pool, company, product.logFile, deleted) : new Map();
  printFigures({
    ...done,
    steps,
    "saves refused because somebody else had saved": editor.refused,
    "sentences and titles that people left": judged.expected,
    "of these with words erased for a deleted message": judged.erased,
    "lost in the library": judged.lost.length,
    "lost on pages": lostOnPages.length,
    overruled: judged.overruled.length,
    "places where a deleted message is still quoted": stillThere.size,
    "settled in time": isSettled ? "yes" : "no",
  });
  for (const one of [...judged.lost, ...judged.overruled].slice(0, 5)) tell(one);
  for (const { platform, pageId, words } of lostOnPages.slice(0, 5))
    process.stdout.write(`  lost: ${platform} ${pageId} ${words}\n`);
  for (const [place, times] of stillThere) process.stdout.write(`  quoted: ${place} ${times}\n`);
  if (stillThere.size > 0)
    for (const line of await describeQuotingPages(pool, company, deleted)) process.stdout.write(`  quoted: ${line}\n`);
  if (!isSettled) throw new Error("The product was not done in time.");
  return { sequences: count, lostWords: judged.lost.length + lostOnPages.length, overruled: judged.overruled.length };
}

const tell = ({ articleId, text, now }: SavedEdit & { now: string | null }) =>
  process.stdout.write(`  ${articleId}\n    left: ${text}\n    now:  ${now ?? "nowhere"}\n`);
