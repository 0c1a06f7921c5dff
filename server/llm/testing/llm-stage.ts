import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Engine } from "../../../engine/contract.ts";
import { warmUpEncoder } from "../../../engine/thread/testing/warm-encoder.ts";
import type { Conversation } from "../../../shared/domain/chat.ts";
import { type LlmStandIn, startLlmStandIn } from "../../../tools/stand-ins/llm/llm-stand-in.ts";
import { activityLogs, llmCalls } from "../../db/schema.ts";
import { openDatabase } from "../../db/workspace-scope.ts";
import { loadEnv } from "../../env.ts";
import { createBrowserEvents } from "../../http/browser-events.ts";
import { buildWorkspace } from "../../testing/factories.ts";
import { createTestDatabase } from "../../testing/test-db.ts";
import { createEngines } from "../engines.ts";

/** Opens the engines with their own database and a scripted model. */
async function openLlmStage() {
  const database = await createTestDatabase();
  const db = openDatabase(database.pool);
  const log = pino({ level: "silent" });
  const events = createBrowserEvents(database.pool, log);
  const llm: LlmStandIn = await startLlmStandIn();

  /** Returns the engine of a new or given workspace. */
  async function newEngine(
    variables: Record<string, string> = {},
    { workspaceId = "" }: { workspaceId?: string } = {},
  ): Promise<{ engine: Engine; workspaceId: string; description: string }> {
    const env = loadEnv({
      LLM_PROVIDER: "openai-compatible",
      LLM_BASE_URL: `${llm.url}/v1`,
      LLM_MODEL: "stand-in-1",
      ...variables,
    });
    const id = workspaceId || (await buildWorkspace(db)).id;
    const engines = await createEngines({ env, db, events, log, fetch, encoder: await warmUpEncoder() });
    return { engine: await engines.forWorkspace(id), workspaceId: id, description: engines.description };
  }

  return {
    db,
    llm,
    newEngine,
    callsOf: (workspaceId: string) =>
      db.select().from(llmCalls).where(eq(llmCalls.workspaceId, workspaceId)).orderBy(llmCalls.id),
    logsOf: (workspaceId: string) =>
      db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId)).orderBy(activityLogs.id),
    async close() {
      await llm.close();
      await database.drop();
    },
  };
}
type LlmStage = Awaited<ReturnType<typeof openLlmStage>>;

/** Starts a stand-in model for a file's tests and resets the model before each test. */
export function useLlmStage(): LlmStage {
  const stage = {} as LlmStage;
  beforeAll(async () => {
    Object.assign(stage, await openLlmStage());
  });
  beforeEach(() => {
    stage.llm.asked.length = 0;
    stage.llm.play([]);
  });
  afterAll(() => stage.close());
  return stage;
}

/** Builds a conversation's messages; 'ana: How…?' names the author. */
export function buildConversation(...lines: string[]): Conversation {
  const messages = lines.map((line, index) => {
    const [, name = "ana", text = line] = /^(\w+): ([\s\S]*)$/.exec(line) ?? [];
    return {
      externalId: `m${index + 1}`,
      threadId: "m1",
      author: { externalId: `U-${name}`, name },
      sentAt: new Date(Date.UTC(2026, 10, 20, 9, index)),
      editedAt: null,
      text,
    };
  });
  return { key: "m1", messages };
}

export const buildAnsweredConversation = (topic = "staging database") =>
  buildConversation(
    `ana: How do I reset the ${topic} after a failed migration?`,
    `bo: Run \`npm run db:reset\` on the jump host, then restart the worker so that the ${topic} is seeded again.`,
    "bo: The guide is at https://docs.acme.com/worker and it takes 5 minutes.",
    "ana: That worked, thank you!",
  );
