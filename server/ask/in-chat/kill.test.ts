import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Fault } from "../../../tools/stand-ins/stand-in.ts";
import { recheckDueArticles } from "../../analysis/index.ts";
import { runJob } from "../../analysis/run-job.ts";
import { buildThread, type StageChannel } from "../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { toSessionConfig } from "../../db/pool.ts";
import { chatAnswers } from "../../db/schema.ts";
import { applyEventsJob } from "../../ingest/live/apply-events.ts";
import { type LiveStage, openLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { answerInChat } from "./answer-in-chat.ts";
import type { AnsweringOrder } from "./testing/answering-process.ts";
import { killAnsweringWhen, killRestOfAnswering } from "./testing/kill-answering.ts";

let stage: LiveStage;
// Without a worker, so that each test decides who answers and when.
beforeAll(async () => {
  stage = await openLiveStage({ workers: 0 });
  stage.engine.current = createScriptedEngine();
  stage.slack.deliveries.sendTo(stage.eventsUrl);
});
afterEach(() => {
  stage.slack.clearFaults();
  killRestOfAnswering();
});
afterAll(() => stage.close());

const attempt = () => ({ number: 1, isLast: false, signal: new AbortController().signal });
const apply = ({ workspaceId, integrationId }: StageChannel) =>
  applyEventsJob(stage.deps, { queue: "events", workspaceId, integrationId }, attempt());

const rowsOf = ({ id }: StageChannel) => stage.db.select().from(chatAnswers).where(eq(chatAnswers.channelId, id));
const postsIn = ({ externalId }: StageChannel) =>
  stage.team.channel(externalId).messages.filter(({ bot_id }) => bot_id !== undefined);
const callsOf = (method: string) => stage.slack.calls.filter(({ path }) => path.includes(method)).length;
/** Ends every wait of the worker's rows. */
const later = ({ id }: StageChannel) =>
  stage.db
    .update(chatAnswers)
    .set({ nextAttemptAt: sql`now()`, intentAt: sql`intent_at - interval '1 hour'` })
    .where(eq(chatAnswers.channelId, id));

const TEN_SECONDS = "hold the printer button for ten seconds";

/** Returns a channel with an article about the printer, and a question that Slack delivered three times. */
async function newAskedChannel() {
  const said = buildThread("KNOW that?", `To restart the printer, ${TEN_SECONDS}.`);
  const channel = await stage.newLiveChannel({ said });
  const { workspaceId, id: runId } = await channel.start("analyse");
  await runJob(stage.deps, { queue: "run", workspaceId, runId }, attempt());
  const text = `<@${stage.team.bot.id}> how do I restart the printer?`;
  const message = stage.team.post(channel.externalId, { user: "UANA", text });
  const event = { type: "message", channel: channel.externalId, channel_type: "channel", event_ts: message.ts };
  for (let n = 0; n < 2; n += 1) expect((await stage.deliver({ ...event, ...message })).statusCode).toBe(200);
  await apply(channel);
  expect(await rowsOf(channel)).toHaveLength(1);
  return { ...channel, source: said[1]?.ts ?? "" };
}

/** Answers due questions; killed as soon as Slack is called. */
async function killAnswering(method: string): Promise<void> {
  const before = callsOf(method);
  await killWhen(() => callsOf(method) > before);
}

const killWhen = (isTime: () => Promise<boolean> | boolean, more: Partial<AnsweringOrder> = {}) =>
  killAnsweringWhen(isTime, {
    connection: toSessionConfig(stage.db.$client),
    dataDir: stage.deps.env.DATA_DIR,
    slackApiUrl: `${stage.slack.url}/api`,
    ...more,
  });

/** Acts as another worker until nothing is left to do. */
const becomes = (channel: StageChannel, state: string) =>
  expect
    .poll(async () => {
      await later(channel);
      await answerInChat(stage.deps);
      return (await rowsOf(channel)).map((row) => row.state);
    })
    .toEqual([state]);
const wordsIn = (channel: StageChannel) => postsIn(channel).map(({ blocks }) => JSON.stringify(blocks));

it.each<[string, string, Fault["kind"], number]>([
  ["before it has posted", "users.info", { afterWork: "hang" }, 0],
  ["while the post is on its way", "chat.postMessage", { late: 1_000 }, 1],
  ["before it knows that it has posted", "chat.postMessage", { afterWork: "hang" }, 1],
])(
  "A question that Slack tells of three times is answered once by a worker that is killed %s",
  async (_when, method, kind, posts) => {
    const channel = await newAskedChannel();
    stage.slack.fail({ match: method, kind });
    await killAnswering(method);
    await expect.poll(() => postsIn(channel).length).toBe(posts);
    await becomes(channel, "answered");
    expect(wordsIn(channel)).toEqual([expect.stringContaining(TEN_SECONDS)]);
  },
);

it.each<[string, Fault["kind"]]>([
  ["while the correction is on its way", { late: 1_000 }],
  ["before it knows that it has corrected it", { afterWork: "hang" }],
])(
  "An answer whose source was deleted is withdrawn by a worker that is killed %s, in its place",
  async (_when, kind) => {
    const channel = await newAskedChannel();
    await becomes(channel, "answered");
    stage.team.delete(channel.externalId, channel.source);
    const isDeleted = async () => {
      await apply(channel);
      return (await stage.rowsOf(channel.id)).find(({ externalId }) => externalId === channel.source)?.deletedAt;
    };
    await expect.poll(isDeleted).toBeInstanceOf(Date);
    await recheckDueArticles(stage.deps, () => false);
    await later(channel);
    stage.slack.fail({ match: "chat.update", kind });
    await killAnswering("chat.update");
    await becomes(channel, "over");
    await expect.poll(() => wordsIn(channel)).toEqual([expect.stringContaining("This answer was withdrawn")]);
  },
);

it("An answer whose worker is killed while the model writes stays as the sentences, once, and follows its source", async () => {
  const channel = await newAskedChannel();
  const isBeingWritten = async () => (await rowsOf(channel))[0]?.state === "answered";
  await killWhen(isBeingWritten, { modelHangs: true });
  expect(wordsIn(channel)).toEqual([expect.stringContaining(TEN_SECONDS)]);
  await becomes(channel, "answered");
  expect(wordsIn(channel)).toEqual([expect.stringContaining(TEN_SECONDS)]);
  stage.team.delete(channel.externalId, channel.source);
  await expect
    .poll(async () => {
      await apply(channel);
      await recheckDueArticles(stage.deps, () => false);
      await later(channel);
      await answerInChat(stage.deps);
      return wordsIn(channel);
    })
    .toEqual([expect.stringContaining("This answer was withdrawn")]);
});
