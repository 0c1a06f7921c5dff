import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PageHit } from "../../shared/contract/ask.ts";
import { KEY_SCOPES } from "../../shared/domain/api-keys.ts";
import { wikiPages } from "../db/schema.ts";
import { buildApiKey, buildChannel, buildUser } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { buildFinding, buildPage, buildWiki } from "../wiki/testing/wiki-rows.ts";
import { createToken, hashToken } from "../workspace/accounts/tokens.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ connectors: { sources: {} } as never });
});
afterAll(() => test.close());

async function newWiki(reading: Parameters<typeof buildWiki>[2] = {}) {
  const owner = await buildUser(test.db, { membership: "owner" });
  const { workspaceId } = owner;
  const integrationId = await buildWiki(test.db, workspaceId, reading);
  const add = (title: string, text: string, values: Partial<typeof wikiPages.$inferInsert> = {}) =>
    buildPage(test.db, { workspaceId, integrationId, title, texts: [text], ...values });
  const search = async (keywords: string, user = owner) => {
    const person = await test.signIn(user);
    const answer = await person.inject({ url: `/api/wiki-pages/search?${new URLSearchParams({ keywords })}` });
    expect(answer.statusCode).toBe(200);
    return answer.json<PageHit[]>();
  };
  const titles = async (keywords: string, user = owner) => (await search(keywords, user)).map(({ title }) => title);
  return { owner, workspaceId, add, search, titles };
}

describe("Search for pages of the wiki", () => {
  it("finds those that have all the words, also in other forms, with those first that have them in the title", async () => {
    const { add, titles } = await newWiki();
    await add("Vans", "The key of each van is at the gate.");
    await add("Keys of vans", "Ask the porter.");
    await add("Gates", "They close at ten.");
    expect(await titles("van key")).toEqual(["Keys of vans", "Vans"]);
    expect(await titles("gat")).toEqual(["Gates"]);
    expect(await titles("van zeppelin")).toEqual([]);
    expect(await titles("100%_")).toEqual([]);
  });

  it("shows nothing that the person may not read", async () => {
    const { add, titles, workspaceId } = await newWiki({ readers: "admins" });
    const page = await add("Vans", "The key is at the gate.");
    const viewer = await buildUser(test.db, { workspaceId, membership: "viewer" });
    const stranger = await buildUser(test.db, { membership: "owner" });
    expect([await titles("vans"), await titles("vans", viewer), await titles("vans", stranger)]).toEqual([
      ["Vans"],
      [],
      [],
    ]);
    await test.db.update(wikiPages).set({ readers: "restricted" }).where(eq(wikiPages.id, page));
    expect(await titles("vans")).toEqual([]);
    await test.db.update(wikiPages).set({ readers: "place", isOurs: true }).where(eq(wikiPages.id, page));
    expect(await titles("gate")).toEqual([]);
  });

  it("says which pages somebody verified and which chat contradicts, as far as the person may read that chat", async () => {
    const { add, search, workspaceId, owner } = await newWiki();
    const state = async (user = owner) => (await search("vans", user))[0]?.state;
    const pageId = await add("Vans", "Suppliers deliver until 13:30.", {
      verifiedAt: new Date(),
      verifiedBy: owner.id,
    });
    expect(await state()).toBe("verified");
    const board = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: owner.id });
    await buildFinding(test.db, workspaceId, { pageId, channelId: board.id });
    expect(await state()).toBe("contradicted");
    expect(await state(await buildUser(test.db, { workspaceId, membership: "editor" }))).toBe("verified");
  });

  it("is part of the search of programs and assistants", async () => {
    const { add, workspaceId, owner } = await newWiki();
    const id = await add("Vans", "The key is at the gate.");
    const key = `lk_${createToken()}`;
    const headers = { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" };
    const may = { scopes: [...KEY_SCOPES], audience: "everybody" as const };
    await buildApiKey(test.db, { workspaceId, createdBy: owner.id, keyHash: hashToken(key), ...may });
    const found = await test.app.inject({ url: "/api/v1/search?q=vans", headers });
    expect(found.json()).toMatchObject({
      items: [],
      pages: [{ id, title: "Vans", url: `https://wiki.example/${id}` }],
    });
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "search", arguments: { query: "vans" } },
    };
    const told = await test.app.inject({ method: "POST", url: "/mcp", headers, payload: call });
    expect(told.body).toContain(`https://wiki.example/${id}`);
  });
});
