import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SlackMessage } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import {
  type AnalysisStage,
  buildSlackMessage,
  buildThread,
  openStage,
  type StageChannel,
} from "../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../analysis/testing/scripted-engine.ts";
import { waitForRun } from "../analysis/wait-for-run.ts";
import { activityLogs, articles, channels, messages, users, workspaces } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { deleteChannel } from "../ingest/channels/queries.ts";
import { storeMessages } from "../ingest/messages/store-messages.ts";
import type { Payment } from "../stripe/stripe.ts";
import { enforcePlan, resumePausedChannels } from "./enforce-plan.ts";
import { countUsage, storeCountedMessages } from "./usage/usage-queries.ts";

let stage: AnalysisStage;
beforeAll(async () => {
  stage = await openStage({ payment: { publishableKey: "pk_test_1" } as Payment });
  stage.engine.current = createScriptedEngine();
});
afterAll(() => stage.close());

const LONG = "this is a message of more than twenty characters";
const conversationOf = (count: number, topic = "KNOW how it works") =>
  buildThread(...Array.from({ length: count }, (_, n) => `${topic}: ${LONG} ${n}`));
const rowOf = async ({ id }: StageChannel) => (await stage.db.select().from(channels).where(eq(channels.id, id)))[0];
const usageOf = ({ workspaceId }: StageChannel) => inWorkspace(stage.db, workspaceId, countUsage);
const articlesOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
const logOf = async ({ workspaceId }: StageChannel) =>
  (await stage.db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId))).map(
    ({ message }) => message,
  );
/** Stores that this many messages were already analyzed, in this month or another. */
const spend = ({ workspaceId }: StageChannel, count: number, at = sql`now()`) =>
  stage.db.execute(sql`insert into counted_messages (workspace_id, id, counted_at)
    select ${workspaceId}::uuid, gen_random_uuid(), ${at} from generate_series(1, ${count})`);
const lastRun = async ({ workspaceId }: StageChannel) => {
  const { rows } = await stage.db.execute<{ id: string }>(
    sql`select id from runs where workspace_id = ${workspaceId} order by id desc limit 1`,
  );
  return waitForRun(stage.deps, workspaceId, rows[0]?.id ?? "", 60_000);
};

const USED_UP =
  /The Starter plan includes 50 messages a month and (49|5\d) were analyzed\. Nothing is lost: analysis resumes automatically on 1 \w+, or as soon as you upgrade in Manage Subscription\./;

describe("What counts", () => {
  it("a message counts once ever; join notices, posts of bots and messages under the minimum length never do", async () => {
    const channel = await stage.newChannel([
      ...conversationOf(3),
      buildSlackMessage("UBO", "thanks!"),
      buildSlackMessage("UBO", `<@UBO> has joined the channel, says Slack`, { subtype: "channel_join" }),
      buildSlackMessage("UBO", LONG, { subtype: "bot_message", bot_id: "B1" }),
    ]);
    await channel.run("analyse");
    expect((await usageOf(channel)).messages).toBe(3);
    await channel.run("analyse");
    await channel.run("test");
    expect((await usageOf(channel)).messages).toBe(3);

    // The channel was removed and added again. It is read from its beginning, but its messages are not counted again.
    const known = await rowOf(channel);
    await inWorkspace(stage.db, channel.workspaceId, (scope) => deleteChannel(scope, channel.id));
    await stage.db.insert(channels).values({ ...known!, cursor: null, lastChecked: null, reading: null });
    await channel.run("analyse");
    expect(await rowOf(channel)).toMatchObject({ cursor: expect.anything() });
    expect((await usageOf(channel)).messages).toBe(3);
  });
});

describe("Mails about the limit of messages", () => {
  const post = ({ externalId }: StageChannel, said: SlackMessage[]) => {
    for (const { user = "UANA", text = "", ...message } of said)
      stage.team.post(externalId, { user, text, ...message });
  };

  it("tell the owner once that four fifths are used, and once that the analysis waits, until when, and that nothing is lost", async () => {
    const channel = await stage.newChannel(conversationOf(2, "KNOW one"));
    await spend(channel, 37);
    await channel.run("analyse");
    const [owner] = await stage.db.select().from(users).where(eq(users.workspaceId, channel.workspaceId));
    const mails = () => stage.mails.filter(({ to }) => to === owner?.email);
    expect(mails()).toEqual([]);
    post(channel, conversationOf(2, "KNOW two"));
    await channel.run("analyse");
    await channel.run("analyse");
    await expect
      .poll(() => mails().map(({ subject }) => subject))
      .toEqual([expect.stringMatching(/^4[01] of your 50 messages of this month are used$/)]);
    expect(mails()[0]?.text.replace(/\s+/g, " ")).toContain("nothing is lost: analysis resumes automatically on");
    await spend(channel, 9);
    for (let run = 0; run < 2; run += 1) {
      post(channel, conversationOf(2, `KNOW ${run}`));
      await channel.run("analyse");
    }
    await expect.poll(() => mails().length).toBe(2);
    expect(mails()[1]?.subject).toBe("Your messages of this month are used up");
    expect(mails()[1]?.text.replace(/\s+/g, " ")).toMatch(USED_UP);
  });
});

describe("At the limit of messages", () => {
  it("the analysis pauses without moving its cursor, says so in the result, the log and at the channel, and goes on after an upgrade", async () => {
    const channel = await stage.newChannel(conversationOf(4));
    await spend(channel, 50);
    const run = await channel.run("analyse");
    expect(run).toMatchObject({ state: "done", result: { messagesRead: 0, articlesCreated: 0 } });
    expect(run.result?.channels).toMatchObject([{ status: "Paused", messages: 0 }]);
    expect(run.result?.problems.join(" ")).toMatch(USED_UP);
    expect(await rowOf(channel)).toMatchObject({
      cursor: null,
      lastChecked: null,
      isActive: true,
      trouble: expect.stringMatching(USED_UP),
    });
    expect((await logOf(channel)).filter((line) => USED_UP.test(line))).toHaveLength(1);
    const answer = await channel.person.inject({
      method: "POST",
      url: "/api/analyze",
      payload: { channelId: channel.id },
    });
    expect([answer.statusCode, answer.json().message]).toEqual([200, expect.stringMatching(USED_UP)]);

    await stage.db.update(workspaces).set({ plan: "professional" }).where(eq(workspaces.id, channel.workspaceId));
    await inWorkspace(stage.db, channel.workspaceId, (scope) => enforcePlan(stage.deps, scope));
    expect(await lastRun(channel)).toMatchObject({ state: "done", result: { messagesRead: 4, articlesCreated: 1 } });
    expect(await rowOf(channel)).toMatchObject({ cursor: expect.anything(), trouble: null, pausedFor: null });
    expect(await usageOf(channel)).toMatchObject({ messages: 54 });
  });

  it("conversations that do not fit any more wait, none is lost, and reading goes on by itself on the first of the month", async () => {
    const channel = await stage.newChannel([
      ...conversationOf(2, "KNOW one"),
      ...conversationOf(2, "KNOW two"),
      ...conversationOf(2, "KNOW three"),
    ]);
    await spend(channel, 47);
    const run = await channel.run("analyse");
    expect(run.result?.channels).toMatchObject([{ status: "6 messages analyzed, 1 article created, then paused" }]);
    expect(await articlesOf(channel)).toHaveLength(1);
    expect(await usageOf(channel)).toMatchObject({ messages: 49 });
    await resumePausedChannels(stage.deps);
    expect(await rowOf(channel)).toMatchObject({ pausedFor: "messages" });

    await stage.db.execute(sql`update counted_messages set counted_at = counted_at - interval '32 days'
      where workspace_id = ${channel.workspaceId}`);
    await resumePausedChannels(stage.deps);
    expect(await lastRun(channel)).toMatchObject({ state: "done", requestedBy: null });
    expect(await articlesOf(channel)).toHaveLength(3);
    expect(await usageOf(channel)).toMatchObject({ messages: 4 });
    expect(await rowOf(channel)).toMatchObject({ trouble: null, pausedFor: null });
    const stored = await stage.db.select().from(messages).where(eq(messages.channelId, channel.id));
    expect(stored).toHaveLength(6);
  });

  it("what was edited in conversations that are counted already is still looked at", async () => {
    const conversation = conversationOf(2);
    const channel = await stage.newChannel(conversation);
    await channel.run("analyse");
    await spend(channel, 50);
    await stage.db
      .update(messages)
      .set({ text: `KNOW better: ${LONG}` })
      .where(eq(messages.externalId, conversation[0]?.ts ?? ""));
    await stage.db.execute(sql`update conversations set fingerprint = '' where channel_id = ${channel.id}`);
    await channel.run("analyse");
    expect(await articlesOf(channel)).toMatchObject([{ version: 2, title: expect.stringContaining("KNOW better") }]);
    expect(await usageOf(channel)).toMatchObject({ messages: 52 });
  });

  it("what was counted in another month takes nothing of this one", async () => {
    const channel = await stage.newChannel(conversationOf(2));
    await spend(
      channel,
      500,
      sql`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '1 second'`,
    );
    expect(await channel.run("analyse")).toMatchObject({ result: { articlesCreated: 1 } });
    const { resetsAt } = await usageOf(channel);
    expect([resetsAt.getUTCDate(), resetsAt.getUTCHours()]).toEqual([1, 0]);
  });

  it("is not exceeded: a conversation longer than the whole plan is judged by its beginning", async () => {
    const channel = await stage.newChannel(conversationOf(65));
    const run = await channel.run("analyse");
    expect(await usageOf(channel)).toMatchObject({ messages: 50 });
    expect(run.result?.problems.join(" ")).toMatch(/longer than the 50 messages a month of the plan/);
    await channel.run("analyse");
    expect(await usageOf(channel)).toMatchObject({ messages: 50 });
  });

  it("cannot be had again by an export with other words under the same ids", async () => {
    const channel = await stage.newChannel();
    const sentAt = new Date("2026-01-02T09:00:00Z");
    const messagesOf = (words: string, editedAt: Date | null) =>
      ["1", "2", "3"].map((externalId) => ({
        externalId,
        threadId: null,
        author: { externalId: "U1", name: "Ana" },
        sentAt,
        editedAt,
        text: `${words}: ${LONG}`,
      }));
    const importOf = async (words: string, editedAt: Date | null = null) => {
      const said = messagesOf(words, editedAt);
      await inWorkspace(stage.db, channel.workspaceId, async (scope) => {
        const batch = { messages: said, skipped: [], complete: [] };
        const how = { from: "export", readingSince: new Date(), secrets: stage.deps.secrets } as const;
        await storeMessages(scope, channel.id, batch, how);
        await storeCountedMessages(scope, [{ channelId: channel.id, messages: said }]);
      });
      return (await usageOf(channel)).messages;
    };
    expect(await importOf("First words")).toBe(3);
    expect(await importOf("First words")).toBe(3);
    expect(await importOf("Other words", new Date("2026-02-01T09:00:00Z"))).toBe(6);
    // Removing the imported messages first does not allow a second count either.
    await stage.db.delete(messages).where(eq(messages.channelId, channel.id));
    expect(await importOf("First words")).toBe(6);
    await stage.db.delete(messages).where(eq(messages.channelId, channel.id));
    expect(await importOf("Third words")).toBe(9);
  });
});
