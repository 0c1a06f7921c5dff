import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Encoder } from "../../engine/encoder/meaning.ts";
import type { AskResponse } from "../../shared/contract/ask.ts";
import { inWorkspaceAs } from "../db/audience.ts";
import { askPages, wikiPages } from "../db/schema.ts";
import { buildUser } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { buildPage, buildWiki } from "../wiki/testing/wiki-rows.ts";
import { listNearestPages } from "./page-meaning-queries.ts";
import { encodePagesForAnswers } from "./read-page-meanings.ts";

/** An encoder that relates footwear to shoes, and knows no German. */
const ENCODER: Encoder = {
  encode: async (texts) =>
    texts.map((text) => {
      if (/schuhe/i.test(text)) return undefined;
      const vector = new Float32Array(512);
      vector[/footwear|shoes/i.test(text) ? 0 : 1 + (text.length % 500)] = 1;
      return vector;
    }),
};
const OF_SHOES = `1${"0".repeat(511)}`;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ connectors: { sources: {} } as never, encoder: ENCODER });
});
afterAll(() => test.close());

async function newWiki(reading: Parameters<typeof buildWiki>[2] = {}) {
  const owner = await buildUser(test.db, { membership: "owner" });
  const { workspaceId } = owner;
  const integrationId = await buildWiki(test.db, workspaceId, reading);
  const add = (title: string, ...texts: string[]) => buildPage(test.db, { workspaceId, integrationId, title, texts });
  const shoes = await add("Shoes", "Shoes are taken back within 30 days.");
  await add("Vans", "Vans park behind the hall.", "The key is at the gate.");
  const ask = async (question: string, user = owner) => {
    const person = await test.signIn(user);
    return (await person.inject({ method: "POST", url: "/api/ask", payload: { question } })).json<AskResponse>();
  };
  const titles = ({ wiki, relatedPages = [] }: AskResponse) =>
    [...(wiki?.pages ?? []), ...relatedPages].map(({ title }) => title);
  const stored = (pageId: string) =>
    test.db
      .select()
      .from(askPages)
      .where(and(eq(askPages.workspaceId, workspaceId), eq(askPages.pageId, pageId)));
  const setPage = (id: string, values: Partial<typeof wikiPages.$inferInsert>) =>
    test.db.update(wikiPages).set(values).where(eq(wikiPages.id, id));
  return { owner, workspaceId, add, shoes, ask, titles, stored, setPage };
}

const QUESTION = "Can a client give back worn footwear?";
const read = (encoder = ENCODER, stopping?: AbortSignal) => encodePagesForAnswers({ db: test.db, encoder }, stopping);

describe("A question in other words than the wiki's", () => {
  it("finds the page once the worker has read its meaning", async () => {
    const { ask, titles } = await newWiki();
    expect(titles(await ask(QUESTION))).toEqual([]);
    await read();
    expect(titles(await ask(QUESTION))).toContain("Shoes");
    expect(titles(await ask(QUESTION))).not.toContain("Vans");
  });

  it("lists a page that may be about the subject without taking it for an answer", async () => {
    const { ask, add } = await newWiki();
    for (let n = 0; n < 8; n++) await add(`Room ${n}`, "It has a table.");
    await read();
    const { verdict, wiki, relatedPages, sentences } = await ask("van five leaks oil since yesterday evening");
    expect({ verdict, wiki, sentences }).toEqual({ verdict: "unknown", wiki: null, sentences: [] });
    expect(relatedPages).toMatchObject([{ title: "Vans", url: expect.stringMatching(/^https:/) }]);
  });

  it("finds nothing by meaning that the person may not read", async () => {
    const { ask, titles, workspaceId, owner } = await newWiki({ readers: "admins" });
    await read();
    const viewer = await buildUser(test.db, { workspaceId, membership: "viewer" });
    expect(titles(await ask(QUESTION))).toContain("Shoes");
    expect(JSON.stringify(await ask(QUESTION, viewer))).not.toMatch(/Shoes|30 days/);
    const nearest = (userId: string) =>
      inWorkspaceAs(test.db, { workspaceId, userId }, (scope) => listNearestPages(scope, OF_SHOES, 10));
    expect([(await nearest(owner.id)).length, await nearest(viewer.id)]).toEqual([2, []]);
    const stranger = await buildUser(test.db, { membership: "owner" });
    expect(titles(await ask(QUESTION, stranger))).toEqual([]);
  });
});

describe("The meaning of a page", () => {
  it("goes with its words and comes back when they are read again", async () => {
    const { shoes, stored, setPage } = await newWiki();
    await read();
    expect(await stored(shoes)).toMatchObject([{ sketch: OF_SHOES }]);
    await setPage(shoes, { title: "Shoes and boots" });
    expect(await stored(shoes)).toHaveLength(1);
    await setPage(shoes, { readVersion: null, terms: [] });
    expect(await stored(shoes)).toEqual([]);
    await read();
    expect(await stored(shoes)).toEqual([]);
    await setPage(shoes, { readVersion: "2", terms: ["shoe"] });
    await read();
    expect(await stored(shoes)).toHaveLength(1);
    await test.db.delete(wikiPages).where(eq(wikiPages.id, shoes));
    expect(await stored(shoes)).toEqual([]);
  });

  it("is not stored if the page changed while it was computed", async () => {
    const { shoes, stored, setPage } = await newWiki();
    const encode: Encoder["encode"] = async (texts) => {
      if (texts.includes("Shoes")) await setPage(shoes, { readVersion: "2" });
      return ENCODER.encode(texts);
    };
    await read({ encode });
    expect(await stored(shoes)).toEqual([]);
    await read();
    expect(await stored(shoes)).toHaveLength(1);
  });

  it("is bounded in size, computed in small portions, and continued after a stop", async () => {
    const { add, stored } = await newWiki();
    const long = await add("Rules", ...Array.from({ length: 100 }, (_, n) => `Rule ${n} holds.`));
    const portions: number[] = [];
    const stopping = new AbortController();
    const encode: Encoder["encode"] = async (texts) => {
      portions.push(texts.length);
      stopping.abort();
      return ENCODER.encode(texts);
    };
    await read({ encode }, stopping.signal);
    expect(await stored(long)).toEqual([]);
    await read({ encode });
    expect((await stored(long))[0]?.meanings).toHaveLength(32 * 512);
    expect(Math.max(...portions)).toBeLessThanOrEqual(8);
  });

  it("is computed once, though a second worker looks meanwhile", async () => {
    const { shoes, stored } = await newWiki();
    let times = 0;
    const encode: Encoder["encode"] = async (texts) => {
      if (!texts.includes("Shoes")) return ENCODER.encode(texts);
      times += 1;
      if (times === 1) await read({ encode });
      return ENCODER.encode(texts);
    };
    await read({ encode });
    expect([times, (await stored(shoes)).length]).toEqual([1, 1]);
  });

  it("is not computed again and again for a language that the encoder does not know", async () => {
    const { add, stored } = await newWiki();
    const german = await add("Schuhe", "Schuhe nehmen wir 30 Tage lang zurück.");
    await read();
    expect(await stored(german)).toMatchObject([{ meanings: null, sketch: null }]);
    const encoded: string[] = [];
    const encode: Encoder["encode"] = async (texts) => {
      encoded.push(...texts);
      return ENCODER.encode(texts);
    };
    await read({ encode });
    expect(encoded).not.toContain("Schuhe");
  });
});
