import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { inWorkspaceAs } from "../db/audience.ts";
import { articles } from "../db/schema.ts";
import { buildArticle } from "../testing/factories.ts";
import { isInTransaction } from "../testing/open-transactions.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import type { AsReader } from "./as-reader.ts";
import { askQuestion } from "./ask-question.ts";

const ranked = vi.hoisted(() => ({ inTransaction: [] as boolean[] }));
vi.mock("../pipeline/answering/answer-question.ts", async (original) => {
  const actual = await original<typeof import("../pipeline/answering/answer-question.ts")>();
  const answerQuestion: typeof actual.answerQuestion = (...given) => {
    ranked.inTransaction.push(isInTransaction());
    return actual.answerQuestion(...given);
  };
  return { ...actual, answerQuestion };
});

let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  test = await createTestApp({ connectors: { sources: {} } as never });
});
beforeEach(async () => {
  person = await test.signIn();
  ranked.inTransaction = [];
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

/** Asks, and once what was found is ranked something happens before it is shown. */
async function askWhile(change: () => Promise<unknown>) {
  let isChanged = false;
  const asReader: AsReader = async (work) => {
    if (ranked.inTransaction.length > 0 && !isChanged) {
      isChanged = true;
      await change();
    }
    return inWorkspaceAs(test.db, person.viewer, work);
  };
  return askQuestion(test.deps, { question: QUESTION, previous: null }, asReader);
}

it("no transaction is open while a question's answers are ranked", async () => {
  const { title } = await write();
  const answer = await person.inject({ method: "POST", url: "/api/ask", payload: { question: QUESTION } });
  expect(answer.json()).toMatchObject({ articles: [{ title }] });
  expect(ranked.inTransaction).toEqual([false]);
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
