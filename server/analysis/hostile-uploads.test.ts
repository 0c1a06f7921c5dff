import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../db/new-id.ts";
import { channels, messages, rateLimits, runs } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { SignedIn } from "../testing/test-app.ts";
import { findRun, type RunRow } from "./queries.ts";
import { runJob } from "./run-job.ts";
import { type AnalysisStage, openStage } from "./testing/analysis-stage.ts";
import { buildExport, HOSTILE_EXPORTS } from "./testing/hostile-exports.ts";
import { createScriptedEngine } from "./testing/scripted-engine.ts";

let stage: AnalysisStage;
let bystander: SignedIn;
beforeAll(async () => {
  stage = await openStage();
  stage.engine.current = createScriptedEngine();
  bystander = await stage.signIn();
});
afterAll(() => stage.close());

const progress = {
  step: "Starting…",
  channelsDone: 0,
  channelsTotal: 0,
  messagesRead: 0,
  conversationsFound: 0,
  articlesCreated: 0,
  articlesUpdated: 0,
  fraction: null,
};
const BOUNDARY = "------------------------lorekeep";
const form = (file: Buffer, fileName = "export.zip") =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/zip\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
const post = (person: SignedIn, payload: Buffer, contentType = `multipart/form-data; boundary=${BOUNDARY}`) =>
  person.inject({ method: "POST", url: "/api/imports", headers: { "content-type": contentType }, payload });

/** Waits for the run's end; requests of others are answered meanwhile. */
async function untilOver(person: SignedIn, id: string): Promise<{ run: RunRow; answeredMeanwhile: number }> {
  for (let answeredMeanwhile = 0; ; answeredMeanwhile += 1) {
    const answer = await bystander.inject({ url: "/api/runs" });
    expect(answer.statusCode).toBe(200);
    const run = await inWorkspace(stage.db, person.viewer.workspaceId, (scope) => findRun(scope, id));
    if (run?.state === "done" || run?.state === "failed") return { run, answeredMeanwhile };
    await setImmediate();
  }
}

describe("An export that is made to harm", () => {
  it.each(HOSTILE_EXPORTS)("with $what is told in a sentence, and others are served meanwhile", async (hostile) => {
    const person = await stage.signIn();
    const answer = await post(person, form(await hostile.bytes()));
    expect(answer.statusCode).toBe(202);
    const { run, answeredMeanwhile } = await untilOver(person, answer.json().id);
    expect(answeredMeanwhile).toBeGreaterThan(0);
    expect(run.state).toBe(hostile.isRead ? "done" : "failed");
    expect(hostile.isRead ? run.result?.problems.join("\n") : run.error).toMatch(hostile.sentence);
    const stored = await stage.db.select().from(messages).where(eq(messages.workspaceId, person.viewer.workspaceId));
    expect(stored.map(({ text }) => text)).toEqual(hostile.isRead ? ["the good message"] : []);
  });
});

describe("POST /api/imports", () => {
  const sound = () => buildExport({ "general/2026-01-01.json": [] });
  const stored = () => readdir(join(stage.deps.env.DATA_DIR, "imports")).catch(() => []);

  it("takes one import of a workspace at a time, and ten an hour", async () => {
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const file = form(await sound());
    await stage.db
      .insert(runs)
      .values({ workspaceId, id: newId(), kind: "import", state: "queued", input: {}, progress });
    const before = await stored();
    expect((await post(person, file)).json()).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/being imported already/),
    });
    expect(await stored()).toEqual(before);
    await stage.db.update(runs).set({ state: "failed" }).where(eq(runs.workspaceId, workspaceId));
    const answers = await Promise.all([post(person, file), post(person, file)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 409]);

    await stage.db
      .update(rateLimits)
      .set({ hits: 10 })
      .where(eq(rateLimits.key, `upload ${workspaceId}`));
    await stage.db.update(runs).set({ state: "failed" }).where(eq(runs.workspaceId, workspaceId));
    const refused = await post(person, file);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const other = await stage.signIn();
    expect((await post(other, file)).statusCode).toBe(202);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["half a form", form(Buffer.from("PK")).subarray(0, -20)],
    ["a form that breaks off in its first lines", form(Buffer.from("PK")).subarray(0, 40)],
    ["no form", Buffer.from("hello")],
    [
      "a field of that name",
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--${BOUNDARY}--\r\n`),
    ],
  ])("refuses %s with a sentence", async (_what, body) => {
    const person = await stage.signIn();
    const before = await stored();
    for (const type of [
      `multipart/form-data; boundary=${BOUNDARY}`,
      "multipart/form-data",
      "multipart/form-data; boundary=",
    ]) {
      const answer = await post(person, body, type);
      expect([400, 413]).toContain(answer.statusCode);
      expect(answer.json().message).toMatch(/\.$/);
    }
    expect(await stored()).toEqual(before);
  });

  it("imports names that no database stores as they are", async () => {
    const person = await stage.signIn();
    const file = await buildExport({
      "channels.json": [{ id: "C1", name: "gen\0eral" }],
      "users.json": [{ id: "U1", name: "a\0na\ud800" }],
      "general/2026-01-01.json": [{ type: "message", user: "U1", ts: "1767225600.000100", text: "wo\0rds \ud800" }],
    });
    const answer = await post(person, form(file, "acme\0 export.zip"));
    const { run } = await untilOver(person, answer.json().id);
    expect(run).toMatchObject({ state: "done", error: null });
    const [channel] = await stage.db.select().from(channels).where(eq(channels.workspaceId, person.viewer.workspaceId));
    expect(channel?.name).toBe("general");
    const [message] = await stage.db.select().from(messages).where(eq(messages.workspaceId, person.viewer.workspaceId));
    expect(message).toMatchObject({ authorName: "ana\ufffd", text: expect.stringMatching(/^wo.?rds/) });
  });
});

describe("A run that ends its process", () => {
  const turnOf = async (
    { workspaceId }: SignedIn["viewer"],
    run: Pick<RunRow, "kind" | "input" | "interruptions">,
  ): Promise<RunRow | null> => {
    const id = newId();
    await stage.db.insert(runs).values({ workspaceId, id, state: "running", progress, ...run });
    const attempt = { number: 1, isLast: false, signal: AbortSignal.abort() };
    await runJob(stage.deps, { queue: "run", workspaceId, runId: id }, attempt).catch(() => {});
    return inWorkspace(stage.db, workspaceId, (scope) => findRun(scope, id));
  };

  it("is failed with its reason when it was found interrupted three times, unless it came further in between", async () => {
    const { viewer } = await stage.signIn();
    const file = { kind: "import", input: { file: "x.zip" } } as const;
    // A turn that ends in an orderly way, with any result, is no interruption.
    expect(await turnOf(viewer, { ...file, interruptions: 2 })).toMatchObject({ interruptions: 0 });
    expect(await turnOf(viewer, { ...file, interruptions: 3 })).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/interrupted 3 times/),
    });
  });

  it("goes on by itself however often it was killed with its process, unless it reads a file or was killed 20 times in one place", async () => {
    const { viewer } = await stage.signIn();
    const analysis = { kind: "analyse" as const, input: { channelIds: [] } };
    expect((await turnOf(viewer, { ...analysis, interruptions: 19 }))?.state).toBe("done");
    expect(await turnOf(viewer, { ...analysis, interruptions: 20 })).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/interrupted 20 times/),
    });
  });
});
