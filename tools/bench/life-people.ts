import { setTimeout as sleep } from "node:timers/promises";
import type { Company } from "./company.ts";
import { isProductIdle, type LifeProduct, waitUntilTrue } from "./life-product.ts";
import { printFigures } from "./life-report.ts";
import { listAllPages } from "./life-search.ts";
import { causeFault, listPublishedArticles, type PublishedArticle, writeOnPage } from "./life-sequences.ts";
import type { BenchPage, PlatformType } from "./platforms/platform.ts";

const FAULT_SHARE = 0.05;
const MOST_STEPS = 4;
const PAUSE_MS = 150;
const SETTLE_MS = 600_000;
/** Matches the marker that the product puts on the page of an article or a category. */
const MARKER = /ref lkc?-[\w-]{16}/;

/** The relative frequency of each action. */
const KINDS = {
  copy: 3,
  "write on a copy": 2,
  rename: 2,
  move: 2,
  trash: 3,
  restore: 3,
  "choose for a removed page": 2,
  "hide the place": 1,
  "show the place": 2,
  "comment on words": 5,
  "comment on the page": 3,
  "write on the page": 4,
  "edit in chat": 6,
  "delete in chat": 1,
  "daily look": 1,
};
type Kind = keyof typeof KINDS;
const WEIGHTED = Object.entries(KINDS).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind));

interface Page {
  platform: PlatformType;
  id: string;
}

/**
 * Simulates people who treat published pages as their own. Records each action, and checks afterwards that all results still
 * exist.
 */
export class PeopleOnPages {
  readonly done: Record<string, number> = {};
  readonly #company: Company;
  readonly #product: LifeProduct;
  readonly #random: () => number;
  readonly #written: { page: Page; words: string }[] = [];
  readonly #names = new Map<string, string>();
  readonly #copies = new Map<string, Page>();
  readonly #trashed = new Map<string, Page>();
  /** Pages in whose place somebody requested a new page; nobody restores the old page. */
  readonly #givenUp = new Set<string>();
  readonly #hidden = new Set<Page["platform"]>();
  #count = 0;

  constructor(company: Company, product: LifeProduct, random: () => number) {
    this.#company = company;
    this.#product = product;
    this.#random = random;
  }

  async step(target: PublishedArticle): Promise<void> {
    this.#count += 1;
    if (this.#random() < FAULT_SHARE) {
      const fault = await causeFault(this.#company, this.#product, this.#random);
      this.#note(`fault: ${fault}`);
    }
    const kind = this.#pick(WEIGHTED);
    const page = this.#pick(target.pages);
    if (page && (await this.#do(kind, page, target))) this.#note(kind);
  }

  /** Returns false when no page allows the action. */
  async #do(kind: Kind, page: Page, target: PublishedArticle): Promise<boolean> {
    const { platform } = page;
    const isThere = !this.#trashed.has(key(page));
    switch (kind) {
      case "copy":
        return isThere && this.#copy(page);
      case "write on a copy":
        return this.#write([...this.#copies.values()]);
      case "write on the page":
        return isThere && this.#write([page]);
      case "rename":
        return isThere && this.#rename(page);
      case "move":
        return isThere && this.#move(page);
      case "trash":
        if (!isThere) return false;
        this.#company.platform(platform).trash(page.id);
        this.#trashed.set(key(page), page);
        return true;
      case "restore":
        return this.#restore();
      case "choose for a removed page":
        return this.#choose(page, target);
      case "hide the place":
      case "show the place":
        return this.#hide(platform, kind === "hide the place");
      case "comment on words":
        return isThere && this.#commentOnWords(page);
      case "comment on the page":
        return this.#remark(page);
      case "edit in chat":
      case "delete in chat":
        return this.#changeChat(target, kind === "delete in chat");
      case "daily look":
        await this.#product.look();
        return true;
    }
  }

  #copy(page: Page): boolean {
    const title = `A person's copy ${this.#count}`;
    const id = this.#company.platform(page.platform).copy?.(page.id, title, this.#random);
    if (id === undefined) return false;
    const copy = { platform: page.platform, id };
    this.#copies.set(key(copy), copy);
    this.#names.set(key(copy), title);
    return true;
  }

  async #write(pages: Page[]): Promise<boolean> {
    const words = `Written by a person at step ${this.#count}.`;
    const page = this.#pick(pages);
    const isOn = page && (await writeOnPage(this.#company, { pages: [page] }, words, this.#random));
    if (isOn) this.#written.push({ page, words });
    return Boolean(isOn);
  }

  #rename(page: Page): boolean {
    const title = `A person's name ${this.#count}`;
    this.#company.platform(page.platform).rename(page.id, title);
    this.#names.set(key(page), title);
    return true;
  }

  #move({ platform, id }: Page): boolean {
    const { move } = this.#company.platform(platform);
    move?.(id, this.#random() < 0.5);
    return move !== undefined;
  }

  /** True when nobody requested a new page in its place and the platform keeps trashed pages. */
  #canRestore = (page: Page) => !this.#givenUp.has(key(page)) && this.#company.platform(page.platform).restore;

  #restore(): boolean {
    const page = this.#pick([...this.#trashed.values()].filter(this.#canRestore));
    if (!page) return false;
    this.#company.platform(page.platform).restore?.(page.id);
    this.#trashed.delete(key(page));
    return true;
  }

  #choose(page: Page, { id }: PublishedArticle): boolean {
    const choice = this.#pick(["retry", "leave", "recreate"]);
    const one = page as Page & { publicationId: string };
    if (!this.#trashed.has(key(page))) return false;
    if (choice === "recreate") this.#givenUp.add(key(page));
    this.#product.visitor.poke("POST", `/api/articles/${id}/publications/${one.publicationId}/retry`, { choice });
    return true;
  }

  #hide(platform: Page["platform"], isHidden: boolean): boolean {
    if (this.#hidden.has(platform) === isHidden) return false;
    const { hide } = this.#company.platform(platform);
    if (!hide) return false;
    hide(isHidden);
    if (isHidden) this.#hidden.add(platform);
    else this.#hidden.delete(platform);
    return true;
  }

  /** Comments on words of one sentence that are contiguous on the page. */
  #commentOnWords({ platform, id }: Page): boolean {
    return this.#company.platform(platform).commentOnWords?.(id, this.#random) ?? false;
  }

  #remark({ platform, id }: Page): boolean {
    const { remark } = this.#company.platform(platform);
    remark?.(id);
    return remark !== undefined;
  }

  #changeChat({ channelId, sources }: PublishedArticle, isDeletion: boolean): boolean {
    const { team } = this.#company;
    const ts = this.#pick(sources) ?? "";
    const message = team.findChannel(channelId)?.messages.find((one) => one.ts === ts);
    if (!message?.text || message["subtype"]) return false;
    if (isDeletion) team.delete(channelId, ts);
    else team.edit(channelId, ts, `${message.text} Checked again at step ${this.#count}.`);
    return true;
  }

  /** Makes all pages visible again and restores half of the trashed pages. */
  async putBack(): Promise<void> {
    for (const platform of this.#hidden) this.#hide(platform, false);
    for (const page of this.#trashed.values())
      if (this.#random() < 0.5 && this.#canRestore(page)) {
        this.#company.platform(page.platform).restore?.(page.id);
        this.#trashed.delete(key(page));
      }
  }

  /** Returns counts that must be 0. */
  async judge(): Promise<Record<string, number>> {
    const pages = await listAllPages(this.#company);
    const of = (page: Page) => pages.find((one) => key(one) === key(page));
    const lost = this.#written.filter(({ page, words }) => !of(page)?.text.includes(words));
    const renamed = [...this.#names].filter(([page, title]) => pages.find((one) => key(one) === page)?.title !== title);
    const away = pages.filter((page) => !page.stands && !this.#trashed.has(key(page)));
    const there = pages.filter((page) => page.stands && !this.#copies.has(key(page)));
    const byMarker = Map.groupBy(there, ({ platform, text }) => `${platform} ${text.match(MARKER)?.[0]}`);
    const doubled = [...byMarker.values()].reduce((sum, same) => sum + same.length - 1, 0);
    const comments = await this.#judgeComments(pages);
    const { rows } = await this.#product.pool.query<{ state: string; id: string; platform: Page["platform"] }>(
      `select p.state, p.external_id as id, i.type as platform from publications p
       join knowledge_integrations i on i.workspace_id = p.workspace_id and i.id = p.integration_id`,
    );
    const unfollowed = rows.filter((row) => row.state === "removed" && of(row)?.stands);
    const stuck = rows.filter(({ state }) => ["queued", "in-flight", "parked"].includes(state));
    for (const one of lost.slice(0, 5)) tell("lost", one.page, one.words);
    for (const [page, title] of renamed.slice(0, 5)) tell("renamed", page, title);
    for (const page of away.slice(0, 5)) tell("put into the trash", page, page.title);
    for (const [marker, same] of byMarker)
      if (same.length > 1) tell("doubled", marker, same.map(({ title }) => title).join(" | "));
    for (const row of unfollowed.slice(0, 5)) tell("stands and is not followed", row, row.state);
    return {
      "people's words lost": lost.length,
      "people's names of pages lost": renamed.length,
      "people's pages put away": away.length,
      "pages doubled": doubled,
      ...comments,
      "restored pages not followed": unfollowed.length,
      "stuck publications": stuck.length,
    };
  }

  /** A comment must be attached to its words or be reported as detached. A comment on a page needs the page. */
  async #judgeComments(pages: BenchPage[]): Promise<Record<string, number>> {
    const { rows } = await this.#product.pool.query<{ id: string }>("select external_id as id from detached_comments");
    const told = new Set(rows.map(({ id }) => id));
    const all = this.#company.platforms
      .flatMap(({ type, comments }) =>
        (comments?.() ?? []).map(({ pageId, ...comment }) => ({ ...comment, page: { platform: type, id: pageId } })),
      )
      .filter(({ page }) => !this.#trashed.has(key(page)));
    const off = all.filter(({ isAnchored }) => !isAnchored);
    const silent = off.filter(({ id }) => !told.has(id));
    for (const { page, id } of silent.slice(0, 5)) tell("comment off its words, untold", page, id);
    const leftBehind = all.filter(
      ({ page, isOnPage }) => isOnPage && !pages.find((one) => key(one) === key(page))?.stands,
    );
    this.done["comments on words and pages"] = all.length;
    this.done["of these off their words, and told"] = off.length - silent.length;
    return { "comments off their words, untold": silent.length, "comments on pages lost": leftBehind.length };
  }

  #note(what: string): void {
    this.done[what] = (this.done[what] ?? 0) + 1;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
}

const key = ({ platform, id }: Page) => `${platform} ${id}`;
const tell = (what: string, page: Page | string, more: string) =>
  process.stdout.write(`  ${what}: ${typeof page === "string" ? page : key(page)} ${more}\n`);

/**
 * Copies, renames, moves, trashes, restores and comments on pages while articles change. Hides and shows the places of pages.
 */
export async function simulatePeopleOnPages(
  company: Company,
  product: LifeProduct,
  random: () => number,
  count: number,
): Promise<Record<string, number>> {
  const people = new PeopleOnPages(company, product, random);
  const targets = await listPublishedArticles(product);
  for (let sequence = 0; sequence < count; sequence += 1) {
    const target = targets[Math.floor(random() * targets.length)];
    for (let left = 1 + Math.floor(random() * MOST_STEPS); left > 0 && target; left -= 1) {
      await people.step(target);
      await sleep(PAUSE_MS * random() * 2);
    }
    if (sequence % 50 === 49) process.stdout.write(`${sequence + 1} sequences of people on pages\n`);
  }
  company.clearFaults();
  await people.putBack();
  for (const { id } of await product.visitor.call<{ id: string }[]>("GET", "/api/integrations"))
    await product.visitor.call("POST", `/api/integrations/${id}/test`);
  await product.look();
  const isSettled = await waitUntilTrue(() => isProductIdle(product.pool), SETTLE_MS, 1000);
  const broken = { ...(await people.judge()), "not settled in time": isSettled ? 0 : 1 };
  printFigures({ ...people.done, ...broken });
  return broken;
}
