import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { article, neighbours } from "../../../shared/contract/articles.ts";
import { PAGE_HEADERS } from "../../../shared/domain/list-pages.ts";
import { countArticlesByFacet } from "../../activity/analytics-queries.ts";
import { inWorkspaceAs } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import { articles } from "../../db/schema.ts";
import { buildArticle } from "../../testing/factories.ts";
import { countRowsRead } from "../../testing/rows-read.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { listArticlesByTime } from "./listing-queries.ts";

let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  person = await test.signIn();
});
afterAll(() => test.close());

const write = (values: Parameters<typeof buildArticle>[1]) =>
  buildArticle(test.db, { workspaceId: person.viewer.workspaceId, ...values });

async function page(url: string, query: Record<string, string>, reader = person) {
  const answer = await reader.inject({ url: `${url}?${new URLSearchParams(query)}` });
  expect(answer.statusCode).toBe(200);
  return {
    titles: article
      .array()
      .parse(answer.json())
      .map(({ title }) => title),
    next: answer.headers[PAGE_HEADERS.next] as string | undefined,
    total: answer.headers[PAGE_HEADERS.total],
  };
}

/** Follows the cursors through all pages, and returns the titles of each page. */
async function walk(url: string, query: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const one = await page(url, { ...query, ...(cursor && { cursor }) });
    pages.push(one.titles);
    cursor = one.next;
  } while (cursor);
  return pages;
}

const moment = new Date(Date.UTC(2026, 0, 1));

describe("a list in pages", () => {
  const lists: [string, Record<string, string>][] = [
    ["/api/articles", {}],
    ["/api/articles/recent", {}],
    ["/api/articles/search", { category: "Operations" }],
    ["/api/articles/search", { keywords: "worker" }],
    ["/api/articles/search", { keywords: "worker", tags: "worker" }],
    ["/api/articles/search", { keywords: "!" }],
  ];

  it.each(lists)("%s %j holds each article once, in the order of the whole list", async (url, query) => {
    for (let n = 0; n < 7; n += 1)
      await write({ title: `Worker ${n}`, bodyText: "Worker!", createdAt: moment, updatedAt: moment });
    // Sets times within the same millisecond, like those of articles from one analysis.
    await test.db.execute(sql`
      update articles set updated_at = updated_at + right(title, 1)::int % 3 * interval '1 microsecond',
        created_at = created_at + right(title, 1)::int % 3 * interval '1 microsecond'
      where workspace_id = ${person.viewer.workspaceId}`);
    const whole = (await page(url, query)).titles;
    expect(new Set(whole).size).toBe(7);
    const pages = await walk(url, { ...query, limit: "3" });
    expect(pages.map((titles) => titles.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(whole);
  });

  it("says on its first page how many there are, and on its last no cursor", async () => {
    for (let n = 0; n < 3; n += 1) await write({ category: "Access" });
    await write({ category: "Finance" });
    const first = await page("/api/articles/search", { category: "Access", limit: "2" });
    expect(first).toMatchObject({ total: "3", next: expect.any(String) });
    const second = await page("/api/articles/search", { category: "Access", limit: "2", cursor: first.next ?? "" });
    expect([second.titles.length, second.total, second.next]).toEqual([1, undefined, undefined]);
  });

  it("goes on where it was when an article came, went or changed meanwhile", async () => {
    for (let n = 1; n <= 5; n += 1) await write({ title: `A ${n}`, updatedAt: new Date(moment.getTime() + n * 1000) });
    const first = await page("/api/articles/recent", { limit: "2" });
    expect(first.titles).toEqual(["A 5", "A 4"]);
    await test.db.execute(
      sql`update articles set state = 'trashed' where title = 'A 4' and workspace_id = ${person.viewer.workspaceId}`,
    );
    await write({ title: "New" });
    expect((await page("/api/articles/recent", { limit: "2", cursor: first.next ?? "" })).titles).toEqual([
      "A 3",
      "A 2",
    ]);
  });

  it("takes a cursor for nothing but what it is", async () => {
    for (let n = 0; n < 2; n += 1) await write({});
    const { next = "" } = await page("/api/articles", { limit: "1" });
    const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url");
    for (const cursor of [
      "nothing",
      next.slice(0, -3),
      forged(["changed", "1; drop table articles", newId()]),
      forged(["changed", "1", "not an id"]),
      forged(["changed", "99999999999999999999", newId()]),
      forged({}),
      "%00",
      "x".repeat(300),
    ]) {
      const answer = await person.inject({ url: `/api/articles/recent?limit=1&cursor=${cursor}` });
      expect([cursor, answer.statusCode]).toEqual([cursor, 400]);
    }
    const other = await person.inject({ url: `/api/articles/recent?limit=1&cursor=${next}` });
    expect(other.json()).toMatchObject({ message: "This cursor belongs to another list." });
    const far = await person.inject({
      url: `/api/articles/recent?limit=1&cursor=${forged(["changed", "9999999999999999", newId()])}`,
    });
    expect(far.statusCode).toBe(200);
  });

  it("leads a stranger who has the cursor to their own articles only", async () => {
    for (let n = 0; n < 3; n += 1) await write({});
    const { next = "" } = await page("/api/articles/recent", { limit: "1" });
    const stranger = await test.signIn();
    expect((await page("/api/articles/recent", { limit: "5", cursor: next }, stranger)).titles).toEqual([]);
  });

  /** Waits until most pages are marked as all-visible. PostgreSQL's vacuum skips pages in use and new empty pages. */
  const waitUntilAllVisible = () =>
    expect
      .poll(async () => {
        await test.db.execute(sql`vacuum analyze articles`);
        const isSeen = sql`select relallvisible > 0.9 * relpages as seen from pg_class where oid = 'articles'::regclass`;
        return (await test.db.execute(isSeen)).rows[0]?.["seen"];
      })
      .toBe(true);

  it("reads no more rows of 10,000 for a page than it shows, wherever it begins, and counts them all, also for analytics, without reading one", async () => {
    const { workspaceId, userId } = person.viewer;
    const base = await write({});
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      ...base,
      id: newId(),
      updatedAt: new Date(moment.getTime() + n * 1000),
    }));
    for (let start = 0; start < rows.length; start += 500)
      await test.db.insert(articles).values(rows.slice(start, start + 500));
    await waitUntilAllVisible();
    const listing = { where: undefined, ranked: null, by: "changed" as const };
    const middle = { at: String((moment.getTime() + 5_000_000) * 1000), id: newId() };
    for (const after of [null, middle]) {
      const read = await inWorkspaceAs(test.db, { workspaceId, userId }, async (scope) => {
        const query = listArticlesByTime(scope, listing, { limit: 61, offset: 0, after, counted: false });
        const { rows: plans } = await scope.tx.execute(sql`explain (analyze, format json) ${query.getSQL()}`);
        return countRowsRead(plans[0]?.["QUERY PLAN"]);
      });
      expect(read).toBe(61);
    }
    const counted = await inWorkspaceAs(test.db, { workspaceId, userId }, async (scope) => {
      const page = { limit: 61, offset: 0, after: null, counted: true };
      const { rows: plan } = await scope.tx.execute(sql`explain ${listArticlesByTime(scope, listing, page).getSQL()}`);
      return plan.map((line) => line["QUERY PLAN"]).join("\n");
    });
    expect(counted).toMatch(/Index Only Scan using articles_(counted|created)/);
    const charted = await inWorkspaceAs(test.db, { workspaceId, userId }, async (scope) => {
      const query = countArticlesByFacet(scope, { bounds: [new Date(0), new Date()] });
      const { rows: plan } = await scope.tx.execute(sql`explain ${query.getSQL()}`);
      return plan.map((line) => line["QUERY PLAN"]).join("\n");
    });
    expect(charted).toMatch(/Index Only Scan using articles_(counted|created)/);
  });
});

describe("what comes before and after an article", () => {
  const around = async (id: string, query: Record<string, string> = {}, reader = person) => {
    const answer = await reader.inject({ url: `/api/articles/${id}/neighbours?${new URLSearchParams(query)}` });
    return answer.statusCode === 200 ? neighbours.parse(answer.json()) : answer.statusCode;
  };

  it("is what is around it in the list with the same filters", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const category = n === 1 ? "Finance" : "Access";
      ids.unshift((await write({ category, updatedAt: new Date(moment.getTime() + n * 1000) })).id);
    }
    const [first = "", second = "", third = "", fourth = ""] = ids;
    expect(await around(second)).toEqual({ previous: first, next: third, place: 2, total: 4 });
    expect(await around(first)).toEqual({ previous: null, next: second, place: 1, total: 4 });
    expect(await around(second, { category: "Access" })).toEqual({ previous: first, next: fourth, place: 2, total: 3 });
    expect(await around(third, { category: "Access" })).toEqual({ previous: null, next: null, place: 0, total: 3 });
    const ranked = (await person.inject({ url: "/api/articles/search?keywords=worker" })).json() as { id: string }[];
    for (const [index, { id }] of ranked.entries())
      expect(await around(id, { keywords: "worker" })).toEqual({
        previous: ranked[index - 1]?.id ?? null,
        next: ranked[index + 1]?.id ?? null,
        place: index + 1,
        total: 4,
      });
  });

  it("is 404 for a stranger", async () => {
    const { id } = await write({});
    expect(await around(id, {}, await test.signIn())).toBe(404);
  });
});

it("the news of the library count articles that were created, changed or failed since a moment", async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
  await write({ createdAt: at(1), updatedAt: at(1) });
  await write({ createdAt: at(1), updatedAt: at(5) });
  await write({ createdAt: at(4), updatedAt: at(5), status: "failed" });
  await buildArticle(test.db);
  const news = async (query: string) => (await person.inject({ url: `/api/articles/news${query}` })).json();
  expect(await news(`?since=${at(3).toISOString()}`)).toEqual({ fresh: 1, changed: 1, failed: 1 });
  expect(await news("")).toEqual({ fresh: 3, changed: 0, failed: 1 });
});
