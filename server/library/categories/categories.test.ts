import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Category } from "../../../shared/contract/categories.ts";
import { channelAudiences } from "../../db/schema.ts";
import { buildArticle, buildCategory, buildChannel, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";

let test: TestApp;
let me: SignedIn;
let workspaceId: string;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  me = await test.signIn();
  workspaceId = me.viewer.workspaceId;
});

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
const ask = (method: Method, path: string, payload?: object, who = me) =>
  who.inject({ method, url: `/api${path}`, ...(payload && { payload }) });
async function does<Answer = Category>(method: Method, path: string, payload?: object): Promise<Answer> {
  const answer = await ask(method, path, payload);
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json();
}
const create = (name: string, parent?: Category) => does("POST", "/categories", { name, parentId: parent?.id ?? null });
const write = (category: string) => buildArticle(test.db, { workspaceId, category, title: `About ${category}` });
/** Returns 'Name < Parent: 2' for each category, in the sequence of the tree. The number is that of its articles. */
async function tree(who = me): Promise<string[]> {
  const all = (await ask("GET", "/categories", undefined, who)).json() as Category[];
  const nameOf = (id: string | null) => all.find((category) => category.id === id)?.name ?? "";
  return all.map(({ name, parentId, articles }) => `${name} < ${nameOf(parentId)}: ${articles}`);
}
const idOf = async (name: string) =>
  ((await does("GET", "/categories")) as unknown as Category[]).find((category) => category.name === name) as Category;
const found = async (category: string) =>
  (await does<{ title: string }[]>("GET", `/articles/search?category=${encodeURIComponent(category)}`))
    .map(({ title }) => title)
    .sort();

describe("the tree of categories", () => {
  it("has the categories that articles brought along as its roots, and those that people make", async () => {
    await write("Security");
    await write("Operations");
    const operations = await idOf("Operations");
    const databases = await create("Databases", operations);
    await create("Postgres", databases);
    expect(await tree()).toEqual([
      "Operations < : 1",
      "Databases < Operations: 0",
      "Postgres < Databases: 0",
      "Security < : 1",
    ]);
  });

  it("has at most four levels, and each name once", async () => {
    const one = await create("One");
    const two = await create("Two", one);
    const three = await create("Three", two);
    const four = await create("Four", three);
    expect((await ask("POST", "/categories", { name: "Five", parentId: four.id })).statusCode).toBe(409);
    expect((await ask("POST", "/categories", { name: "two", parentId: null })).json().message).toContain("“Two”");
    const other = await create("Other");
    const refused = await ask("POST", `/categories/${one.id}/move`, { parentId: other.id, after: null });
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining("at most 4 levels")]);
    expect((await ask("POST", `/categories/${one.id}/move`, { parentId: three.id, after: null })).statusCode).toBe(409);
    expect(await tree()).toEqual(["One < : 0", "Two < One: 0", "Three < Two: 0", "Four < Three: 0", "Other < : 0"]);
  });

  it("keeps the order that people gave it", async () => {
    const [a, b, c] = [await create("A"), await create("B"), await create("C")];
    await does("POST", `/categories/${c.id}/move`, { parentId: null, after: a.id });
    expect(await tree()).toEqual(["A < : 0", "C < : 0", "B < : 0"]);
    await does("POST", `/categories/${b.id}/move`, { parentId: a.id, after: null });
    await create("D");
    expect(await tree()).toEqual(["A < : 0", "B < A: 0", "C < : 0", "D < : 0"]);
  });

  it("is found by a category with all below it, in lists, filters, and on the article as the way to it", async () => {
    await write("Operations");
    const { id } = await write("Postgres");
    await write("Security");
    const databases = await create("Databases", await idOf("Operations"));
    await does("POST", `/categories/${(await idOf("Postgres")).id}/move`, { parentId: databases.id, after: null });
    expect(await found("Operations")).toEqual(["About Operations", "About Postgres"]);
    expect(await found("Databases")).toEqual(["About Postgres"]);
    expect(await found("Nowhere")).toEqual([]);
    expect(await does("GET", "/articles/categories")).toEqual(["Operations", "Databases", "Postgres", "Security"]);
    const page = await does<{ category: string; categoryPath: string[] }>("GET", `/articles/${id}`);
    expect(page).toMatchObject({ category: "Postgres", categoryPath: ["Operations", "Databases", "Postgres"] });
  });

  it("renames a category on its articles, in saved views and for those who watch it", async () => {
    const { id } = await write("Ops");
    await does("PUT", "/watches", { kind: "category", target: "Ops", isOn: true });
    await does("POST", "/saved-views", { name: "Mine", filters: { category: "Ops", keywords: "x" }, look: null });
    await does("PATCH", `/categories/${(await idOf("Ops")).id}`, { name: " Operations " });
    expect(await does("GET", `/articles/${id}`)).toMatchObject({ category: "Operations", version: 1 });
    expect(await does("GET", "/saved-views")).toMatchObject([{ filters: { category: "Operations", keywords: "x" } }]);
    expect(await does("GET", "/watches")).toEqual([{ kind: "category", target: "Operations", name: "Operations" }]);
    expect(await tree()).toEqual(["Operations < : 1"]);
  });

  it("merges a category into another one, with what is below it", async () => {
    await write("Ops");
    await write("Operations");
    const ops = await idOf("Ops");
    await create("Databases", ops);
    const operations = await idOf("Operations");
    await does("POST", `/categories/${ops.id}/merge`, { into: operations.id });
    expect(await tree()).toEqual(["Operations < : 2", "Databases < Operations: 0"]);
    const below = await idOf("Databases");
    expect((await ask("POST", `/categories/${operations.id}/merge`, { into: below.id })).statusCode).toBe(409);
  });

  it("removes a category: what is in it moves one level up, and no article is without one", async () => {
    await write("Operations");
    await write("Postgres");
    const operations = await idOf("Operations");
    const databases = await create("Databases", operations);
    const postgres = await idOf("Postgres");
    await does("POST", `/categories/${postgres.id}/move`, { parentId: databases.id, after: null });
    await does("DELETE", `/categories/${databases.id}`);
    expect(await tree()).toEqual(["Operations < : 1", "Postgres < Operations: 1"]);
    await does("DELETE", `/categories/${postgres.id}`);
    expect(await tree()).toEqual(["Operations < : 2"]);
    const refused = await ask("DELETE", `/categories/${operations.id}`);
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining("Merge this one")]);
    const empty = await create("Empty");
    const child = await create("Child", empty);
    await does("DELETE", `/categories/${empty.id}`);
    expect(await tree()).toEqual(["Child < : 0", "Operations < : 2"]);
    expect((await idOf("Child")).id).toBe(child.id);
  });

  it("is changed by editors, not by reviewers, and never in another workspace", async () => {
    const reviewer = await test.signIn(await buildUser(test.db, { workspaceId, membership: "reviewer" }));
    expect((await ask("POST", "/categories", { name: "X", parentId: null }, reviewer)).statusCode).toBe(403);
    const foreign = await buildCategory(test.db);
    for (const [method, path, payload] of [
      ["PATCH", "", { name: "Y" }],
      ["POST", "/move", { parentId: null, after: null }],
      ["POST", "/merge", { into: (await create("Z")).id }],
      ["DELETE", "", undefined],
    ] as const)
      expect((await ask(method, `/categories/${foreign.id}${path}`, payload)).statusCode).toBe(404);
    expect((await ask("POST", "/categories", { name: "W", parentId: foreign.id })).statusCode).toBe(404);
  });
});

describe("a category whose articles somebody may not read", () => {
  /** Creates an article of a private channel that this person may not read. */
  async function writeHidden(category: string) {
    const channel = await buildChannel(test.db, { workspaceId, isPrivate: true });
    await test.db
      .update(channelAudiences)
      .set({ isKnown: true, membersReadAt: new Date() })
      .where(eq(channelAudiences.channelId, channel.id));
    await buildArticle(test.db, { workspaceId, category, channelId: channel.id });
  }

  it("is not in their tree, and nothing they do says that it is there", async () => {
    await writeHidden("Zebras");
    me = await test.signIn(await buildUser(test.db, { workspaceId, membership: "editor" }));
    expect(await tree()).toEqual([]);
    await create("Zebras");
    expect(await tree()).toEqual(["Zebras < : 0"]);
    await does("DELETE", `/categories/${(await idOf("Zebras")).id}`);
    expect(await tree()).toEqual([]);
    const horses = await create("Horses");
    await does("PATCH", `/categories/${horses.id}`, { name: "Zebras" });
    expect(await tree()).toEqual(["Zebras < : 0"]);
    const { rows } = await test.db.$client.query("select category from articles where workspace_id = $1", [
      workspaceId,
    ]);
    expect(rows).toEqual([{ category: "Zebras" }]);
  });
});
