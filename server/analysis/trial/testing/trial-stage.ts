import type { Trial, TrialSummary } from "../../../../shared/contract/model-trials.ts";
import { type LlmStandIn, startLlmStandIn } from "../../../../tools/stand-ins/llm/llm-stand-in.ts";
import { createEngines } from "../../../llm/engines.ts";
import { RetryLater } from "../../../queue/queue.ts";
import { buildChannel, buildMessage } from "../../../testing/factories.ts";
import { refuseInTransactions } from "../../../testing/open-transactions.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../../testing/test-app.ts";
import { runJob } from "../../run-job.ts";

export const KEY = "canary-own-key-abcdefgh-wxyz";
export const WRITER = "gpt-6.2-sol";
export const OTHER_WRITER = "gpt-6-luna";

/** The application with a scripted model and without a worker, so that a test runs each turn itself. */
export interface TrialStage extends TestApp {
  llm: LlmStandIn;
}

export async function openTrialStage(variables: Record<string, string> = {}): Promise<TrialStage> {
  const llm = await startLlmStandIn({ models: [WRITER, OTHER_WRITER] });
  const test = await createTestApp({
    variables: { LLM_ALLOWED_ORIGINS: llm.url, PUBLIC_URL: "https://lorekeep.acme.com", ...variables },
  });
  const engines = await createEngines({ ...test.deps, fetch });
  test.deps.engines = refuseInTransactions(engines);
  return {
    ...test,
    llm,
    async close() {
      await test.close();
      await llm.close();
    },
  };
}

export interface Team {
  person: SignedIn;
  workspaceId: string;
  channelId: string;
  call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object): Promise<Record<string, unknown>>;
  /** Posts topics, each as a question and its answer, and returns the messages' ids. */
  say(topics: Topic[]): Promise<string[]>;
  useModel(more?: object): Promise<void>;
  start(most?: number): Promise<TrialSummary>;
  /** Runs turns of the trial until it ends or waits. */
  turn(id: string, signal?: AbortSignal): Promise<Trial>;
  read(id: string): Promise<Trial>;
}

/** Sample words by topic; no two are similar. */
const SAID = {
  "label printer": ["How is the label printer calibrated?", "Hold pause and feed of it for five whole seconds."],
  "conveyor belt": ["Who releases a jammed conveyor belt?", "The shift lead does, with the green handle below."],
  "palette lift": ["Where are the keys of the palette lift?", "They hang in the box beside it, on hook seven."],
  "oldest gate": ["What opens the oldest gate at night?", "Enter the code of the day and push very firmly."],
} as const;
export type Topic = keyof typeof SAID;
export const getQuestion = (topic: Topic) => SAID[topic][0];
export const getAnswer = (topic: Topic) => SAID[topic][1];

/** Creates a workspace with an imported channel. */
export async function createTeam(stage: TrialStage): Promise<Team> {
  const person = await stage.signIn();
  const { workspaceId } = person.viewer;
  const { id: channelId } = await buildChannel(stage.db, { workspaceId, name: "support", isActive: false });
  let minutes = 0;
  const post = async (author: string, text: string) => {
    minutes += 1;
    const { externalId } = await buildMessage(stage.db, {
      workspaceId,
      channelId,
      authorId: `U-${author}`,
      authorName: author,
      sentAt: new Date(Date.UTC(2026, 10, 20, 9, minutes)),
      text,
    });
    return externalId;
  };
  const call: Team["call"] = async (method, url, payload) => {
    const reply = await person.inject({ method, url, ...(payload && { payload }) });
    if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`);
    return reply.json();
  };
  const read = async (id: string) => (await call("GET", `/api/model-trials/${id}`)) as unknown as Trial;
  return {
    person,
    workspaceId,
    channelId,
    call,
    read,
    async say(topics) {
      const ids = [];
      for (const topic of topics) ids.push(await post("ana", getQuestion(topic)), await post("bo", getAnswer(topic)));
      return ids;
    },
    async useModel(more = {}) {
      const { saved } = await call("PUT", "/api/language-model", {
        provider: "openai",
        address: `${stage.llm.url}/v1`,
        key: KEY,
        models: { main: WRITER, fast: OTHER_WRITER, check: OTHER_WRITER },
        ...more,
      });
      if (saved !== true) throw new Error("The model was not saved");
      stage.llm.asked.length = 0;
    },
    start: async (most) =>
      (await call("POST", "/api/model-trials", { channelId, ...(most && { most }) })) as unknown as TrialSummary,
    async turn(id, signal = new AbortController().signal) {
      const { rows } = await stage.db.$client.query<{ run_id: string }>(
        "select run_id from model_trials where id = $1",
        [id],
      );
      const job = { queue: "run", workspaceId, runId: rows[0]?.run_id ?? "" } as const;
      await runJob(stage.deps, job, { number: 1, isLast: true, signal }).catch((error: unknown) => {
        if (!(error instanceof RetryLater)) throw error;
      });
      return read(id);
    },
  };
}
