import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import { availableChannel, channel, collaborationChannel } from "../../../shared/contract/channels.ts";
import { PAGE_HEADERS } from "../../../shared/domain/list-pages.ts";
import {
  ALL_SCOPES,
  type SlackChannel,
  type SlackStandIn,
  startSlackStandIn,
} from "../../../tools/stand-ins/slack/slack-stand-in.ts";
import { newId } from "../../db/new-id.ts";
import { articles, channels, chatIntegrations, messages } from "../../db/schema.ts";
import { sealChatFields } from "../../integrations/credentials.ts";
import {
  buildArticle,
  buildArticleSource,
  buildChannel,
  buildChatIntegration,
  buildMessage,
} from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { NOTHING_READ } from "../live/reading-queries.ts";

const team = (number: number, names: SlackChannel[]) => ({
  team: { id: `T${number}`, name: `Team ${number}`, domain: `team${number}` },
  botToken: `xoxb-token-of-team-${number}`,
  scopes: ALL_SCOPES,
  users: [{ id: "U1", name: "ada" }],
  channels: names,
});
const named = (id: string, name: string, more: Partial<SlackChannel> = {}): SlackChannel => ({
  id,
  name,
  messages: [],
  ...more,
});

let slack: SlackStandIn;
let test: TestApp;
beforeAll(async () => {
  const many = Array.from({ length: 2500 }, (_, n) => named(`CM${n}`, `room-${String(n).padStart(4, "0")}`));
  slack = await startSlackStandIn({
    teams: [
      team(1, [
        named("C1", "zebra", { purpose: { value: "Striped talk" }, is_member: false }),
        named("C2", "attic", { is_archived: true }),
        named("C3", "secret", { is_private: true }),
        named("C4", "not-invited", { is_private: true, is_member: false }),
        named("C5", "apples"),
      ]),
      team(2, [named("C5", "apples-too")]),
      team(3, many),
    ],
  });
  test = await createTestApp({
    connectors: createConnectors({
      fetch: createSafeFetch({ allow: [new URL(slack.url).host] }),
      slackDistribution: "internal",
      slackApiUrl: `${slack.url}/api`,
    }),
  });
});
afterAll(async () => {
  await test.close();
  await slack.close();
});

/** Creates an integration of the stand-in's team; `teamId` is null if the integration was never tested. */
async function slackOf({ viewer: { workspaceId } }: SignedIn, number: number, teamId: string | null = `T${number}`) {
  const id = newId();
  const row = { workspaceId, id, platform: "slack" as const, config: {}, secrets: {} };
  const given = { botToken: `xoxb-token-of-team-${number}`, signingSecret: "0123456789abcdef0123456789abcdef" };
  return buildChatIntegration(test.db, {
    ...row,
    ...sealChatFields(test.deps.secrets, row, given),
    name: `Slack ${number}`,
    teamId,
  });
}

const wanted = { channelId: "C5", channelName: "apples", platform: "slack", isActive: true, checkFrequencyMinutes: 10 };
const monitor = (person: SignedIn, more: object = {}) =>
  person.inject({ method: "POST", url: "/api/channels", payload: { ...wanted, ...more } });
const read = async (person: SignedIn, url: string) => (await person.inject({ url })).json();
const rowsOf = ({ viewer }: SignedIn) =>
  test.db.select().from(channels).where(eq(channels.workspaceId, viewer.workspaceId));

const NOT_MONITORED = "This channel is not monitored now. Switch that on first.";

it("monitored channels are listed in pages, each channel once, oldest first", async () => {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  for (const name of ["one", "two", "three"]) await buildChannel(test.db, { workspaceId, name });
  for (const url of ["/api/channels", "/api/collaboration-channels"]) {
    const first = await person.inject({ url: `${url}?limit=2` });
    const cursor = first.headers[PAGE_HEADERS.next] as string;
    const last = await person.inject({ url: `${url}?limit=2&cursor=${cursor}` });
    const names = [first, last].map((page) =>
      page.json<{ channelName: string }[]>().map(({ channelName }) => channelName),
    );
    expect(names).toEqual([["one", "two"], ["three"]]);
    expect(last.headers[PAGE_HEADERS.next]).toBeUndefined();
  }
});

describe("monitored channels", () => {
  it("API-027 API-026 a channel is made, and listed with every field, what was read from it and written", async () => {
    const person = await test.signIn();
    const { workspaceId } = person.viewer;
    const { id: integrationId } = await slackOf(person, 1);
    const made = await monitor(person);
    expect(made.statusCode).toBe(200);
    expect(channel.parse(made.json())).toEqual({
      ...wanted,
      id: expect.any(String),
      integrationId,
      lastChecked: null,
      nextCheck: null,
      createdAt: expect.any(String),
      messagesRead: 0,
      articles: 0,
      trouble: null,
      reading: NOTHING_READ,
      questions: { isOn: false, cannot: null },
      answers: { isOn: false, cannot: null },
      readsFrom: null,
    });
    const channelId = made.json().id;
    for (const deletedAt of [null, null, new Date()])
      await buildMessage(test.db, { workspaceId, channelId, deletedAt });
    await buildArticle(test.db, { workspaceId, channelId });
    expect(await read(person, "/api/channels")).toEqual([
      { ...made.json(), messagesRead: 2, articles: 1, reading: expect.any(Object) },
    ]);
  });

  it("API-038 API-036 the monitoring page's view shows the same channel, once", async () => {
    const person = await test.signIn();
    const { id: integrationId } = await slackOf(person, 1);
    const made = await person.inject({
      method: "POST",
      url: "/api/collaboration-channels",
      payload: { ...wanted, integrationId, isActive: false, checkFrequencyMinutes: 1440 },
    });
    expect(made.statusCode).toBe(200);
    const view = { ...wanted, id: expect.any(String), integrationId, isActive: false, checkFrequencyMinutes: 1440 };
    const questions = { isOn: false, cannot: NOT_MONITORED };
    expect(made.json()).toEqual({
      ...view,
      lastChecked: null,
      nextCheck: null,
      trouble: null,
      reading: NOTHING_READ,
      questions,
      answers: { isOn: false, cannot: NOT_MONITORED },
    });
    expect(collaborationChannel.array().parse(await read(person, "/api/collaboration-channels"))).toEqual([
      made.json(),
    ]);
    expect(await read(person, "/api/channels")).toMatchObject([made.json()]);
    expect((await monitor(person)).statusCode).toBe(409);
  });

  it("API-039 only the switch changes, in both views", async () => {
    const person = await test.signIn();
    await slackOf(person, 1);
    const { id } = (await monitor(person)).json();
    const [before] = await read(person, "/api/channels");
    const url = `/api/collaboration-channels/${id}`;
    const off = await person.inject({ method: "PATCH", url, payload: { isActive: false } });
    expect(off.json()).toMatchObject({ id, isActive: false });
    const cannot = { isOn: false, cannot: NOT_MONITORED };
    const stopped = { ...before, isActive: false, questions: cannot, answers: cannot };
    expect(await read(person, "/api/channels")).toEqual([stopped]);
    for (const payload of [{ isActive: "false" }, { isActive: true, channelName: "other" }, {}])
      expect((await person.inject({ method: "PATCH", url, payload })).statusCode).toBe(400);
    expect(await read(person, "/api/channels")).toEqual([stopped]);
  });

  it("watching one of several is one act with one entry in the audit log, and nothing where a channel is gone", async () => {
    const person = await test.signIn();
    const stranger = await buildChannel(test.db, { workspaceId: (await test.signIn()).viewer.workspaceId });
    const { workspaceId } = person.viewer;
    const build = (name: string, isActive: boolean) => buildChannel(test.db, { workspaceId, name, isActive });
    const [git, hr, support] = [await build("git", false), await build("hr", true), await build("support", true)];
    const choose = (payload: object) => person.inject({ method: "PUT", url: "/api/settings/monitoring", payload });
    const active = async () => (await rowsOf(person)).filter(({ isActive }) => isActive).map(({ name }) => name);

    const on = await choose({ mode: "automatic", on: [git.id], off: [hr.id, support.id, stranger.id] });
    expect(on.json()).toMatchObject({ mode: "automatic" });
    expect(await active()).toEqual(["git"]);
    const { entries } = await read(person, "/api/audit");
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: "PUT /api/settings/monitoring",
      after: { monitoringMode: "automatic" },
    });
    expect(entries[0].thingIds).toEqual([git.id, hr.id, support.id, stranger.id]);
    expect(await test.db.select().from(channels).where(eq(channels.id, stranger.id))).toMatchObject([
      { isActive: true },
    ]);

    const gone = await choose({ mode: "manual", on: [hr.id, stranger.id], off: [git.id] });
    expect(gone.statusCode).toBe(404);
    expect(await active()).toEqual(["git"]);
    expect(await read(person, "/api/settings/monitoring")).toMatchObject({ mode: "automatic" });
  });

  it("API-028 a removed channel is gone with what was read; its articles stay with what they quote", async () => {
    const person = await test.signIn();
    const { workspaceId } = person.viewer;
    await slackOf(person, 1);
    const { id } = (await monitor(person)).json();
    await buildMessage(test.db, { workspaceId, channelId: id });
    const article = await buildArticle(test.db, { workspaceId, channelId: id, channelName: "apples" });
    await buildArticleSource(test.db, { workspaceId, articleId: article.id, channelId: id });
    expect((await person.inject({ method: "DELETE", url: `/api/channels/${id}` })).json()).toEqual({ success: true });
    expect(await read(person, "/api/channels")).toEqual([]);
    expect(await read(person, "/api/collaboration-channels")).toEqual([]);
    expect(await test.db.$count(messages, eq(messages.workspaceId, workspaceId))).toBe(0);
    expect(await read(person, `/api/articles/${article.id}`)).toMatchObject({
      sourceChannel: "apples",
      channelId: null,
      sources: [{ text: "Restart the worker.", channelName: "apples", permalink: null }],
    });
    expect(await read(person, `/api/articles/${article.id}/conversation`)).toEqual([]);
    expect((await person.inject({ method: "DELETE", url: `/api/channels/${id}` })).statusCode).toBe(404);
  });

  it.each([
    ["a channel that is monitored", {}, 409, "This channel is monitored already."],
    ["no integration of the platform", { platform: "google-chat" }, 400, "Add an integration of this platform first."],
    ["a frequency under 5 minutes", { checkFrequencyMinutes: 4 }, 400, "checkFrequencyMinutes: At least 5."],
    ["a frequency over a day", { checkFrequencyMinutes: 1441 }, 400, "checkFrequencyMinutes: At most 1440."],
    ["a frequency as text", { checkFrequencyMinutes: "10" }, 400, "checkFrequencyMinutes: Give a number."],
    ["a switch as text", { isActive: "true" }, 400, "isActive: Give true or false."],
    ["a platform nobody knows", { platform: "discord" }, 400, "Give one of 'slack', 'teams', 'google-chat'."],
    ["a blank channel", { channelId: " " }, 400, "channelId: Required."],
    ["a field there is not", { teamId: "T1" }, 400, "There is no field 'teamId'."],
    [
      "an integration there is not",
      { channelId: "C9", integrationId: newId() },
      404,
      "This integration does not exist",
    ],
  ])("refuses %s with a sentence", async (_what, wrong, status, sentence) => {
    const person = await test.signIn();
    await slackOf(person, 1);
    await monitor(person);
    const answer = await monitor(person, wrong);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toContain(sentence);
    expect(await rowsOf(person)).toHaveLength(1);
  });

  it("refuses an integration of another platform and one of another workspace, as if it did not exist", async () => {
    const [person, stranger] = [await test.signIn(), await test.signIn()];
    const { workspaceId } = person.viewer;
    const chat = await buildChatIntegration(test.db, { workspaceId, platform: "google-chat" });
    const foreign = await slackOf(stranger, 1);
    expect((await monitor(person, { integrationId: chat.id })).statusCode).toBe(400);
    for (const url of ["/api/channels", "/api/collaboration-channels"]) {
      const payload = { ...wanted, integrationId: foreign.id };
      const answer = await person.inject({ method: "POST", url, payload });
      const unknown = await person.inject({ method: "POST", url, payload: { ...payload, integrationId: newId() } });
      expect([answer.statusCode, answer.json().message]).toEqual([404, unknown.json().message]);
    }
    expect(await rowsOf(person)).toEqual([]);
    expect(await rowsOf(stranger)).toEqual([]);
  });

  it("several Slack teams may have a channel of the same id each", async () => {
    const person = await test.signIn();
    const [one, two] = [await slackOf(person, 1), await slackOf(person, 2)];
    for (const { id } of [one, two]) expect((await monitor(person, { integrationId: id })).statusCode).toBe(200);
    expect((await monitor(person, { integrationId: two.id })).statusCode).toBe(409);
    expect((await rowsOf(person)).map(({ teamId }) => teamId).toSorted()).toEqual(["T1", "T2"]);
  });

  it("of several clicks at once one makes the channel", async () => {
    const person = await test.signIn();
    await slackOf(person, 1);
    const answers = await Promise.all(Array.from({ length: 4 }, () => monitor(person)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await rowsOf(person)).toHaveLength(1);
  });
});

describe("a channel that was there before", () => {
  it("takes up an imported channel with what was read of it, and gives it its team", async () => {
    const person = await test.signIn();
    const { workspaceId } = person.viewer;
    const imported = await buildChannel(test.db, { workspaceId, externalId: "C5", isActive: false });
    await buildMessage(test.db, { workspaceId, channelId: imported.id });
    const { id: integrationId } = await slackOf(person, 1);
    expect((await monitor(person)).json()).toMatchObject({ id: imported.id, integrationId, messagesRead: 1 });
    expect(await rowsOf(person)).toMatchObject([{ id: imported.id, teamId: "T1", isActive: true }]);
  });

  it("takes up a channel whose integration was removed, also before the new one knows its team", async () => {
    const person = await test.signIn();
    const first = await slackOf(person, 1);
    const { id } = (await monitor(person)).json();
    await person.inject({ method: "DELETE", url: `/api/collaboration-integrations/${first.id}` });
    expect(await rowsOf(person)).toMatchObject([{ id, integrationId: null, isActive: false }]);
    const second = await slackOf(person, 1, null);
    expect((await monitor(person)).json()).toMatchObject({ id, integrationId: second.id, isActive: true });
    expect(await rowsOf(person)).toMatchObject([{ teamId: "T1" }]);
  });

  it("leaves the channel of another team alone", async () => {
    const person = await test.signIn();
    const first = await slackOf(person, 1);
    const { id } = (await monitor(person)).json();
    await person.inject({ method: "DELETE", url: `/api/collaboration-integrations/${first.id}` });
    await slackOf(person, 2);
    expect((await monitor(person)).json().id).not.toBe(id);
    expect(await rowsOf(person)).toHaveLength(2);
  });
});

describe("GET /api/slack/channels", () => {
  it("API-029 lists what Slack offers by name, no archived ones, private ones only where the bot is in", async () => {
    const person = await test.signIn();
    const { id: integrationId } = await slackOf(person, 1);
    const found = availableChannel.array().parse(await read(person, "/api/slack/channels"));
    const open = {
      isPrivate: false,
      isArchived: false,
      isShared: false,
      isMember: true,
      description: "",
      integrationId,
    };
    expect(found).toEqual([
      { ...open, id: "C5", name: "apples" },
      { ...open, id: "C3", name: "secret", isPrivate: true },
      { ...open, id: "C1", name: "zebra", description: "Striped talk", isMember: false },
    ]);
  });

  it("reads thousands of channels, page by page", async () => {
    const person = await test.signIn();
    await slackOf(person, 3);
    const found = await read(person, "/api/slack/channels");
    expect(found).toHaveLength(2500);
    expect(new Set(found.map(({ id }: { id: string }) => id)).size).toBe(2500);
  });

  it("joins the channels of several Slack teams; one that cannot be read hides no other", async () => {
    const person = await test.signIn();
    const [one, two] = [await slackOf(person, 1), await slackOf(person, 2)];
    const switchedOff = await slackOf(person, 3);
    await test.db.update(chatIntegrations).set({ isActive: false }).where(eq(chatIntegrations.id, switchedOff.id));
    const { workspaceId } = person.viewer;
    await buildChatIntegration(test.db, { workspaceId, secrets: { botToken: { sealed: "lost", last4: "" } } });
    const of = new Map<string, number>();
    for (const { integrationId } of await read(person, "/api/slack/channels"))
      of.set(integrationId, (of.get(integrationId) ?? 0) + 1);
    expect(of).toEqual(
      new Map([
        [one.id, 3],
        [two.id, 1],
      ]),
    );
  });

  it("an integration that was never tested learns its team here, so that messages can be linked to", async () => {
    const person = await test.signIn();
    const { id } = await slackOf(person, 1, null);
    await monitor(person);
    await read(person, "/api/slack/channels");
    const [row] = await test.db.select().from(chatIntegrations).where(eq(chatIntegrations.id, id));
    expect(row).toMatchObject({ teamId: "T1", teamUrl: expect.stringMatching(/^http.*\/workspaces\/T1\/$/) });
    expect(await rowsOf(person)).toMatchObject([{ teamId: "T1" }]);
  });

  it.each([
    ["the token is refused", { ok: false, error: "invalid_auth" }, "Slack does not accept the bot token."],
    ["a scope is missing", { ok: false, error: "missing_scope", needed: "channels:read" }, "channels:read"],
    ["Slack answers nonsense", "<html>", "not one that Slack documents"],
  ])("says as a 502 why nothing could be read when %s", async (_what, body, sentence) => {
    const person = await test.signIn();
    await slackOf(person, 2);
    slack.fail({ match: "conversations.list", kind: { status: 200, body } });
    const answer = await person.inject({ url: "/api/slack/channels" });
    slack.clearFaults();
    expect(answer.statusCode).toBe(502);
    expect(answer.json().message).toContain("Slack 2: ");
    expect(answer.json().message).toContain(sentence);
    expect(answer.body).not.toContain("xoxb-");
  });

  it("says what is missing when the integration was saved without a token", async () => {
    const person = await test.signIn();
    const { id } = await slackOf(person, 1);
    await test.db.update(chatIntegrations).set({ secrets: {} }).where(eq(chatIntegrations.id, id));
    const missing = "The bot token is missing.";
    const answer = await person.inject({ url: "/api/slack/channels" });
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(missing)]);
  });

  it("asks for an integration when there is none", async () => {
    const answer = await (await test.signIn()).inject({ url: "/api/slack/channels" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe("Add a Slack integration first, or switch one on.");
  });
});

it("a workspace cannot read or change another workspace's channels, even with the same ids", async () => {
  const [owner, stranger] = [await test.signIn(), await test.signIn()];
  for (const person of [owner, stranger]) {
    await slackOf(person, 1);
    expect((await monitor(person)).statusCode).toBe(200);
  }
  const [theirs] = await rowsOf(owner);
  await buildArticle(test.db, { workspaceId: owner.viewer.workspaceId, channelId: theirs?.id ?? "" });
  expect(await read(stranger, "/api/channels")).toMatchObject([{ articles: 0 }]);
  expect((await stranger.inject({ method: "DELETE", url: `/api/channels/${theirs?.id}` })).statusCode).toBe(404);
  expect(await rowsOf(owner)).toEqual([theirs]);
  expect(await test.db.$count(articles, eq(articles.channelId, theirs?.id ?? ""))).toBe(1);
});
