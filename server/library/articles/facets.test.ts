import { afterAll, beforeAll, expect, it } from "vitest";
import { type ArticleFacets, articleFacets } from "../../../shared/contract/article-list.ts";
import { buildArticle, buildArticleSource, buildChannel, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function facetsFor(person: SignedIn, query = ""): Promise<ArticleFacets> {
  const answer = await person.inject({ url: `/api/articles/facets${query}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return articleFacets.parse(answer.json());
}
const countsOf = (facet: ArticleFacets["status"]) => Object.fromEntries(facet.map(({ name, count }) => [name, count]));

it("each filter says how many articles its values leave, with the other filters set, and the search finds as many", async () => {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  const help = await buildChannel(test.db, { workspaceId, name: "help" });
  const ops = await buildChannel(test.db, { workspaceId, name: "ops" });
  const write = (title: string, values: Partial<Parameters<typeof buildArticle>[1]>) =>
    buildArticle(test.db, { workspaceId, title, ...values });
  const inHelp = { channelId: help.id, channelName: "help" };
  const inOps = { channelId: ops.id, channelName: "ops" };
  await write("One", { ...inHelp, authorName: "Ana", tags: ["vpn", "mac"], category: "Access" });
  await write("Two", { ...inHelp, authorName: "Bo", tags: ["vpn"], category: "Access" });
  await write("Three", { ...inOps, authorName: "Ana", tags: [], category: "Deploys" });

  const all = await facetsFor(person);
  expect(countsOf(all.channel)).toEqual({ help: 2, ops: 1 });
  expect(countsOf(all.person)).toEqual({ Ana: 2, Bo: 1 });
  expect(countsOf(all.tags)).toEqual({ vpn: 2, mac: 1 });
  expect(countsOf(all.category)).toEqual({ Access: 2, Deploys: 1 });
  expect(Object.values(countsOf(all.status))).toEqual([3]);

  // With a channel chosen, the counts of all channels stay the same. Only people of the chosen channel are counted.
  const narrowed = await facetsFor(person, `?channel=${help.id}`);
  expect(countsOf(narrowed.channel)).toEqual({ help: 2, ops: 1 });
  expect(countsOf(narrowed.person)).toEqual({ Ana: 1, Bo: 1 });
  const [status] = all.status;
  for (const [query, count] of [
    [`channel=${help.id}`, 2],
    [`channel=${help.id}&person=Ana`, 1],
    [`status=${status?.value}`, 3],
  ] as const)
    expect((await person.inject({ url: `/api/articles/search?${query}` })).json()).toHaveLength(count);
});

it("the verification filter counts and finds articles that are verified, changed since, or never verified", async () => {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  const [before, after] = [new Date("2026-11-01T10:00:00.000Z"), new Date("2026-11-02T10:00:00.000Z")];
  await buildArticle(test.db, { workspaceId, title: "Sure", updatedAt: before, confirmedAt: after });
  await buildArticle(test.db, { workspaceId, title: "At once", updatedAt: before, confirmedAt: before });
  await buildArticle(test.db, { workspaceId, title: "Edited", updatedAt: after, confirmedAt: before });
  await buildArticle(test.db, { workspaceId, title: "New", updatedAt: after });
  expect(countsOf((await facetsFor(person)).verified)).toEqual({ verified: 2, changed: 1, unverified: 1 });
  const titles = async (verified: string) =>
    ((await person.inject({ url: `/api/articles/search?verified=${verified}` })).json() as { title: string }[])
      .map(({ title }) => title)
      .toSorted();
  expect([await titles("verified"), await titles("changed"), await titles("unverified")]).toEqual([
    ["At once", "Sure"],
    ["Edited"],
    ["New"],
  ]);
});

it("the filters count only articles that a search for words finds", async () => {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  await buildArticle(test.db, { workspaceId, title: "Reset the printer", authorName: "Ana" });
  await buildArticle(test.db, { workspaceId, title: "Book a room", authorName: "Bo" });
  expect(countsOf((await facetsFor(person, "?keywords=printer")).person)).toEqual({ Ana: 1 });
});

it("neither the name of a private channel, nor a person, tag or category of its articles, is told to who is not in it", async () => {
  const owner = await test.signIn();
  const { workspaceId, userId } = owner.viewer;
  const hidden = await buildChannel(test.db, { workspaceId, name: "merger", isPrivate: true, chosenBy: userId });
  const secret = { channelId: hidden.id, channelName: "merger", authorName: "Zoe", tags: ["deal"], category: "Board" };
  await buildArticle(test.db, { workspaceId, title: "Sign the deal", ...secret });
  const other = await test.signIn(await buildUser(test.db, { workspaceId, membership: "editor" }));
  expect(JSON.stringify(await facetsFor(owner))).toMatch(/merger.*Zoe.*Board.*deal/);
  const told = JSON.stringify(await facetsFor(other)) + JSON.stringify(await facetsFor(other, `?channel=${hidden.id}`));
  expect(told).not.toMatch(/merger|Zoe|Board|deal/);
  expect((await other.inject({ url: `/api/articles/search?channel=${hidden.id}` })).json()).toEqual([]);
  const elsewhere = await test.signIn();
  expect(JSON.stringify(await facetsFor(elsewhere, `?channel=${hidden.id}`))).not.toMatch(/merger|Zoe/);
});

it("a channel's articles can be asked for without those that another channel contributed to", async () => {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  const help = await buildChannel(test.db, { workspaceId, name: "help" });
  const ops = await buildChannel(test.db, { workspaceId, name: "ops" });
  const inHelp = { workspaceId, channelId: help.id, channelName: "help" };
  await buildArticle(test.db, { ...inHelp, title: "Of help alone" });
  const both = await buildArticle(test.db, { ...inHelp, title: "Of both" });
  await buildArticleSource(test.db, { workspaceId, articleId: both.id, channelId: ops.id });
  const titles = async (query: string) =>
    ((await person.inject({ url: `/api/articles/search?${query}` })).json() as { title: string }[])
      .map(({ title }) => title)
      .toSorted();
  expect(await titles(`channel=${help.id}`)).toEqual(["Of both", "Of help alone"]);
  expect(await titles(`channel=${help.id}&alone=true`)).toEqual(["Of help alone"]);
  expect(await titles(`channel=${ops.id}&alone=true`)).toEqual([]);
});
