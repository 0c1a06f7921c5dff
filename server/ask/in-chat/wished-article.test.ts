import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { MESSAGE_SHORTCUT } from "../../../connectors/slack/scopes.ts";
import { signatureHeaders } from "../../../tools/stand-ins/slack/event-deliveries.ts";
import type { SlackMessage } from "../../../tools/stand-ins/slack/slack-stand-in.ts";
import {
  buildAnsweredQuestion,
  buildSlackMessage,
  buildThread,
  type StageChannel,
  TEAM_ID,
} from "../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import {
  articles,
  auditEntries,
  channels,
  messages,
  privateQuestions,
  publications,
  runs,
  users,
} from "../../db/schema.ts";
import { keepConnectionsOpen } from "../../ingest/live/index.ts";
import { APP_TOKEN, SIGNING_SECRET, useLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { answerPrivately } from "./answer-privately.ts";
import { handleChatInteraction } from "./handle-interaction.ts";

const stage = useLiveStage();
const READING = "Lorekeep is reading this thread. What came of it is said here, and only you see it.";
const KNOWN = () => buildThread("KNOW that?", "To restart the printer, hold the printer button for ten seconds.");
const CHATTER = () => buildThread("Good morning!", "Morning, how was the weekend?");

/** Returns a channel that nobody has analyzed, and its owner as `user` in Slack. */
async function newChannel(said: SlackMessage[], secrets?: Record<string, string>) {
  const channel = await stage.newLiveChannel({ said, mode: "manual", ...(secrets && { secrets }) });
  const user = `UW${channel.externalId}`;
  const { email } = (await channel.person.inject({ url: "/api/auth/user" })).json() as { email: string };
  stage.team.data.users.push({ id: user, name: "owner", email });
  return { ...channel, user, ts: said[0]?.ts ?? "" };
}
type Wishing = Awaited<ReturnType<typeof newChannel>>;

const choose = ({ externalId, user, ts }: Wishing, { times = 1, by = user } = {}) =>
  stage.slack.chooseShortcut(
    TEAM_ID,
    { channelId: externalId, ts, user: by, callbackId: MESSAGE_SHORTCUT.callback_id },
    times,
  );
const told = ({ externalId }: StageChannel) =>
  stage.slack.privateAnswers
    .filter(({ channelId }) => channelId === externalId)
    .map(({ text, blocks }) => (blocks.length > 0 ? JSON.stringify(blocks) : text));
const outcome = (channel: StageChannel) => told(channel).find((text) => !text.includes(READING)) ?? "";
const rowsOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(privateQuestions).where(eq(privateQuestions.workspaceId, workspaceId));
const articlesOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
const done = (channel: StageChannel) =>
  expect
    .poll(async () => {
      await answerPrivately(stage.deps);
      const rows = await rowsOf(channel);
      return rows.length > 0 && rows.every(({ sealed }) => sealed === null);
    })
    .toBe(true);

describe("Whoever chooses 'Make an article of this' in the menu of a message", () => {
  it("is told that the thread is read, then where the article of it is; nobody else sees it", async () => {
    const channel = await newChannel(KNOWN());
    await choose(channel);
    await done(channel);
    const [article] = await articlesOf(channel);
    expect(told(channel)).toHaveLength(2);
    expect(told(channel).join()).toContain(READING);
    expect(outcome(channel)).toContain("There is an article of this thread.");
    expect(outcome(channel)).toContain(`/articles/${article?.id}`);
    expect(article?.reasons).toContain("somebody in the chat wants an article of it");
    expect(stage.slack.privateAnswers.at(-1)).toMatchObject({ user: channel.user, thread_ts: channel.ts });
    expect(stage.team.channel(channel.externalId).messages).toHaveLength(2);
  });

  it("has this thread read and no other conversation, and the channel is read on where it was", async () => {
    const other = buildSlackMessage("UANA", "KNOW this other thing?");
    const channel = await newChannel([...KNOWN(), other]);
    await choose(channel);
    await done(channel);
    const stored = await stage.db.select().from(messages).where(eq(messages.channelId, channel.id));
    expect(stored.map(({ externalId }) => externalId)).not.toContain(other.ts);
    const [row] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
    expect(row).toMatchObject({ cursor: null, lastChecked: null });
  });

  it("gets one article of one thread, however often Slack tells of it or they choose it again", async () => {
    const channel = await newChannel(KNOWN());
    await choose(channel, { times: 3 });
    await done(channel);
    expect(told(channel)).toHaveLength(2);
    await choose(channel);
    await done(channel);
    expect(told(channel)).toHaveLength(4);
    expect(await articlesOf(channel)).toHaveLength(1);
    expect(await stage.db.select().from(runs).where(eq(runs.workspaceId, channel.workspaceId))).toHaveLength(2);
  });

  it("of a conversation without knowledge is told so, and how to write the article themselves", async () => {
    const channel = await newChannel(CHATTER());
    await choose(channel);
    await done(channel);
    expect(outcome(channel)).toContain("This holds nothing that others could use");
    expect(outcome(channel)).toContain("say in this thread in whole sentences");
    expect(await articlesOf(channel)).toEqual([]);
  });

  it("tips what is doubtful and not what is chatter", async () => {
    const asked: number[] = [];
    const scripted = createScriptedEngine();
    stage.engine.current = {
      ...scripted,
      detect: (conversation, settings) => {
        asked.push(settings.sensitivity);
        return scripted.detect(conversation, settings);
      },
    };
    try {
      const channel = await newChannel(KNOWN());
      await choose(channel);
      await done(channel);
      expect(new Set(asked)).toEqual(new Set([10]));
    } finally {
      stage.engine.current = createScriptedEngine();
    }
  });

  it("does not get past the workspace's review: the article waits, and is on no page", async () => {
    const channel = await newChannel(KNOWN());
    const answer = await channel.person.inject({
      method: "PUT",
      url: "/api/review-settings",
      payload: { reviewNewChannels: true, approvalsToTrust: 3, autoAcceptProposals: false },
    });
    expect(answer.statusCode).toBe(200);
    await choose(channel);
    await done(channel);
    expect(await articlesOf(channel)).toMatchObject([{ state: "review" }]);
    expect(outcome(channel)).toContain("it waits in the inbox");
    const pages = await stage.db.select().from(publications).where(eq(publications.workspaceId, channel.workspaceId));
    expect(pages).toEqual([]);
  });

  it("who is no member here, or only reads, is told why nothing was done", async () => {
    const channel = await newChannel(buildAnsweredQuestion());
    await choose(channel, { by: "UANA" });
    await done(channel);
    expect(outcome(channel)).toContain("None of them has proven the address that you have here");
    await stage.db.update(users).set({ membership: "viewer" }).where(eq(users.id, channel.person.viewer.userId));
    await choose(channel);
    await done(channel);
    expect(told(channel).at(-1)).toContain("Only owners, admins and editors of this workspace may do this.");
    expect(await articlesOf(channel)).toEqual([]);
    expect(await stage.db.select().from(messages).where(eq(messages.channelId, channel.id))).toEqual([]);
  });

  it("in a channel whose articles they may not read gets nothing of it", async () => {
    const channel = await newChannel(KNOWN());
    await stage.db.update(channels).set({ isPrivate: true }).where(eq(channels.id, channel.id));
    Object.assign(stage.team.channel(channel.externalId), { is_private: true, members: ["UANA", "UBO"] });
    await choose(channel);
    await done(channel);
    expect(outcome(channel)).toContain("not for you to read");
    expect(await articlesOf(channel)).toEqual([]);
  });

  it("in a channel that is not read is told so", async () => {
    const channel = await newChannel(KNOWN());
    await stage.db.update(channels).set({ isActive: false }).where(eq(channels.id, channel.id));
    await choose(channel);
    // No workspace of this app reads it, so the first one answers.
    await expect.poll(() => outcome(channel)).toContain("does not read this channel");
  });

  it("is never told twice: an answer whose fate nobody knows is not sent again", async () => {
    const channel = await newChannel(KNOWN());
    await choose(channel);
    await expect.poll(() => told(channel).length).toBeGreaterThan(0);
    stage.slack.fail({ match: "/app-actions/", kind: { afterWork: "reset" } });
    await expect.poll(() => told(channel).length).toBe(2);
    stage.slack.clearFaults();
    await stage.db
      .update(privateQuestions)
      .set({ nextAttemptAt: sql`now()` })
      .where(eq(privateQuestions.workspaceId, channel.workspaceId));
    await done(channel);
    expect(told(channel)).toHaveLength(2);
    expect(await articlesOf(channel)).toHaveLength(1);
  });

  it("is in the audit log, and leaves no words behind", async () => {
    const channel = await newChannel(KNOWN());
    await choose(channel);
    await done(channel);
    const entries = await stage.db.select().from(auditEntries).where(eq(auditEntries.workspaceId, channel.workspaceId));
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "chat article", doneBy: channel.person.viewer.userId }),
    );
    expect(await rowsOf(channel)).toMatchObject([{ sealed: null, askedBy: channel.user }]);
  });

  it("works over Socket Mode, too", async () => {
    Object.assign(stage.team.data, { appToken: APP_TOKEN });
    const channel = await newChannel(KNOWN(), { signingSecret: "unused", appToken: APP_TOKEN });
    const connections = keepConnectionsOpen(stage.deps, handleChatInteraction, { lookEveryMs: 50 });
    try {
      await expect.poll(() => stage.slack.socketMode.connections(stage.team)).toBe(1);
      await choose(channel);
      await done(channel);
      expect(outcome(channel)).toContain("There is an article of this thread.");
    } finally {
      await connections.stop();
      stage.slack.socketMode.refresh(stage.team);
    }
  });
});

it("A shortcut is refused when it is not signed, signed by another secret or long ago", async () => {
  const channel = await newChannel(KNOWN());
  const payload = JSON.stringify({
    type: "message_action",
    callback_id: MESSAGE_SHORTCUT.callback_id,
    team: { id: TEAM_ID },
    user: { id: channel.user },
    channel: { id: channel.externalId },
    message_ts: channel.ts,
    message: {},
    trigger_id: `1.${channel.externalId}`,
    response_url: `${stage.slack.url}/app-actions/${TEAM_ID}/none`,
  });
  const body = new URLSearchParams({ payload }).toString();
  const send = async (secret?: string, at?: number) => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      ...(secret && signatureHeaders(body, secret, at)),
    };
    const answer = await stage.app.inject({ method: "POST", url: "/api/slack/interactions", headers, payload: body });
    return answer.statusCode;
  };
  expect(await send()).toBe(401);
  expect(await send("another secret")).toBe(401);
  expect(await send(SIGNING_SECRET, Date.now() - 6 * 60_000)).toBe(401);
  expect(await rowsOf(channel)).toEqual([]);
  expect(await send(SIGNING_SECRET)).toBe(200);
  expect(await rowsOf(channel)).toHaveLength(1);
});
