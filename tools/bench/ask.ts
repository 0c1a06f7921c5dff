import { loadavg } from "node:os";
import type { Encoder, Vector } from "../../engine/encoder/meaning.ts";
import { askQuestion } from "../../server/ask/ask-question.ts";
import { indexArticlesForAnswers } from "../../server/ask/read-articles.ts";
import { inWorkspaceAs } from "../../server/db/audience.ts";
import { newId } from "../../server/db/new-id.ts";
import { articles, users, workspaces } from "../../server/db/schema.ts";
import { openDatabase } from "../../server/db/workspace-scope.ts";
import { loadDemoTeams } from "../demo/chat.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { computePercentile } from "./search.ts";
import { createSeededRandom } from "./seeded-random.ts";

const ARTICLES = 10_000;
const SENTENCES = 8;
const BATCH = 500;
const QUESTIONS = 150;
const AIM_MS = 300;

/**
 * Measures all of `POST /api/ask` except encoding the question, compared with an empty transaction. Uses 10,000 articles of one
 * workspace, composed from sentences of the demo's real chat. The articles have random vectors of the right size, because
 * computing real vectors takes minutes and does not change the cost. A question is a sentence of the chat.
 */
export async function benchAsk(): Promise<void> {
  await onFreshDatabase(async (pool) => {
    const db = openDatabase(pool);
    const random = createSeededRandom(11);
    const said = loadDemoTeams(new Date())
      .flatMap(({ channels }) => channels.flatMap(({ messages }) => messages.map(({ text }) => text)))
      .filter((text) => text.length > 30 && text.length < 400);
    const pick = () => said[Math.floor(random() * said.length)] ?? "";
    const vector = (): Vector => Float32Array.from({ length: 512 }, () => random() - 0.5);
    const encoder: Encoder = { encode: async (texts) => texts.map(vector) };
    const [workspaceId, userId] = [newId(), newId()];
    await db.insert(workspaces).values({ id: workspaceId, name: "Bench" });
    await db.insert(users).values({
      workspaceId,
      id: userId,
      email: "reader@bench.example",
      passwordHash: "none",
      firstName: "R",
      lastName: "R",
      company: "Bench",
    });
    for (let first = 0; first < ARTICLES; first += BATCH)
      await db.insert(articles).values(Array.from({ length: BATCH }, () => articleOf(workspaceId, pick)));
    for (;;) {
      await indexArticlesForAnswers({ db, encoder });
      const left = await pool.query("select from ask_articles where not is_encoded limit 1");
      if (left.rowCount === 0) break;
    }
    await pool.query("vacuum analyze");
    const reader = { workspaceId, userId };
    const times: number[] = [];
    const empty: number[] = [];
    const processor: number[] = [];
    for (let n = 0; n < QUESTIONS + 10; n++) {
      const question = pick().slice(0, 300);
      const meaning = vector();
      const used = process.cpuUsage();
      const started = performance.now();
      const asking = { connectors: { sources: {} } as never, encoder: { encode: async () => [meaning] } };
      await askQuestion(asking, { question, previous: null }, (work) => inWorkspaceAs(db, reader, work));
      const between = performance.now();
      const { user, system } = process.cpuUsage(used);
      await inWorkspaceAs(db, reader, async () => {});
      if (n < 10) continue; // the first questions warm the caches
      times.push(between - started);
      processor.push((user + system) / 1_000);
      empty.push(performance.now() - between);
    }
    const figures = (some: number[]) =>
      `median ${computePercentile(some, 0.5).toFixed(1)} ms, p95 ${computePercentile(some, 0.95).toFixed(1)} ms`;
    process.stdout.write(
      `${ARTICLES} articles: ${figures(times)} (aim: p95 ${AIM_MS} ms on a quiet machine); of that the processor of this process: ${figures(processor)}; an empty transaction: ${figures(empty)}; load ${loadavg()[0]?.toFixed(1)}\n`,
    );
  });
}

function articleOf(workspaceId: string, pick: () => string) {
  const sentence = () => ({ form: "sentence" as const, text: pick(), language: null, sources: ["m"] });
  const summary = [sentence()];
  const statements = Array.from({ length: SENTENCES }, sentence);
  return {
    workspaceId,
    id: newId(),
    channelName: "support",
    status: "published" as const,
    title: pick().slice(0, 90),
    summaryText: summary[0]?.text ?? "",
    summary,
    body: [{ role: "answer" as const, heading: null, layout: "prose" as const, statements }],
    contentType: "howto" as const,
    category: "Support",
    difficulty: "beginner" as const,
    priority: "low" as const,
    confidence: 0.8,
    reasons: [],
    tags: [],
    keywords: [],
    estimatedReadTime: 1,
    redactions: [],
    engine: "local" as const,
    version: 1,
    bodyText: statements.map(({ text }) => text).join(" "),
  };
}
