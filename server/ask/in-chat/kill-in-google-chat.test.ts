import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Fault } from "../../../tools/stand-ins/stand-in.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { toSessionConfig } from "../../db/pool.ts";
import { chatAnswers } from "../../db/schema.ts";
import { applyEventsJob } from "../../ingest/live/apply-events.ts";
import {
  type GoogleChatStage,
  type MonitoredSpace,
  openGoogleChatStage,
} from "../../ingest/live/testing/google-chat-stage.ts";
import { answerInChat } from "./answer-in-chat.ts";
import type { AnsweringOrder } from "./testing/answering-process.ts";
import { killAnsweringWhen, killRestOfAnswering } from "./testing/kill-answering.ts";

const SPACES = ["BEFORE", "UNDERWAY", "AFTER", "WRITING"];
const TEN_SECONDS = "hold the printer button for ten seconds";

let stage: GoogleChatStage;
const known = new Map<string, MonitoredSpace>();
// After the articles are written, the workers stop, so that each test decides which process answers and when.
beforeAll(async () => {
  stage = await openGoogleChatStage(SPACES);
  stage.engine.current = createScriptedEngine();
  for (const id of SPACES) {
    const room = stage.google.space(id);
    const asked = room.post({ userId: "1", text: "KNOW that?", at: Date.now() - 60_000 });
    room.post({ userId: "2", text: `To restart the printer, ${TEN_SECONDS}.`, inThreadOf: asked });
    const space = await stage.monitor(id);
    expect(await space.analyse()).toMatchObject({ articlesCreated: 1 });
    known.set(id, space);
  }
  await stage.stopWorking();
  stage.hold();
});
afterEach(() => {
  stage.google.clearFaults();
  killRestOfAnswering();
});
afterAll(() => stage.close());

const postsIn = ({ room }: MonitoredSpace) =>
  room.messages.flatMap(({ sender, cardsV2 }) => (sender?.type === "BOT" ? [JSON.stringify(cardsV2)] : []));
const rowsOf = ({ channel }: MonitoredSpace) =>
  stage.db.select().from(chatAnswers).where(eq(chatAnswers.channelId, channel.id));

/** Google delivers the question three times. */
async function ask(spaceId: string): Promise<MonitoredSpace> {
  const space = known.get(spaceId) as MonitoredSpace;
  space.pipe.copies = 3;
  await space.isFollowed();
  space.room.post({ userId: "1", text: "<users/99> how do I restart the printer?" });
  const job = { queue: "events", workspaceId: space.workspaceId, integrationId: space.integration.id } as const;
  await expect
    .poll(async () => {
      await applyEventsJob(stage.deps, job, { number: 1, isLast: false, signal: new AbortController().signal });
      return rowsOf(space);
    })
    .toHaveLength(1);
  return space;
}

const killWhen = (isTime: () => Promise<boolean> | boolean, more: Partial<AnsweringOrder> = {}) =>
  killAnsweringWhen(isTime, {
    connection: toSessionConfig(stage.db.$client),
    dataDir: stage.deps.env.DATA_DIR,
    googleChatApiUrl: stage.google.url,
    googleTokenUrl: stage.google.tokenUrl,
    ...more,
  });

/** Acts as another worker after all waits have ended. */
const becomesAnswered = (space: MonitoredSpace) =>
  expect
    .poll(async () => {
      await stage.db
        .update(chatAnswers)
        .set({ nextAttemptAt: sql`now()`, intentAt: sql`intent_at - interval '1 hour'` })
        .where(eq(chatAnswers.channelId, space.channel.id));
      await answerInChat(stage.deps);
      return (await rowsOf(space)).map(({ state }) => state);
    })
    .toEqual(["answered"]);

it.each<[string, string, (id: string) => string, Fault["kind"], number]>([
  ["before it has posted", "BEFORE", (id) => `GET /v1/spaces/${id}`, { afterWork: "hang" }, 0],
  ["while the post is on its way", "UNDERWAY", (id) => `POST /v1/spaces/${id}/messages`, { late: 1_000 }, 1],
  ["before it knows that it has posted", "AFTER", (id) => `POST /v1/spaces/${id}/messages`, { afterWork: "hang" }, 1],
])(
  "A question in Google Chat is answered once by a worker that is killed %s",
  async (_when, id, match, kind, posts) => {
    const space = await ask(id);
    const calls = () =>
      stage.google.calls.filter(({ method, path }) => `${method} ${path}`.startsWith(match(id))).length;
    const before = calls();
    stage.google.fail({ match: match(id), kind });
    await killWhen(() => calls() > before);
    await expect.poll(() => postsIn(space).length).toBe(posts);
    await becomesAnswered(space);
    expect(postsIn(space)).toEqual([expect.stringContaining(TEN_SECONDS)]);
  },
);

it("An answer in Google Chat whose worker is killed while the model writes stays as the sentences, once", async () => {
  const space = await ask("WRITING");
  await killWhen(async () => (await rowsOf(space))[0]?.state === "answered", { modelHangs: true });
  expect(postsIn(space)).toEqual([expect.stringContaining(TEN_SECONDS)]);
  await becomesAnswered(space);
  expect(postsIn(space)).toEqual([expect.stringContaining(TEN_SECONDS)]);
});
