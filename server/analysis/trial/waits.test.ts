import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTeam, OTHER_WRITER, openTrialStage, type TrialStage, WRITER } from "./testing/trial-stage.ts";

let stage: TrialStage;
beforeAll(async () => {
  stage = await openTrialStage({ LLM_TIMEOUT_SECONDS: "1" });
});
afterAll(() => stage.close());
beforeEach(() => {
  stage.llm.asked.length = 0;
  stage.llm.play([]);
});

const writesOf = (topic: string) =>
  stage.llm.asked.filter(({ purpose, prompt }) => purpose === "write" && prompt.includes(topic));

describe("A trial whose model does not work", () => {
  it.each([
    ["the key is wrong", { status: 401 }, "refused the key"],
    ["there is no money left", { status: 402 }, "no credit left"],
    ["the model is unknown", { status: 404 }, "does not know the model"],
    ["the model takes no question of this form", { status: 400 }, "does not take the question as it is asked"],
    ["the provider is down", { status: 503 }, "answered with an error (503)"],
    ["the provider is slow", { slowMs: 4_000 }, "did not answer within 1 seconds"],
  ])("says so when %s, loses nothing and goes on afterwards", async (_, trouble, sentence) => {
    const team = await createTeam(stage);
    await team.say(["label printer", "conveyor belt"]);
    await team.useModel();
    const { id } = await team.start();
    stage.llm.play(({ purpose, prompt }) =>
      purpose === "write" && prompt.includes("conveyor belt") ? trouble : "plausible",
    );
    const waiting = await team.turn(id);
    expect(waiting.state).toBe("running");
    expect(waiting.step).toMatch(/^(?:1 article waits|2 articles wait) for the model/);
    expect(waiting.step).toContain(sentence);
    expect(waiting.step).toContain("resumes automatically");
    stage.llm.play([]);
    // Changing the model resumes the trial; from now on the model answers again.
    await team.useModel();
    const done = await team.turn(id);
    expect(done).toMatchObject({ state: "done", found: 2, written: 2, articles: 2 });
    const [written] = waiting.matters.filter(({ isWritten }) => isWritten);
    if (written) expect(done.matters.find((matter) => matter.id === written.id)?.articles).toEqual(written.articles);
    expect(writesOf("label printer").length).toBeLessThanOrEqual(1);
  });

  it("says of each matter that the answers of a model without structured output cannot be used", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer"]);
    await team.useModel();
    const { id } = await team.start();
    stage.llm.play(({ purpose }) => (purpose === "write" ? "invalid-json" : "plausible"));
    const trial = await team.turn(id);
    expect(trial).toMatchObject({ state: "done", found: 1, written: 1, articles: 0 });
    expect(trial.matters[0]?.problem).toMatch(/\w+.*\.$/);
  });

  it("waits when the key is removed meanwhile, keeps what is written, and goes on with the next model", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer", "conveyor belt"]);
    await team.useModel();
    const { id } = await team.start();
    stage.llm.play(({ purpose, prompt }) =>
      purpose === "write" && prompt.includes("conveyor belt") ? { status: 503 } : "plausible",
    );
    await team.turn(id);
    await team.call("DELETE", "/api/language-model");
    const waiting = await team.turn(id);
    expect(waiting).toMatchObject({ state: "running", written: 1 });
    expect(waiting.step).toContain("This workspace has no language model");
    stage.llm.play([]);
    await team.useModel({ models: { main: OTHER_WRITER } });
    expect(await team.turn(id)).toMatchObject({ state: "done", written: 2 });
  });

  it("waits where its cap is reached, and says until when", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer"]);
    await team.useModel();
    await team.call("PUT", "/api/language-model/caps", { day: 0.01, month: null });
    await stage.db.$client.query("update llm_calls set cost_micros = 10000 where workspace_id = $1", [
      team.workspaceId,
    ]);
    const { id } = await team.start();
    const waiting = await team.turn(id);
    expect(waiting.step).toMatch(/waits for the model, until \d\d:\d\d UTC/);
    expect(stage.llm.asked).toEqual([]);
  });

  it("with another model that fails holds up neither the workspace's own nor its trial", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer"]);
    await team.useModel();
    const first = await team.turn((await team.start()).id);
    stage.llm.play(({ model }) => (model === "gpt-9-unknown" ? { status: 404 } : "plausible"));
    const { id } = await team.call("POST", `/api/model-trials/${first.id}/repeat`, { model: "gpt-9-unknown" });
    expect((await team.turn(String(id))).step).toContain("does not know the model");
    const { id: again } = await team.call("POST", `/api/model-trials/${first.id}/repeat`, { model: null });
    expect(await team.turn(String(again))).toMatchObject({ state: "done", model: WRITER, written: 1 });
  });
});
