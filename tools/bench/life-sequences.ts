import { setTimeout as sleep } from "node:timers/promises";
import type { Company } from "./company.ts";
import { isProductIdle, type LifeProduct, waitUntilTrue } from "./life-product.ts";
import { printFigures } from "./life-report.ts";
import { listPublishedPages } from "./life-search.ts";
import { type BenchPlatform, type PlatformType, pickRandomItem } from "./platforms/platform.ts";

/** The share of operations that meet a fault. */
const FAULT_SHARE = 0.1;
const MOST_STEPS = 4;
const PAUSE_MS = 120;
const SETTLE_MS = 420_000;
/** Matches the marker that the product puts on the page of an article or a category. */
const MARKER = /ref lkc?-[\w-]{16}/g;

interface PersonsWords {
  platform: PlatformType;
  pageId: string;
  words: string;
}

export interface PublishedArticle {
  id: string;
  channelId: string;
  sources: string[];
  pages: { platform: PlatformType; id: string; publicationId: string }[];
}

/**
 * Simulates people who write, edit, request analyses and edit pages in random order. A tenth of the operations meets a fault.
 */
export async function simulateEdits(
  company: Company,
  product: LifeProduct,
  random: () => number,
  count: number,
): Promise<Record<string, number>> {
  const { pool, visitor } = product;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const targets = await listPublishedArticles(product);
  const written: PersonsWords[] = [];
  const faults = { "429": 0, "409": 0, "time-out after success": 0, "killed worker": 0 };
  let steps = 0;

  const step = async (target: PublishedArticle) => {
    steps += 1;
    if (random() < FAULT_SHARE) faults[await causeFault(company, product, random)] += 1;
    const kind = pick(["edit", "edit", "reanalyse", "write", "write", "analyse"]);
    if (kind === "edit") editInChat(target);
    if (kind === "reanalyse") visitor.poke("POST", `/api/articles/${target.id}/reanalyze`);
    if (kind === "analyse") product.analyse(target.channelId);
    if (kind === "write") {
      const one = await writeOnPage(company, target, `Written by a person at step ${steps}.`, random);
      if (one) written.push(one);
    }
  };

  const editInChat = ({ channelId, sources }: PublishedArticle) => {
    const ts = pick(sources);
    const message = company.team.findChannel(channelId)?.messages.find((one) => one.ts === ts);
    if (!message?.text || message["subtype"]) return;
    company.team.edit(channelId, ts, `${message.text} Checked again at step ${steps}.`);
  };

  for (let sequence = 0; sequence < count; sequence += 1) {
    const target = pick(targets);
    for (let left = 1 + Math.floor(random() * MOST_STEPS); left > 0; left -= 1) {
      await step(target);
      await sleep(PAUSE_MS * random() * 2);
    }
    if (sequence % 100 === 99) process.stdout.write(`${sequence + 1} sequences\n`);
  }
  company.clearFaults();
  const isSettled = await waitUntilTrue(() => isProductIdle(pool), SETTLE_MS, 1000);

  const pages = await listPublishedPages(company);
  const lost = written.filter(
    ({ platform, pageId, words }) =>
      !pages.some((page) => page.platform === platform && page.id === pageId && page.text.includes(words)),
  );
  const markers = new Map<string, number>();
  for (const { platform, text } of pages)
    for (const marker of new Set(text.match(MARKER))) {
      const key = `${platform} ${marker}`;
      markers.set(key, (markers.get(key) ?? 0) + 1);
    }
  const doubled = [...markers.values()].reduce((sum, pagesWithIt) => sum + pagesWithIt - 1, 0);
  const { rows } = await pool.query<{ state: string; n: number }>(
    `select state, count(*)::int as n from publications where state <> 'published' or published_version < wanted_version group by 1`,
  );
  const { rows: stuck } = await pool.query<{ n: number }>(`select
    (select count(*)::int from articles where status <> 'published' and state <> 'withdrawn')
    + (select count(*)::int from article_rechecks)
    + (select count(*)::int from runs where state in ('queued', 'running'))
    + (select count(*)::int from publications where state not in ('published', 'conflict')) as n`);
  printFigures({
    "random sequences": count,
    "steps in them": steps,
    ...Object.fromEntries(Object.entries(faults).map(([what, n]) => [`faults: ${what}`, n])),
    "edits by people on pages": written.length,
    "edits by people lost": lost.length,
    "pages doubled": doubled,
    "stuck articles": stuck[0]?.n ?? 0,
    "settled in time": isSettled ? "yes" : "no",
    "pages where a person has to decide": rows.find(({ state }) => state === "conflict")?.n ?? 0,
  });
  for (const { platform, pageId, words } of lost.slice(0, 5))
    process.stdout.write(`  lost: ${platform} ${pageId} ${words}\n`);
  return { "edits by people lost": lost.length, "pages doubled": doubled, "stuck articles": stuck[0]?.n ?? 0 };
}

export async function listPublishedArticles({ pool }: LifeProduct): Promise<PublishedArticle[]> {
  const { rows } = await pool.query<PublishedArticle>(`
    select a.id, c.external_id as "channelId",
      (select array_agg(s.message_external_id order by s.message_external_id) from article_sources s
        where s.workspace_id = a.workspace_id and s.article_id = a.id) as sources,
      (select jsonb_agg(jsonb_build_object('platform', i.type, 'id', p.external_id, 'publicationId', p.id) order by i.type) from publications p
        join knowledge_integrations i on i.workspace_id = p.workspace_id and i.id = p.integration_id
        where p.workspace_id = a.workspace_id and p.article_id = a.id and p.external_id is not null) as pages
    from articles a join channels c on c.workspace_id = a.workspace_id and c.id = a.channel_id
    where a.state = 'stands' order by a.id`);
  return rows.filter(({ sources, pages }) => sources?.length > 0 && pages?.length > 0);
}

/**
 * Makes a platform refuse a call, answer with a conflict or time out after success, or kills a worker. Returns the fault's
 * name.
 */
export async function causeFault(company: Company, product: Pick<LifeProduct, "killWorker">, random: () => number) {
  const fault = pickRandomItem(random, ["429", "409", "time-out after success", "killed worker"] as const);
  if (fault === "killed worker") await product.killWorker();
  else breakPlatform(pickRandomItem(random, company.platforms), fault, random);
  return fault;
}

function breakPlatform(
  { standIn, writes, collide }: BenchPlatform,
  fault: "429" | "409" | "time-out after success",
  random: () => number,
): void {
  const write = pickRandomItem(random, writes);
  if (fault === "429") standIn.fail({ match: "P", times: 2, kind: { status: 429, retryAfter: 1 } });
  else if (fault === "409") collide(write);
  else standIn.fail({ match: write, kind: { afterWork: pickRandomItem(random, ["hang", "reset", "status-500"]) } });
}

/** Writes words at a random spot on one of the article's pages; null when the article has no page. */
export async function writeOnPage(
  company: Company,
  { pages }: { pages: Pick<PublishedArticle["pages"][number], "platform" | "id">[] },
  words: string,
  random: () => number,
): Promise<PersonsWords | null> {
  const page = pickRandomItem(random, pages);
  if (!page) return null;
  const where = pickRandomItem(random, ["top", "bottom", "inside"] as const);
  await company.platform(page.platform).write(page.id, words, { where, random });
  return { platform: page.platform, pageId: page.id, words };
}
