import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocalEngine } from "../../../engine/local-engine.ts";
import type { ModelItemRequest } from "../../../tools/stand-ins/llm/llm-stand-in.ts";
import {
  articles,
  channels,
  conversations,
  messages,
  modelTrials,
  reviewSettings,
  trialMatters,
} from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { eraseMessages } from "../../ingest/messages/store-messages.ts";
import { purgeOldTrials } from "../../library/retract/index.ts";
import { readWritingInput } from "../../library/save/index.ts";
import { runJob } from "../run-job.ts";
import { startRun } from "../start-run.ts";
import {
  createTeam,
  getAnswer,
  getQuestion,
  OTHER_WRITER,
  openTrialStage,
  type Team,
  type TrialStage,
  WRITER,
} from "./testing/trial-stage.ts";

let stage: TrialStage;
beforeAll(async () => {
  stage = await openTrialStage();
});
afterAll(() => stage.close());
beforeEach(() => {
  stage.llm.asked.length = 0;
  stage.llm.play([]);
});

const callsFor = (purpose: ModelItemRequest["purpose"]) => stage.llm.asked.filter((asked) => asked.purpose === purpose);
const articlesOf = ({ workspaceId }: Team) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId)).orderBy(articles.id);
const conversationsOf = ({ workspaceId }: Team) =>
  stage.db.select().from(conversations).where(eq(conversations.workspaceId, workspaceId));
const judge = (team: Team, id: string, matterId: string, judgement: string | null) =>
  team.call("POST", `/api/model-trials/${id}/judge`, { matterId, judgement });

/** Analyzes the team's stored messages as a person's request does. */
async function analyse({ workspaceId, channelId }: Team): Promise<void> {
  const { id: runId } = await inWorkspace(stage.db, workspaceId, (scope) =>
    startRun(stage.deps, scope, { kind: "analyse", input: { channelIds: [channelId] }, requestedBy: null }),
  );
  await runJob(
    stage.deps,
    { queue: "run", workspaceId, runId },
    { number: 1, isLast: true, signal: new AbortController().signal },
  );
}

describe("Trying a language model on a channel", () => {
  it("shows each article beside its messages, with the checker's word on every statement, and keeps nothing", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer"]);
    await team.useModel();
    stage.llm.play((asked) =>
      asked.purpose === "check" && (asked.data.statements?.length ?? 0) > 2
        ? {
            json: {
              yes: [1],
              no: [{ statement: 2, why: "Reason 2." }],
              partly: (asked.data.statements ?? [])
                .slice(2)
                .map(({ number }) => ({ statement: number, why: `Reason ${number}.` })),
              missing: [],
              patches: [],
              title: "good",
              betterTitle: null,
              holds: "in general",
              publish: true,
            },
          }
        : "plausible",
    );
    const { id } = await team.start();
    const trial = await team.turn(id);
    expect(trial).toMatchObject({ state: "done", model: WRITER, messagesRead: 2, found: 1, written: 1, articles: 1 });
    expect(trial.dollars).toBeGreaterThan(0);
    const [matter] = trial.matters;
    expect(matter?.messages).toMatchObject([
      { by: "ana", text: getQuestion("label printer") },
      { by: "bo", text: getAnswer("label printer") },
    ]);
    const said = matter?.articles[0]?.sections.flatMap(({ statements }) => statements) ?? [];
    expect(said.map(({ verdict }) => verdict)).toEqual(expect.arrayContaining(["partly"]));
    expect(said.find(({ verdict }) => verdict === "partly")?.why).toBe("Reason 3.");
    expect(matter?.dollars).toBeGreaterThan(0);
    expect(matter?.seconds).toBeGreaterThanOrEqual(0);
    expect(await articlesOf(team)).toEqual([]);
    expect(await conversationsOf(team)).toEqual([]);
  });

  it("takes the newest matters, as many as were asked for, and leaves questions that nobody answered", async () => {
    const team = await createTeam(stage);
    await team.say(["oldest gate", "label printer", "conveyor belt"]);
    await stage.db.insert(messages).values({
      workspaceId: team.workspaceId,
      channelId: team.channelId,
      externalId: "1800000000.000100",
      authorId: "U-cy",
      authorName: "cy",
      sentAt: new Date(Date.UTC(2026, 10, 21)),
      text: "Who has seen the ladder?",
    });
    await team.useModel();
    const { id } = await team.start(2);
    const trial = await team.turn(id);
    expect(trial.matters.map(({ question: asked }) => asked)).toEqual([
      getQuestion("conveyor belt"),
      getQuestion("label printer"),
    ]);
  });

  it("saves what one would keep as drafts, which are neither written nor paid again when all is read", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer", "conveyor belt", "palette lift"]);
    await team.useModel();
    const { id } = await team.start();
    const { matters } = await team.turn(id);
    await judge(team, id, matters[0]?.id ?? "", "keep");
    await judge(team, id, matters[1]?.id ?? "", "no");
    expect(await team.read(id)).toMatchObject({ articles: 3, judged: { keep: 1, edit: 0, no: 1 }, toSave: 1 });
    expect(await articlesOf(team)).toEqual([]);
    expect(await team.call("POST", `/api/model-trials/${id}/save`)).toEqual({ saved: 1, known: 0, changed: 0 });
    const [saved, ...others] = await articlesOf(team);
    expect(others).toEqual([]);
    expect(saved).toMatchObject({ state: "draft", form: "written", title: matters[0]?.articles[0]?.title });
    expect((await team.read(id)).matters[0]?.articleId).toBe(saved?.id);
    expect(await team.call("POST", `/api/model-trials/${id}/save`)).toEqual({ saved: 0, known: 0, changed: 0 });
    stage.llm.asked.length = 0;
    await team.call("POST", `/api/model-trials/${id}/read-all`);
    await analyse(team);
    // A rejected draft is not written again; an unjudged one is.
    const titles = (await articlesOf(team)).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(
      [matters[0], matters[2]].map((matter) => matter?.articles[0]?.title ?? "").toSorted(),
    );
    expect(callsFor("find")).toEqual([]);
    expect(callsFor("write").filter(({ prompt }) => prompt.includes("conveyor belt"))).toEqual([]);
  });

  it("is not paid twice when the channel is read for real afterwards", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer", "conveyor belt"]);
    await team.useModel();
    await team.turn((await team.start()).id);
    expect(callsFor("write")).toHaveLength(2);
    stage.llm.asked.length = 0;
    await analyse(team);
    expect(await articlesOf(team)).toHaveLength(2);
    expect(stage.llm.asked.map(({ purpose }) => purpose)).toEqual([]);
  });

  it("puts an article in the place of the excerpt that rules saved of the same messages", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer"]);
    const engines = stage.deps.engines;
    stage.deps.engines = { forWorkspace: async () => createLocalEngine(), description: "local" };
    await stage.db
      .update(reviewSettings)
      .set({ acceptedRisk: 0 })
      .where(eq(reviewSettings.workspaceId, team.workspaceId));
    await analyse(team);
    stage.deps.engines = engines;
    const [excerpt] = await articlesOf(team);
    expect(excerpt).toMatchObject({ form: "excerpt", state: "draft" });
    await team.useModel();
    const { id } = await team.start();
    const { matters } = await team.turn(id);
    await judge(team, id, matters[0]?.id ?? "", "keep");
    expect(await team.call("POST", `/api/model-trials/${id}/save`)).toEqual({ saved: 1, known: 0, changed: 0 });
    expect(await articlesOf(team)).toMatchObject([{ id: excerpt?.id, form: "written", state: "draft", version: 2 }]);
  });

  it("is refused for a channel that is never sent to a model, and ends when the channel becomes one", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer"]);
    await team.useModel();
    const { id } = await team.start();
    await stage.db.update(channels).set({ neverToModel: true }).where(eq(channels.id, team.channelId));
    expect(await team.turn(id)).toMatchObject({ state: "failed", error: expect.stringContaining("is never sent") });
    expect(stage.llm.asked).toEqual([]);
    const refused = await team.person.inject({
      method: "POST",
      url: "/api/model-trials",
      payload: { channelId: team.channelId },
    });
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining("is never sent")]);
  });

  it("says messages, minutes and dollars before it starts", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer", "conveyor belt"]);
    await team.useModel();
    const price = await team.call("GET", `/api/model-trials/price?channelId=${team.channelId}&most=5`);
    expect(price).toMatchObject({ messages: { least: 4, most: 4 }, minutes: { least: 1, most: 1 } });
    const { least, most } = price.dollars as { least: number; most: number };
    expect(least).toBeGreaterThan(0);
    expect(most).toBeGreaterThan(least);
  });

  it("repeats the same matters with another model, side by side", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer", "conveyor belt"]);
    await team.useModel();
    const first = await team.turn((await team.start()).id);
    for (const { id } of first.matters) await judge(team, first.id, id, "keep");
    stage.llm.asked.length = 0;
    const price = await team.call("GET", `/api/model-trials/${first.id}/price?model=${OTHER_WRITER}`);
    expect(price).toMatchObject({ messages: 4, calls: { least: 4, most: 4 }, minutes: { least: 1, most: 1 } });
    const unknown = await team.call("GET", `/api/model-trials/${first.id}/price?model=nobodys-model`);
    expect(unknown).toMatchObject({ messages: 4, dollars: null });
    const { id } = await team.call("POST", `/api/model-trials/${first.id}/repeat`, { model: OTHER_WRITER });
    const second = await team.turn(String(id));
    expect(second.dollars).toBeGreaterThan(0);
    expect(second.dollars).toBeLessThan((price["dollars"] as { most: number }).most);
    expect(second).toMatchObject({ state: "done", model: OTHER_WRITER, found: 2, written: 2, judged: { keep: 0 } });
    expect(second.matters.map(({ question: asked }) => asked)).toEqual(first.matters.map((matter) => matter.question));
    expect(second.others).toMatchObject([{ id: first.id, model: WRITER, judged: { keep: 2 }, articles: 2 }]);
    expect(callsFor("find")).toEqual([]);
    expect(new Set(callsFor("write").map(({ model }) => model))).toEqual(new Set([OTHER_WRITER]));
  });

  it("stops when a person says so and keeps what is done", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer", "conveyor belt"]);
    await team.useModel();
    const { id } = await team.start();
    stage.llm.play((asked) =>
      asked.purpose === "write" && asked.prompt.includes("conveyor") ? { status: 503 } : "plausible",
    );
    expect(await team.turn(id)).toMatchObject({ state: "running", written: 1 });
    await team.call("POST", `/api/model-trials/${id}/stop`);
    stage.llm.asked.length = 0;
    stage.llm.play([]);
    expect(await team.turn(id)).toMatchObject({ state: "stopped", written: 1, found: 2 });
    expect(stage.llm.asked).toEqual([]);
  });

  it("goes on after its worker was killed, and pays nothing twice", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer", "conveyor belt"]);
    await team.useModel();
    const { id } = await team.start();
    const stopping = new AbortController();
    stage.llm.play((asked) => {
      if (asked.purpose === "find") stopping.abort();
      return "plausible";
    });
    expect(await team.turn(id, stopping.signal)).toMatchObject({ state: "running", found: 2, written: 0 });
    expect(await team.turn(id)).toMatchObject({ state: "done", written: 2 });
    expect(callsFor("find")).toHaveLength(1);
    expect(callsFor("write")).toHaveLength(2);
  });

  it("loses the words of a message that is deleted, and after 30 days all its words", async () => {
    const team = await createTeam(stage);
    const [first = ""] = await team.say(["label printer", "conveyor belt"]);
    await team.useModel();
    const { id } = await team.start();
    const { matters } = await team.turn(id);
    await judge(team, id, matters[0]?.id ?? "", "keep");
    const stored = () => stage.db.select().from(trialMatters).where(eq(trialMatters.trialId, id));
    await inWorkspace(stage.db, team.workspaceId, (scope) =>
      eraseMessages(scope, team.channelId, [{ externalId: first, sentAt: new Date() }]),
    );
    expect(JSON.stringify(await stored())).not.toContain("printer");
    const after = await team.read(id);
    expect(JSON.stringify(after)).not.toContain("printer");
    expect(after.matters[1]).toMatchObject({ messages: [], problem: expect.stringContaining("deleted") });
    expect(after.matters[0]?.articles).toHaveLength(1);
    await stage.db
      .update(modelTrials)
      .set({ createdAt: new Date(Date.now() - 31 * 24 * 60 * 60 * 1000) })
      .where(eq(modelTrials.id, id));
    await purgeOldTrials(stage.db);
    const rows = await stored();
    expect(JSON.stringify(rows)).not.toMatch(/printer|conveyor/);
    expect(rows.filter(({ judgement }) => judgement === "keep")).toMatchObject([{ chance: expect.any(Number) }]);
  });

  it("teaches how sure a model may be: thirty judgements count as decisions do", async () => {
    const team = await createTeam(stage);
    await team.say(["label printer"]);
    await team.useModel();
    const { id } = await team.start();
    const { matters } = await team.turn(id);
    const [row] = await stage.db.select().from(trialMatters).where(eq(trialMatters.trialId, id));
    const calibration = async () =>
      inWorkspace(stage.db, team.workspaceId, async (scope) => {
        return (await readWritingInput(scope, { id: team.channelId, name: "support" }, ["howto"])).calibration;
      });
    if (!row) throw new Error("The trial wrote nothing");
    await judge(team, id, matters[0]?.id ?? "", "edit");
    expect(await calibration()).toEqual([]);
    const more = Array.from({ length: 29 }, (_, place) => ({ ...row, id: crypto.randomUUID(), place: place + 1 }));
    await stage.db.insert(trialMatters).values(more.map((one) => ({ ...one, judgement: "no" as const })));
    expect(await calibration()).toHaveLength(30);
    expect(new Set((await calibration()).map(({ approved }) => approved))).toEqual(new Set([0]));
    // The next similar article has a lower confidence because of it.
    await team.say(["palette lift"]);
    const next = await team.turn((await team.start(1)).id);
    const [after] = await stage.db.select().from(trialMatters).where(eq(trialMatters.trialId, next.id));
    expect(after?.chance).toBeLessThan((row.chance ?? 0) - 0.3);
  });
});
