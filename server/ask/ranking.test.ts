import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { inWorkspaceAs } from "../db/audience.ts";
import { articles } from "../db/schema.ts";
import { buildArticle } from "../testing/factories.ts";
import { isInTransaction } from "../testing/open-transactions.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import type { AsReader } from "./as-reader.ts";
import { askQuestion } from "./ask-question.ts";

let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  test = await createTestApp({ connectors: { sources: {} } as never });
});
beforeEach(async () => {
  person = await test.signIn();
});
afterAll(() => test.close());

const QUESTION = "How do I restart the worker?";
const write = () =>
  buildArticle(test.db, {
    workspaceId: person.viewer.workspaceId,
    title: "How to restart the worker",
    summary: [],
    body: [body("Restart the worker with the red button.")],
  });
const body = (text: string) => ({
  role: "answer" as const,
  heading: null,
  layout: "prose" as const,
  statements: [{ form: "sentence" as const, text, language: null, sources: ["m1"] }],
});

/** Candidates are looked up, then read, and shown ones are read again after the ranking. */
const SHOWS = 3;

/** Asks, and runs `change` after the ranking, before the answer is shown. */
async function askWhile(change: () => Promise<unknown>) {
  let count = 0;
  const asReader: AsReader = async (work) => {
    count += 1;
    if (count === SHOWS) await change();
    return inWorkspaceAs(test.db, person.viewer, work);
  };
  return askQuestion(test.deps, { question: QUESTION, previous: null }, asReader);
}

it("what was read is ranked while no transaction is open", async () => {
  const { title } = await write();
  const uses: boolean[] = [];
  const watched = <Row extends object>(row: Row) =>
    new Proxy(row, {
      get: (target, name) => {
        if (name === "title") uses.push(isInTransaction());
        return Reflect.get(target, name) as unknown;
      },
    });
  // If ranking ran inside the transaction, this wrapper would see no rows to watch.
  const asReader: AsReader = async (work) => {
    const read = await inWorkspaceAs(test.db, person.viewer, work);
    const { rows } = (read ?? {}) as { rows?: object[] };
    return rows ? { ...read, rows: rows.map(watched) } : read;
  };
  const answer = await askQuestion(test.deps, { question: QUESTION, previous: null }, asReader);
  expect(answer.articles).toMatchObject([{ title }]);
  expect(uses.length).toBeGreaterThan(0);
  expect(uses).not.toContain(true);
});

it("an article that is edited while answers are ranked answers as it reads then", async () => {
  const { id } = await write();
  const answer = await askWhile(() =>
    test.db
      .update(articles)
      .set({ body: [body("Restart the worker with the blue lever.")], version: sql`version + 1` })
      .where(eq(articles.id, id)),
  );
  expect(answer.sentences.map(({ text }) => text)).toEqual(["Restart the worker with the blue lever."]);
});

it("an article that goes into the trash while answers are ranked is not named", async () => {
  const { id } = await write();
  const answer = await askWhile(() => test.db.update(articles).set({ state: "trashed" }).where(eq(articles.id, id)));
  expect(answer).toMatchObject({ verdict: "unknown", sentences: [], articles: [] });
});
