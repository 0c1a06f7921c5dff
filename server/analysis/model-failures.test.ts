import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { createEngines } from "../llm/engines.ts";
import { RetryLater } from "../queue/queue.ts";
import { runJob } from "./run-job.ts";
import { startRun } from "./start-run.ts";
import { createTeam, openTrialStage, type Team, type TrialStage } from "./trial/testing/trial-stage.ts";

let stage: TrialStage;
beforeAll(async () => {
  stage = await openTrialStage({ LLM_TIMEOUT_SECONDS: "1" });
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.llm.play([]);
  // New engines for each test, so that one test's outage does not delay the next.
  stage.deps.engines = await createEngines({ ...stage.deps, fetch });
});

/** Returns a team with a model, two answered questions, and a run that reads them. */
async function newReading() {
  const team = await createTeam(stage);
  await team.say(["label printer", "conveyor belt"]);
  await team.useModel();
  const { id: runId } = await inWorkspace(stage.db, team.workspaceId, (scope) =>
    startRun(stage.deps, scope, {
      kind: "analyse",
      input: { channelIds: [team.channelId], onlyStored: true },
      requestedBy: team.person.viewer.userId,
    }),
  );
  const { workspaceId } = team;
  const turn = async () => {
    const attempt = { number: 1, isLast: true, signal: new AbortController().signal };
    await runJob(stage.deps, { queue: "run", workspaceId, runId }, attempt).catch((error: unknown) => {
      if (!(error instanceof RetryLater)) throw error;
    });
    return team.call("GET", `/api/runs/${runId}`);
  };
  return { team, turn };
}

const titlesOf = async ({ call }: Team) =>
  ((await call("GET", "/api/articles/recent")) as unknown as { title: string }[]).map(({ title }) => title).toSorted();
const BOTH = ["How is the label printer calibrated", "Who releases a jammed conveyor belt"];

/** Expects that nothing is decided, that run and channel show the reason, and that everything is written later. */
async function expectWait({ team, turn }: Awaited<ReturnType<typeof newReading>>, sentence: string): Promise<void> {
  const run = await turn();
  expect(run).toMatchObject({ state: "running", error: null, progress: { step: expect.stringContaining(sentence) } });
  expect(await titlesOf(team)).toEqual([]);
  expect(await team.call("GET", "/api/language-model/waiting")).toMatchObject({
    sentence: expect.stringContaining(sentence),
    channels: [{ id: team.channelId }],
  });
}

describe("A channel whose model does not work", () => {
  it.each([
    ["the key is wrong", { status: 401 }, "The provider refused the key."],
    ["there is no money left", { status: 402 }, "The account at the provider has no credit left."],
    ["the model is unknown", { status: 404 }, "The provider does not know the model."],
    ["the provider is down", { status: 503 }, "The provider answered with an error (503)."],
    ["the provider is slow", { slowMs: 4_000 }, "The model did not answer within 1 seconds."],
  ])("waits and says why when %s, and is read afterwards", async (_, trouble, sentence) => {
    const reading = await newReading();
    stage.llm.play(() => trouble);
    await expectWait(reading, sentence);
    stage.llm.play([]);
    stage.deps.engines = await createEngines({ ...stage.deps, fetch });
    expect(await reading.turn()).toMatchObject({ state: "done", result: { articlesCreated: 2 } });
    expect(await titlesOf(reading.team)).toEqual(BOTH);
  });

  it("waits and says why when the network is down, and is read afterwards", async () => {
    const reading = await newReading();
    // A port without listener.
    const nowhere = createSafeFetch({ allow: ["127.0.0.1:1"] });
    stage.deps.engines = await createEngines({ ...stage.deps, fetch: () => nowhere("http://127.0.0.1:1/v1") });
    await expectWait(reading, "127.0.0.1");
    stage.deps.engines = await createEngines({ ...stage.deps, fetch });
    expect(await reading.turn()).toMatchObject({ state: "done", result: { articlesCreated: 2 } });
  });

  it("is read without a model when the key is removed before", async () => {
    const { team, turn } = await newReading();
    await team.call("DELETE", "/api/language-model");
    expect(await turn()).toMatchObject({ state: "done", error: null });
  });

  it("waits when the key is removed while it is read, and goes on with the next model", async () => {
    const reading = await newReading();
    const { team } = reading;
    let removed: Promise<unknown> | undefined;
    const { engines } = stage.deps;
    stage.deps.engines = {
      ...engines,
      async forWorkspace(...asked) {
        const engine = await engines.forWorkspace(...asked);
        if (engine.name !== "llm") return engine;
        return {
          ...engine,
          async find(window) {
            removed ??= team.call("DELETE", "/api/language-model");
            await removed;
            return engine.find(window);
          },
        };
      },
    };
    await expectWait(reading, "This workspace has no language model any more.");
    stage.deps.engines = engines;
    await team.useModel();
    expect(await reading.turn()).toMatchObject({ state: "done", result: { articlesCreated: 2 } });
    expect(await titlesOf(team)).toEqual(BOTH);
  });
});
