import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildEventEnvelope, signatureHeaders } from "../../../tools/stand-ins/slack/event-deliveries.ts";
import { buildSlackMessage, buildThread, TEAM_ID } from "../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { activityLogs, channels, chatIntegrations } from "../../db/schema.ts";
import { buildChatIntegration } from "../../testing/factories.ts";
import { type LiveStage, openLiveStage, SIGNING_SECRET } from "./testing/live-stage.ts";

let stage: LiveStage;
beforeAll(async () => {
  stage = await openLiveStage();
  stage.engine.current = createScriptedEngine();
});
afterAll(() => stage.close());

const message = (channel: string, ts: string, text: string, more: object = {}) => ({
  type: "message",
  channel,
  user: "UANA",
  ts,
  text,
  channel_type: "channel",
  event_ts: ts,
  ...more,
});
const edit = (channel: string, ts: string, text: string, editedTs: string) => ({
  ...message(channel, editedTs, ""),
  subtype: "message_changed",
  hidden: true,
  message: { type: "message", user: "UANA", ts, text, edited: { user: "UANA", ts: editedTs } },
  previous_message: { type: "message", user: "UANA", ts, text: "what it said before" },
});
const deletion = (channel: string, ts: string) => ({
  ...message(channel, "1790000999.000100", ""),
  subtype: "message_deleted",
  deleted_ts: ts,
  previous_message: { type: "message", user: "UANA", ts, text: "what it said before" },
});
const T1 = "1790000000.000100";
const T2 = "1790000060.000100";
const T3 = "1790000120.000100";

const logOf = async (workspaceId: string) =>
  (
    await stage.db
      .select()
      .from(activityLogs)
      .where(eq(activityLogs.workspaceId, workspaceId))
      .orderBy(desc(activityLogs.createdAt))
  ).map((row) => row.message);
const channelRow = async (id: string) => (await stage.db.select().from(channels).where(eq(channels.id, id)))[0];
const integrationRow = async (id: string) =>
  (await stage.db.select().from(chatIntegrations).where(eq(chatIntegrations.id, id)))[0];

describe("The Request URL of Slack", () => {
  it("answers a signed challenge, and nobody else's", async () => {
    await stage.newLiveChannel();
    const body = JSON.stringify({ type: "url_verification", token: "x", challenge: "3eZbrw1aBm2rZgRNFdxV" });
    const answer = await stage.post(body, signatureHeaders(body, SIGNING_SECRET));
    expect(answer).toEqual({ statusCode: 200, body: "3eZbrw1aBm2rZgRNFdxV" });
    const foreign = await stage.post(body, signatureHeaders(body, "another secret"));
    expect(foreign.statusCode).toBe(401);
    expect(foreign.body).not.toContain("3eZbrw1aBm2rZgRNFdxV");
  });

  describe("proves the signing secret of an integration", () => {
    const proofOf = async (id: string) => (await integrationRow(id))?.proofs["signingSecret"];
    const challenge = JSON.stringify({ type: "url_verification", token: "x", challenge: "3eZbrw1aBm2rZgRNFdxV" });

    it("by the first request that was signed with it, once", async () => {
      const { externalId, integrationId } = await stage.newLiveChannel({ secrets: { signingSecret: "mine alone" } });
      expect(await proofOf(integrationId)).toBeUndefined();
      await stage.post(challenge, signatureHeaders(challenge, "mine alone"));
      const first = await proofOf(integrationId);
      expect(first).toMatchObject({ state: "proven", at: expect.any(String) });
      await stage.deliver(message(externalId, T1, "and another"), { by: "mine alone" });
      expect(await proofOf(integrationId)).toEqual(first);
    });

    it("or says that a request for its team came signed with another one, until one comes that is right", async () => {
      const { externalId, integrationId } = await stage.newLiveChannel({ secrets: { signingSecret: "the right one" } });
      await stage.db.update(chatIntegrations).set({ teamId: "TALONE" }).where(eq(chatIntegrations.id, integrationId));
      const event = buildEventEnvelope(stage.team, message(externalId, T1, "hello"));
      const body = JSON.stringify({ ...event, team_id: "TALONE", authorizations: [] });
      await stage.post(body, { "x-slack-signature": "v0=nonsense", "x-slack-request-timestamp": "1" });
      await stage.post(body, signatureHeaders(body, "another one", Date.now() - 3_600_000));
      expect(await proofOf(integrationId)).toBeUndefined();
      await stage.post(body, signatureHeaders(body, "another one"));
      expect(await proofOf(integrationId)).toMatchObject({
        state: "refused",
        text: expect.stringContaining("signed with another secret"),
      });
      await stage.post(body, signatureHeaders(body, "the right one"));
      expect(await proofOf(integrationId)).toMatchObject({ state: "proven" });
      // Anybody who knows the team's id could send this request.
      await stage.post(body, signatureHeaders(body, "another one"));
      expect(await proofOf(integrationId)).toMatchObject({ state: "proven" });
    });

    it("and not of another app's integration in the same team, whose own requests were not there yet", async () => {
      const mine = await stage.newLiveChannel({ secrets: { signingSecret: "app one" } });
      const other = await stage.newLiveChannel({ secrets: { signingSecret: "app two" } });
      await stage.deliver(message(mine.externalId, T1, "hello"), { by: "app one" });
      expect(await proofOf(mine.integrationId)).toMatchObject({ state: "proven" });
      expect(await proofOf(other.integrationId)).toBeUndefined();
    });
  });

  it("answers a signed challenge although one account has made hundreds of integrations since", async () => {
    const { workspaceId } = await stage.newLiveChannel({ secrets: { signingSecret: "of somebody else" } });
    const secrets = { signingSecret: { sealed: "not sealed", last4: "none" } };
    const flood = (await stage.newLiveChannel()).workspaceId;
    for (let i = 0; i < 450; i += 1) await buildChatIntegration(stage.db, { workspaceId: flood, secrets });
    const body = JSON.stringify({ type: "url_verification", token: "x", challenge: "3eZbrw1aBm2rZgRNFdxV" });
    expect((await stage.post(body, signatureHeaders(body, "of somebody else"))).statusCode).toBe(200);
    await stage.db.delete(chatIntegrations).where(eq(chatIntegrations.workspaceId, flood));
    await stage.db.delete(chatIntegrations).where(eq(chatIntegrations.workspaceId, workspaceId));
  });

  it("takes an event only with a fresh signature over its very bytes, and says the same of unknown teams", async () => {
    const { externalId, workspaceId } = await stage.newLiveChannel();
    const event = message(externalId, T1, "secret plans");
    const now = Date.now();
    const answers = [
      await stage.deliver(event, { by: "wrong" }),
      await stage.deliver(event, { at: now - 301_000 }),
      await stage.deliver(event, { at: now + 305_000 }),
    ];
    const body = JSON.stringify(buildEventEnvelope(stage.team, event));
    const signature = signatureHeaders(body, SIGNING_SECRET);
    answers.push(await stage.post(body.replace("plans", "PLANS"), signature), await stage.post(body, {}));
    answers.push(await stage.post(`${body} `, signature), await stage.post("not json", signature));
    const unknown = body.replaceAll(`"team_id":"${TEAM_ID}"`, '"team_id":"TNOBODY"');
    answers.push(await stage.post(unknown, signatureHeaders(unknown, SIGNING_SECRET)));
    const said = answers.map(({ statusCode, body: text }) => ({ statusCode, message: JSON.parse(text).message }));
    expect(new Set(said.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ statusCode: 401, message: "The signature is missing, wrong or too old." })]),
    );
    expect(await stage.eventsOf(workspaceId)).toEqual([]);
    expect((await stage.deliver(event, { at: now - 200_000 })).statusCode).toBe(200);
    expect(await stage.eventsOf(workspaceId)).toHaveLength(1);
  });

  it("gives an event to each workspace by its own secret, although they connected the same team", async () => {
    const mine = await stage.newLiveChannel();
    const other = await stage.newLiveChannel({ secrets: { signingSecret: "the other app's secret" } });
    await stage.db.update(channels).set({ externalId: mine.externalId }).where(eq(channels.id, other.id));
    await stage.deliver(message(mine.externalId, T1, "by the first app"));
    await stage.deliver(message(mine.externalId, T2, "by the second app"), { by: "the other app's secret" });
    await stage.applied();
    expect(await stage.textsOf(mine.id)).toEqual(["by the first app"]);
    expect(await stage.textsOf(other.id)).toEqual(["by the second app"]);
  });

  it("takes what a partner says in a Slack Connect channel, although the event names the partner's team", async () => {
    const { id, externalId } = await stage.newLiveChannel();
    const partner = { user: "UPARTNER", user_team: "TPARTNER" };
    const answer = await stage.deliver(message(externalId, T1, "We use port 8443", partner));
    expect(answer.statusCode).toBe(200);
    await stage.applied();
    expect(await stage.textsOf(id)).toEqual(["We use port 8443"]);
  });

  it("has stored the event when it answers, keeps nothing of channels nobody monitors, and forgets words once applied", async () => {
    const { externalId, workspaceId } = await stage.newLiveChannel();
    await stage.deliver(message("CNOBODY", T1, "in another channel"));
    await stage.deliver({ ...message("D1", T1, "to one person"), channel_type: "im" });
    await stage.deliver(message(externalId, T1, "from a bot", { bot_id: "B1", subtype: "bot_message" }));
    expect(await stage.eventsOf(workspaceId)).toEqual([]);
    expect((await stage.deliver(message(externalId, T1, "Hello"))).statusCode).toBe(200);
    expect(await stage.eventsOf(workspaceId)).toMatchObject([{ channelExternalId: externalId, messageExternalId: T1 }]);
    await stage.applied();
    expect(await stage.eventsOf(workspaceId)).toMatchObject([{ state: "applied", payload: null }]);
  });

  it("reads what a text may not hold without losing the event", async () => {
    const { externalId, id } = await stage.newLiveChannel();
    await stage.deliver(message(externalId, T1, "a\u0000b \ud800 c"));
    await stage.applied();
    expect(await stage.textsOf(id)).toHaveLength(1);
  });
});

describe("A message that was told", () => {
  it("is stored once however often it is told, under the same event or others", async () => {
    const { externalId, id, workspaceId } = await stage.newLiveChannel();
    const event = message(externalId, T1, "Only once");
    await Promise.all([1, 2, 3].map(() => stage.deliver(event, { eventId: "Ev1" })));
    await stage.deliver(event, { eventId: "Ev2" });
    await stage.applied();
    await stage.deliver(event, { eventId: "Ev1" });
    await stage.applied();
    expect(await stage.textsOf(id)).toEqual(["Only once"]);
    expect((await stage.eventsOf(workspaceId)).map(({ eventId }) => eventId).toSorted()).toEqual(["Ev1", "Ev2"]);
  });

  it("is what was said last, in whatever order the events come", async () => {
    const { externalId, id } = await stage.newLiveChannel();
    const events = [
      edit(externalId, T1, "third wording", "1790000500.000100"),
      message(externalId, T1, "first wording"),
      edit(externalId, T1, "second wording", "1790000400.000100"),
      deletion(externalId, T2),
      message(externalId, T2, "deleted before it was told"),
      edit(externalId, T2, "and edited", "1790000450.000100"),
    ];
    for (const event of events) {
      await stage.deliver(event);
      await stage.applied();
    }
    expect(await stage.textsOf(id)).toEqual(["third wording"]);
    const rows = await stage.rowsOf(id);
    expect(rows.map(({ text, deletedAt }) => [text, deletedAt !== null])).toEqual([
      ["third wording", false],
      ["", true],
    ]);
  });

  it("is a thread's first once a reply is told, also when the reply comes before it", async () => {
    const { externalId, id } = await stage.newLiveChannel();
    await stage.deliver(message(externalId, T1, "A question"));
    await stage.deliver(message(externalId, T2, "Its answer", { thread_ts: T1, user: "UBO" }));
    await stage.applied();
    await stage.deliver(
      message(externalId, "1790000200.000100", "Also here", { thread_ts: T3, subtype: "thread_broadcast" }),
    );
    await stage.applied();
    await stage.deliver(message(externalId, T3, "Another question"));
    await stage.applied();
    const rows = await stage.rowsOf(id);
    expect(rows.map(({ externalId: ts, threadId }) => [ts, threadId])).toEqual([
      [T1, T1],
      [T2, T1],
      [T3, T3],
      ["1790000200.000100", T3],
    ]);
    expect(rows.map(({ authorName }) => authorName)).toEqual(["ana", "bo", "ana", "ana"]);
  });

  it("loses its text when Slack leaves a tombstone in its place; a link's preview changes nothing", async () => {
    const { externalId, id } = await stage.newLiveChannel();
    await stage.deliver(message(externalId, T1, "See <https://example.com>"));
    await stage.deliver(message(externalId, T2, "The answer", { thread_ts: T1 }));
    const before = { type: "message", user: "UANA", ts: T1, text: "See <https://example.com>" };
    await stage.deliver({
      ...message(externalId, T3, ""),
      subtype: "message_changed",
      message: { ...before, attachments: [{ title: "Example" }] },
      previous_message: before,
    });
    await stage.applied();
    expect(await stage.textsOf(id)).toHaveLength(2);
    const tombstone = { type: "message", subtype: "tombstone", user: "USLACKBOT", ts: T1, text: "This was deleted." };
    await stage.deliver({ ...message(externalId, T3, ""), subtype: "message_changed", message: tombstone });
    await stage.applied();
    expect(await stage.textsOf(id)).toEqual(["The answer"]);
  });

  it("that was deleted does not come back with a page that was read before", async () => {
    const said = [buildSlackMessage("UANA", "will go"), buildSlackMessage("UBO", "stays")];
    const channel = await stage.newLiveChannel({ said });
    await channel.run("analyse");
    stage.team.delete(channel.externalId, said[0]?.ts ?? "");
    await stage.deliver(deletion(channel.externalId, said[0]?.ts ?? ""));
    await stage.applied();
    expect(await stage.textsOf(channel.id)).toEqual(["stays"]);
    await channel.run("analyse");
    expect(await stage.textsOf(channel.id)).toEqual(["stays"]);
  });
});

describe("While monitoring is manual", () => {
  it("known messages stay true and new ones wait for Run Analysis", async () => {
    const said = buildThread("KNOW how it works", "like this");
    const channel = await stage.newLiveChannel({ mode: "manual", said });
    await channel.run("analyse");
    const [first, second] = said;
    const { externalId, workspaceId } = channel;
    await stage.deliver(edit(externalId, second?.ts ?? "", "like that", "1790000400.000100"));
    const posted = stage.team.post(externalId, { user: "UANA", text: "something new" });
    await stage.deliver(message(externalId, posted.ts, "something new"));
    await stage.applied();
    expect(await stage.textsOf(channel.id)).toEqual([first?.text, "like that"]);
    expect((await stage.eventsOf(workspaceId)).map(({ state }) => state).toSorted()).toEqual(["applied", "left"]);
    const listed = async () => (await channel.person.inject({ url: "/api/channels" })).json()[0].reading;
    expect(await listed()).toMatchObject({ waiting: { messages: 1 } });
    await channel.run("analyse");
    expect(await stage.textsOf(channel.id)).toContain("something new");
    expect(await listed()).toMatchObject({ waiting: { messages: 0 } });
  });
});

describe("What happens to a channel or the app is shown where a person looks", () => {
  it("a channel is renamed, archived, taken up again and made private", async () => {
    const channel = await stage.newLiveChannel();
    const { externalId, id, workspaceId } = channel;
    await stage.deliver({ type: "channel_rename", channel: { id: externalId, name: "help-desk" } });
    await stage.deliver({ type: "channel_archive", channel: externalId, user: "UANA" });
    await stage.applied();
    expect(await channelRow(id)).toMatchObject({
      name: "help-desk",
      remoteState: "archived",
      trouble: "The channel was archived in Slack. What was read is kept; reading resumes when it is unarchived.",
    });
    await stage.deliver({ type: "channel_unarchive", channel: externalId, user: "UANA" });
    await stage.deliver(message(externalId, T1, "", { subtype: "channel_convert_to_private" }));
    await stage.applied();
    expect(await channelRow(id)).toMatchObject({ remoteState: null, trouble: null, isPrivate: true });
    const log = (await logOf(workspaceId)).join("\n");
    expect(log).toContain("is called #help-desk now.");
    expect(log).toContain("#help-desk: The channel was archived in Slack.");
    expect(log).toContain("#help-desk can be read again.");
    expect(log).toContain("#help-desk is private now.");
  });

  it("a channel is renamed to what no database stores, beside events that have no usable id", async () => {
    const { externalId, id } = await stage.newLiveChannel();
    for (const broken of ["C\0", "\u0007", externalId.repeat(40), " "]) {
      await stage.deliver({ type: "channel_rename", channel: { id: broken, name: "x" } });
      await stage.deliver({ type: "channel_archive", channel: broken });
      await stage.deliver(message(broken, T1, "nowhere"));
      await stage.deliver({ type: "channel_archive", channel: externalId }, { eventId: broken });
    }
    await stage.deliver({ type: "channel_rename", channel: { id: externalId, name: "\0\u001b" } });
    await stage.deliver({
      type: "channel_rename",
      channel: { id: externalId, name: "he\0lp\u0007 \ud800\r\n desk\u009f" },
    });
    await stage.deliver(message(externalId, T1, "The next event is applied as well"));
    await stage.applied();
    expect(await channelRow(id)).toMatchObject({ name: "help \ufffd desk", remoteState: null });
    expect(await stage.textsOf(id)).toEqual(["The next event is applied as well"]);
  });

  it("the bot is put out, by an event of ours and not of another member's", async () => {
    const { externalId, id } = await stage.newLiveChannel();
    const left = { type: "member_left_channel", channel: externalId, channel_type: "C", team: TEAM_ID };
    await stage.deliver({ ...left, user: "UANA" });
    await stage.applied();
    expect((await channelRow(id))?.trouble).toBeNull();
    await stage.deliver({ ...left, user: stage.team.bot.id });
    await stage.applied();
    expect(await channelRow(id)).toMatchObject({
      remoteState: "left",
      trouble:
        "The bot was removed from this channel. Type /invite and the name of the bot there to let reading go on.",
    });
  });

  it("the app is removed, which is told once although Slack tells it twice", async () => {
    const { integrationId, workspaceId } = await stage.newLiveChannel({ secrets: { signingSecret: "to be removed" } });
    await stage.deliver({ type: "tokens_revoked", tokens: { oauth: [], bot: ["U"] } }, { by: "to be removed" });
    await stage.deliver({ type: "app_uninstalled" }, { by: "to be removed" });
    await stage.applied();
    expect((await integrationRow(integrationId))?.trouble).toContain("nothing is read until then.");
    expect((await logOf(workspaceId)).filter((line) => line.includes("nothing is read until then."))).toHaveLength(1);
  });
});

it("An integration that is switched off accepts no events", async () => {
  const { externalId, workspaceId, integrationId } = await stage.newLiveChannel();
  await stage.db.update(chatIntegrations).set({ isActive: false }).where(eq(chatIntegrations.id, integrationId));
  expect((await stage.deliver(message(externalId, T1, "unread"))).statusCode).toBe(200);
  expect(await stage.eventsOf(workspaceId)).toEqual([]);
});

it("One stored credential that cannot be opened keeps no other workspace from its events", async () => {
  await buildChatIntegration(stage.db, {
    teamId: TEAM_ID,
    secrets: { signingSecret: { sealed: "broken", last4: "" } },
  });
  const { externalId, id } = await stage.newLiveChannel();
  await stage.deliver(message(externalId, T1, "arrives"));
  await expect.poll(() => stage.textsOf(id)).toEqual(["arrives"]);
});
