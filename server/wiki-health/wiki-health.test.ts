import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WikiHealth } from "../../shared/contract/wiki-health.ts";
import { toPageItemId } from "../../shared/domain/inbox.ts";
import { newId } from "../db/new-id.ts";
import {
  answerPages,
  articles,
  chatAnswers,
  inboxAssignments,
  wikiDuplicates,
  wikiFindings,
  wikiPages,
  wikiRepairs,
} from "../db/schema.ts";
import { buildArticle, buildChannel, buildGivenAnswer, buildOpenQuestion, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { buildFinding, buildPage, buildWiki, insertWikiRepair } from "../wiki/testing/wiki-rows.ts";
import { comparePages } from "./index.ts";

let test: TestApp;
let workspaceId: string;
let integrationId: string;
let owner: SignedIn;
let viewer: SignedIn;

beforeAll(async () => void (test = await createTestApp()));
afterAll(() => test.close());
beforeEach(async () => {
  const user = await buildUser(test.db);
  ({ workspaceId } = user);
  owner = await test.signIn(user);
  viewer = await test.signIn(await buildUser(test.db, { workspaceId, membership: "viewer" }));
  integrationId = await buildWiki(test.db, workspaceId);
});

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
const seen = async (by = owner) => (await by.inject({ url: "/api/wiki-health" })).json<WikiHealth>();
const post = async (by: SignedIn, url: string, payload: object = {}) =>
  (await by.inject({ method: "POST", url, payload })).statusCode;
const verify = (by: SignedIn, id: string, version = "1") => post(by, `/api/wiki-pages/${id}/verify`, { version });
const page = (title: string, values: Partial<Parameters<typeof buildPage>[1]> = {}) =>
  buildPage(test.db, { workspaceId, integrationId, title, texts: [`${title}.`], editedAt: ago(400), ...values });
const titlesOf = (pages: { title: string }[]) => pages.map(({ title }) => title);

async function answer(pageId: string, times: number, values: object = {}) {
  for (let n = 0; n < times; n++) {
    const { id } = await buildGivenAnswer(test.db, { workspaceId, ...values });
    await test.db.insert(answerPages).values({ workspaceId, answerId: id, pageId, isAnswer: true });
  }
}
const answerInChat = (pageId: string, channelId: string) =>
  test.db.insert(chatAnswers).values({
    workspaceId,
    id: newId(),
    channelId,
    questionId: newId(),
    threadId: newId(),
    askedBy: "U1",
    state: "answered",
    messageExternalId: newId(),
    pageCites: { [pageId]: "1" },
  });

describe("A page that is asked often and not confirmed for long", () => {
  it("is listed with its answers; an old page that nobody asks is not, nor one that was changed or confirmed lately", async () => {
    const asked = await page("Returns");
    const confirmed = await page("Goods in", { texts: ["Suppliers deliver until 13:30."] });
    await page("Old and quiet");
    const changed = await page("Opening hours", { editedAt: ago(10) });
    const unknown = await page("Parking", { editedAt: null });
    const seldom = await page("Van fleet");
    for (const id of [asked, confirmed, changed, unknown]) await answer(id, 3);
    await answer(seldom, 2);
    await answer(seldom, 3, { createdAt: ago(100) });
    const finding = await buildFinding(test.db, workspaceId, { pageId: confirmed, kind: "confirms" });
    expect(finding.saidAt.getTime()).toBeGreaterThan(ago(180).getTime());
    const { unconfirmed } = await seen();
    expect(unconfirmed).toMatchObject({
      total: 1,
      pages: [{ id: asked, title: "Returns", answers: 3, confirmed: null }],
    });
  });

  it("is verified with one press by those who may read it, and tells who verified it", async () => {
    const id = await page("Returns");
    await answer(id, 3);
    expect(await verify(viewer, id)).toBe(403);
    const stranger = await test.signIn();
    expect(await verify(stranger, id)).toBe(404);
    const reviewer = await test.signIn(await buildUser(test.db, { workspaceId, membership: "reviewer" }));
    await test.db.update(wikiPages).set({ readers: "unknown" }).where(eq(wikiPages.id, id));
    expect(await verify(reviewer, id)).toBe(404);
    const [listed] = (await seen()).unconfirmed.pages;
    expect(listed).toMatchObject({ id, version: "1" });
    await test.db.update(wikiPages).set({ readVersion: "2" }).where(eq(wikiPages.id, id));
    expect(await verify(owner, id, listed?.version), "changed since the list was opened").toBe(409);
    expect((await seen()).unconfirmed.total).toBe(1);
    expect(await verify(owner, id, "2")).toBe(200);
    const { unconfirmed, weeks } = await seen();
    expect([unconfirmed.total, weeks.at(-1)?.confirmed]).toEqual([0, 1]);
  });

  it("counts answers in channels that the owner may read, and no others", async () => {
    const chooser = await buildUser(test.db, { workspaceId, membership: "editor" });
    const open = await buildChannel(test.db, { workspaceId });
    const closed = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: chooser.id });
    const id = await page("Returns");
    await answer(id, 2);
    for (const channel of [closed, closed]) await answerInChat(id, channel.id);
    expect((await seen()).unconfirmed.total).toBe(0);
    await answerInChat(id, open.id);
    expect((await seen()).unconfirmed).toMatchObject({ total: 1, pages: [{ answers: 3 }] });
  });

  it("is given to somebody who may read it", async () => {
    const id = await page("Returns", { readers: "unknown" });
    await answer(id, 3);
    const admin = await buildUser(test.db, { workspaceId, membership: "admin", firstName: "Ada", lastName: "Byron" });
    const editor = await buildUser(test.db, { workspaceId, membership: "editor" });
    const assign = async (assignee: string) => {
      const payload = { ids: [toPageItemId(id)], assignee, dueOn: "2031-12-01" };
      const { results } = (await owner.inject({ method: "PUT", url: "/api/inbox/assignments", payload })).json();
      return results[0].outcome;
    };
    expect([await assign(editor.id), await assign(admin.id)]).toEqual(["failed", "done"]);
    expect((await seen()).unconfirmed.pages).toMatchObject([
      { assignment: { assignee: { name: "Ada Byron" }, dueOn: "2031-12-01" } },
    ]);
    const person = await test.signIn(admin);
    const given = async (by: SignedIn) => (await by.inject({ url: "/api/inbox/assigned" })).json().pages;
    const mine = async (by: SignedIn) => (await by.inject({ url: "/api/inbox" })).json().mine;
    expect([await given(owner), await mine(owner)]).toEqual([[], 0]);
    expect([await given(person), await mine(person)]).toMatchObject([[{ id, title: "Returns" }], 1]);
    expect(await verify(person, id)).toBe(200);
    expect([await given(person), await mine(person)]).toEqual([[], 0]);
  });

  it("leaves no assignment behind when it is deleted, nor do the findings about it", async () => {
    const id = await page("Returns");
    const other = await page("Parking");
    const finding = await buildFinding(test.db, workspaceId, { pageId: id });
    const items = [toPageItemId(id), toPageItemId(other), `wiki-finding.${finding.id}`];
    await test.db.insert(inboxAssignments).values(items.map((item) => ({ workspaceId, item, dueOn: "2031-12-01" })));
    await test.db.delete(wikiPages).where(eq(wikiPages.id, id));
    const left = await test.db.select().from(inboxAssignments).where(eq(inboxAssignments.workspaceId, workspaceId));
    expect(left.map(({ item }) => item)).toEqual([toPageItemId(other)]);
  });
});

describe("A page that no answer showed", () => {
  it("is listed once it was counted for 30 days, and not when a conversation was about it", async () => {
    const unused = await page("Fax numbers", { countedSince: ago(31) });
    await page("New", { countedSince: ago(29) });
    const shown = await page("Returns", { countedSince: ago(31) });
    await answer(shown, 1);
    const told = await page("Goods in", { countedSince: ago(31), texts: ["Suppliers deliver until 13:30."] });
    await buildFinding(test.db, workspaceId, { pageId: told, kind: "confirms" });
    const found = await seen();
    expect(found.unused).toMatchObject({ total: 1, pages: [{ id: unused, title: "Fax numbers" }] });
    expect(found).toMatchObject({ wikis: 1, pages: 4, countedSince: expect.stringMatching(/Z$/) });
    const keep = (by: SignedIn) => post(by, `/api/wiki-pages/${unused}/keep`);
    const stranger = await test.signIn();
    expect([await keep(viewer), await keep(stranger), await keep(owner)]).toEqual([403, 404, 200]);
    expect((await seen()).unused).toEqual({ total: 0, pages: [] });
  });
});

describe("Texts that say much the same", () => {
  const RULES = [
    "Shoes are taken back within 30 days of the purchase.",
    "The customer needs the receipt or the order number.",
    "Damaged boxes are refunded in the branch at once.",
    "Sale items are exchanged for a voucher only.",
  ];
  const compare = () => comparePages(test.deps, new AbortController().signal);
  const double = async (values: object = {}) => {
    const first = await page("Returns of shoes", { texts: RULES });
    const other = RULES.with(0, "Shoes are taken back within 14 days of the purchase.");
    const second = await page("Shoe returns", {
      texts: [...other, "Ask the branch manager for exceptions."],
      ...values,
    });
    await page("Parking", { texts: ["Vans park behind the hall.", "Cars park in front.", "Bikes have a shed."] });
    await compare();
    return { first, second };
  };

  it("are listed with the sentences of both, those that differ first, until they differ enough or both stay", async () => {
    const { first, second } = await double();
    const { duplicates } = await seen();
    expect(duplicates).toMatchObject([{ article: null, shared: 4, sentences: 4 }]);
    expect([duplicates[0]?.page.id, duplicates[0]?.other?.id].sort()).toEqual([first, second].sort());
    expect(duplicates[0]?.examples[0]?.differs).toBe(true);
    await compare();
    expect((await seen()).duplicates).toHaveLength(1);
    const id = duplicates[0]?.id ?? "";
    expect([
      await post(viewer, `/api/wiki-duplicates/${id}/keep`),
      await post(await test.signIn(), `/api/wiki-duplicates/${id}/keep`),
    ]).toEqual([403, 404]);
    expect(await post(owner, `/api/wiki-duplicates/${id}/keep`)).toBe(200);
    await test.db.update(wikiPages).set({ comparedVersion: null }).where(eq(wikiPages.workspaceId, workspaceId));
    await compare();
    expect((await seen()).duplicates).toEqual([]);
  });

  it("are also a page and an article, for those who may read both", async () => {
    const chooser = await buildUser(test.db, { workspaceId, membership: "admin" });
    const channel = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: chooser.id });
    const statements = RULES.map((text) => ({ form: "sentence" as const, text, language: null, sources: ["m1"] }));
    const article = await buildArticle(test.db, {
      workspaceId,
      channelId: channel.id,
      title: "Returns of shoes",
      summary: [],
      body: [{ role: "answer", heading: null, layout: "prose", statements }],
      bodyText: RULES.join(" "),
    });
    await page("Shoe returns", { texts: RULES });
    await compare();
    expect(
      await test.db.select().from(wikiDuplicates).where(eq(wikiDuplicates.workspaceId, workspaceId)),
    ).toMatchObject([{ articleId: article.id, otherId: null }]);
    const insider = await test.signIn(chooser);
    expect((await seen(insider)).duplicates).toMatchObject([{ other: null, article: { id: article.id }, shared: 4 }]);
    const hidden = await owner.inject({ url: "/api/wiki-health" });
    expect(hidden.json<WikiHealth>().duplicates).toEqual([]);
  });

  const pairs = () => test.db.select().from(wikiDuplicates).where(eq(wikiDuplicates.workspaceId, workspaceId));
  /** Stores each two of these pages as duplicates, as if they had been found. */
  const pairUp = (ids: string[]) =>
    test.db
      .insert(wikiDuplicates)
      .values(
        ids
          .toSorted()
          .flatMap((pageId, place, all) =>
            all
              .slice(place + 1)
              .map((otherId) => ({ workspaceId, id: newId(), pageId, otherId, shared: 9, sentences: 9 })),
          ),
      );
  const comparedOf = async (id: string) =>
    (await test.db.select().from(wikiPages).where(eq(wikiPages.id, id)))[0]?.comparedVersion;

  it("stay found from either page, also where a page has more copies than near pages are looked up", async () => {
    const ids: string[] = [];
    for (let copy = 1; copy <= 8; copy++) ids.push(await page(`Returns of shoes ${copy}`, { texts: RULES }));
    await pairUp(ids);
    await compare();
    expect(await pairs()).toHaveLength(28);
  });

  it("are shown though twenty found before are none any more, and those go when they are compared", async () => {
    const ids: string[] = [];
    for (const title of ["Vans", "Bikes", "Holidays", "Payroll", "Travel", "Printers", "Keys"])
      ids.push(await page(title, { texts: [1, 2, 3].map((n) => `${title} are explained in part ${n} of ${title}.`) }));
    await double();
    await pairUp(ids);
    expect((await seen()).duplicates).toMatchObject([{ shared: 4 }]);
    await test.db.update(wikiPages).set({ comparedVersion: null }).where(eq(wikiPages.workspaceId, workspaceId));
    await compare();
    expect(await pairs()).toHaveLength(1);
  });

  it("are compared again when the article was edited", async () => {
    const channel = await buildChannel(test.db, { workspaceId });
    const article = await buildArticle(test.db, { workspaceId, channelId: channel.id, title: "Parking" });
    const pageId = await page("Shoe returns", { texts: RULES, comparedVersion: "1" });
    const found = { workspaceId, pageId, articleId: article.id, shared: 9, sentences: 9 };
    await test.db.insert(wikiDuplicates).values({ ...found, id: newId(), createdAt: ago(3) });
    await test.db
      .update(articles)
      .set({ updatedAt: ago(1) })
      .where(eq(articles.id, article.id));
    await compare();
    expect(await pairs()).toEqual([]);
  });

  it("are looked for in each workspace by turns, and a page that cannot be compared holds up no other", async () => {
    for (let n = 0; n < 60; n++) await page(`Short ${n}`);
    const { workspaceId: theirs } = await buildUser(test.db);
    const wiki = await buildWiki(test.db, theirs);
    const other = await page("Parking", { workspaceId: theirs, integrationId: wiki });
    await compare();
    expect(await comparedOf(other)).toBe("1");
    await compare();
    await test.db.execute(
      sql`create function refuse() returns trigger language plpgsql as 'begin raise ''refused''; end'`,
    );
    await test.db.execute(
      sql`create trigger refused before insert on wiki_duplicates for each row execute function refuse()`,
    );
    const { first } = await double();
    await test.db.execute(sql`drop function refuse cascade`);
    expect([await comparedOf(first), await pairs()]).toEqual(["1", []]);
  });

  it("are shown to nobody once one of the pages is restricted", async () => {
    const { second } = await double();
    await test.db.update(wikiPages).set({ readers: "restricted" }).where(eq(wikiPages.id, second));
    const { body } = await owner.inject({ url: "/api/wiki-health" });
    expect(body).not.toContain("Shoe returns");
    expect(JSON.parse(body).duplicates).toEqual([]);
  });
});

describe("The health of the wiki", () => {
  it("counts by week what the owner may read: contradictions, corrections, confirmations, unanswered questions", async () => {
    const chooser = await buildUser(test.db, { workspaceId, membership: "editor" });
    const closed = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: chooser.id });
    const { pageId } = await buildFinding(test.db, workspaceId);
    await buildFinding(test.db, workspaceId, { pageId, kind: "confirms" });
    await buildFinding(test.db, workspaceId, { pageId, channelId: closed.id });
    await test.db
      .update(wikiFindings)
      .set({ saidAt: ago(14) })
      .where(eq(wikiFindings.pageId, pageId));
    await insertWikiRepair(test.db, { workspaceId });
    await buildOpenQuestion(test.db, { workspaceId });
    await buildOpenQuestion(test.db, { workspaceId, createdAt: ago(7) });
    const { weeks } = await seen();
    expect(weeks).toHaveLength(12);
    expect(weeks.slice(-3)).toMatchObject([
      { contradicted: 1, repaired: 0, confirmed: 1, unanswered: 0 },
      { contradicted: 0, repaired: 0, confirmed: 0, unanswered: 1 },
      { contradicted: 0, repaired: 1, confirmed: 0, unanswered: 1 },
    ]);
    const isRepair = and(eq(wikiRepairs.workspaceId, workspaceId), eq(wikiRepairs.state, "applied"));
    const { id: commentId } = await insertWikiRepair(test.db, { workspaceId });
    const at = { headings: [], text: "Open.", nth: 0, of: 1 };
    const change = { kind: "comment" as const, about: "replace" as const, at, text: "Closed." };
    await test.db.update(wikiRepairs).set({ change }).where(eq(wikiRepairs.id, commentId));
    expect((await seen()).weeks.at(-1)?.repaired, "a comment corrects nothing yet").toBe(1);
    await test.db.update(wikiRepairs).set({ state: "refused" }).where(isRepair);
    expect((await seen()).weeks.at(-1)?.repaired).toBe(0);
  });

  it("is for owners and admins, says where no wiki is read, and knows nothing of other workspaces", async () => {
    const id = await page("Returns", { countedSince: ago(31) });
    expect((await viewer.inject({ url: "/api/wiki-health" })).statusCode).toBe(403);
    const stranger = await test.signIn();
    const elsewhere = await stranger.inject({ url: "/api/wiki-health" });
    expect(elsewhere.json()).toMatchObject({ wikis: 0, pages: 0, countedSince: null });
    expect(elsewhere.body).not.toContain(id);
    await buildWiki(test.db, stranger.viewer.workspaceId);
    const unwritten = await stranger.inject({ url: "/api/wiki-health" });
    expect(unwritten.json(), "a wiki without a page that people wrote").toMatchObject({ wikis: 1, pages: 0 });
    const hidden = await page("Salaries", { readers: "restricted", countedSince: ago(31) });
    await page("Below it", { above: [hidden], countedSince: ago(31) });
    expect(titlesOf((await seen()).unused.pages)).toEqual(["Returns"]);
  });
});
