import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../db/new-id.ts";
import { publications } from "../db/schema.ts";
import { buildArticle, buildPublication } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
let person: SignedIn;
let workspaceId: string;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  person = await test.signIn();
  workspaceId = person.viewer.workspaceId;
});
afterAll(() => test.close());

describe("trying a publication again", () => {
  const retry = (articleId: string, publicationId: string, payload: object = {}) =>
    person.inject({ method: "POST", url: `/api/articles/${articleId}/publications/${publicationId}/retry`, payload });
  async function page(values: Parameters<typeof buildPublication>[1]) {
    const { id: articleId } = await buildArticle(test.db, { workspaceId, status: "failed" });
    const { id: publicationId } = await buildPublication(test.db, { workspaceId, articleId, ...values });
    return { articleId, publicationId };
  }
  const rowOf = async (id: string) => (await test.db.select().from(publications).where(eq(publications.id, id)))[0];
  const HERE = { externalId: "98", url: "https://acme.example/98", publishedVersion: 1, publishedBlocks: ["p:a"] };

  it.each([
    ["parked", undefined],
    ["parked", "retry"],
    ["parked", "replace"],
    ["conflict", "retry"],
    ["conflict", "replace"],
    ["published", "retry"],
  ] as const)("a %s page with the choice %s waits for a worker again", async (state, choice) => {
    const { articleId, publicationId } = await page({ state, attempts: 8, trouble: "Refused.", ...HERE });
    const answer = await retry(articleId, publicationId, choice && { choice });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect(await rowOf(publicationId)).toMatchObject({
      ...HERE,
      state: "queued",
      attempts: 0,
      trouble: null,
      replaceConflicts: choice === "replace",
    });
    expect((await test.deps.queue.lookUp("publish", [publicationId])).get(publicationId)).toBe("live");
  });

  it("a page that a person removed is looked at before anything else, and made again only when that is chosen", async () => {
    const { articleId, publicationId } = await page({ state: "removed", ...HERE });
    const replaced = await retry(articleId, publicationId, { choice: "replace" });
    expect([replaced.statusCode, replaced.json().message]).toEqual([409, "The page was removed on the platform."]);
    for (const [choice, ifGone] of [
      ["retry", null],
      ["recreate", "recreate"],
    ] as const) {
      expect((await retry(articleId, publicationId, { choice })).statusCode).toBe(200);
      expect(await rowOf(publicationId)).toMatchObject({ ...HERE, state: "queued", ifGone });
      await test.db.update(publications).set({ state: "removed" }).where(eq(publications.id, publicationId));
    }
  });

  it.each([
    ["a page that is being written", "in-flight", { choice: "retry" }, 409, "being written right now"],
    ["to make again what is still there", "parked", { choice: "recreate" }, 409, "still exists"],
    [
      "a choice there is not",
      "parked",
      { choice: "delete" },
      400,
      "Give one of 'retry', 'replace', 'recreate', 'leave', 'forget'.",
    ],
    ["a field there is not", "parked", { force: true }, 400, "There is no field 'force'."],
  ] as const)("refuses %s", async (_what, state, payload, status, sentence) => {
    const { articleId, publicationId } = await page({ state, ...HERE });
    const before = await rowOf(publicationId);
    const answer = await retry(articleId, publicationId, payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toContain(sentence);
    expect(await rowOf(publicationId)).toEqual(before);
  });

  it("knows a publication only under its own article and its own workspace", async () => {
    const [mine, other] = [await page({ state: "parked" }), await page({ state: "parked" })];
    const foreign = await buildPublication(test.db, { state: "parked" });
    const [unknown, nowhere] = [await retry(mine.articleId, newId()), await retry(newId(), newId())];
    expect([unknown.statusCode, nowhere.statusCode]).toEqual([404, 404]);
    for (const [articleId, publicationId, same] of [
      [mine.articleId, other.publicationId, unknown],
      [mine.articleId, foreign.id, unknown],
      [foreign.articleId, foreign.id, nowhere],
      [foreign.articleId, mine.publicationId, nowhere],
    ] as const) {
      const answer = await retry(articleId, publicationId);
      expect([answer.statusCode, answer.json().message]).toEqual([404, same.json().message]);
    }
    expect((await rowOf(foreign.id))?.state).toBe("parked");
    expect((await rowOf(other.publicationId))?.state).toBe("parked");
  });
});
