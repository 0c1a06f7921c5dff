import { and, eq, ne, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "../../../tools/stand-ins/slack/event-deliveries.ts";
import { listButtons, pressPayload } from "../../../tools/stand-ins/slack/presses.ts";
import { buildSlackMessage, buildThread, type StageChannel, TEAM_ID } from "../../analysis/testing/analysis-stage.ts";
import {
  activityLogs,
  articles,
  articleVersions,
  channels,
  chatIntegrations,
  inboxDecisions,
  publications,
  threadQuestions,
} from "../../db/schema.ts";
import { SIGNING_SECRET, useLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { buildIntegration, buildPublication } from "../../testing/factories.ts";
import { processQuestions } from "./ask-questions.ts";
import { type AskingChannel, createAskingChannels } from "./testing/asking-channels.ts";

const stage = useLiveStage();
const { articleOf, asked, newAskingChannel, postsIn, questionsOf, review, stateOf, switchOn, theQuestion } =
  createAskingChannels(stage);

const historyOf = async ({ workspaceId }: StageChannel) =>
  (await stage.db.select().from(articleVersions).where(eq(articleVersions.workspaceId, workspaceId)))
    .toSorted((a, b) => a.version - b.version)
    .map(({ reason }) => reason);
const askedIn = async (channel: StageChannel) => {
  await asked(channel);
  const [post] = postsIn(channel);
  if (!post) throw new Error("The question is not in the channel.");
  return post;
};
const press = async (channel: StageChannel, action: string, user = "UBO") => {
  const post = await askedIn(channel);
  return stage.slack.press(TEAM_ID, { channelId: channel.externalId, ts: post.ts, user, action });
};
const told = (channel: StageChannel) =>
  expect.poll(async () => {
    await processQuestions(stage.deps);
    return postsIn(channel).map(({ text }) => text);
  });
const inboxOf = async ({ person }: StageChannel) =>
  (await person.inject({ url: "/api/inbox" })).json<{ items: { id: string; kind: string; reason: string }[] }>().items;
const auditOf = async ({ person }: StageChannel) =>
  (await person.inject({ url: "/api/audit?by=chat" })).json<{ entries: object[] }>().entries;
const decide = async ({ person }: StageChannel, id: string, choice: string) => {
  const answer = await person.inject({ method: "POST", url: `/api/inbox/${id}/decide`, payload: { choice } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ message: string; undo: { id: string } | null }>();
};
/** Makes everything due, as if the worker returned after its waits. */
const later = ({ id }: StageChannel) =>
  stage.db
    .update(threadQuestions)
    .set({ nextAttemptAt: sql`now()`, intentAt: sql`intent_at - interval '1 hour'` })
    .where(eq(threadQuestions.channelId, id));

describe("The person who gave an answer", () => {
  it("is asked in the thread by three buttons, without a word of the article, where the channel wants that", async () => {
    const channel = await newAskingChannel();
    const post = await askedIn(channel);
    expect(post).toMatchObject({ thread_ts: channel.root });
    expect(listButtons(post).map(({ text }) => text)).toEqual(["It is right", "Fix", "Not knowledge"]);
    expect(JSON.stringify(post.blocks)).toContain("<@UBO>");
    expect(JSON.stringify(post)).not.toContain("printer");
    expect(await theQuestion(channel)).toMatchObject({ askedOf: "UBO", threadId: channel.root });
  });

  it("is asked nothing by default, outside threads, or about conversations of long ago", async () => {
    const silent = await stage.newLiveChannel({ said: buildThread("KNOW this?", "Like that."), mode: "manual" });
    await silent.run("analyse");
    const loose = await stage.newLiveChannel({
      said: [buildSlackMessage("UANA", "KNOW that?"), buildSlackMessage("UBO", "Like this.")],
      mode: "manual",
    });
    await switchOn(loose);
    await loose.run("analyse");
    const long = buildThread("KNOW more?", "Much more.").map((message, index) => ({
      ...message,
      ts: `160000000${index}.000100`,
      thread_ts: "1600000000.000100",
    }));
    const old = await stage.newLiveChannel({ said: long, mode: "manual" });
    await switchOn(old);
    await old.run("analyse");
    for (const channel of [silent, loose, old]) {
      expect((await articleOf(channel)).state).toBe("stands");
      expect(await questionsOf(channel)).toEqual([]);
    }
  });

  it("is asked once: an answer that was lost is looked up in the thread, and nothing is posted twice", async () => {
    stage.slack.fail({ match: "chat.postMessage", kind: { afterWork: "reset" } });
    const channel = await newAskingChannel();
    await expect.poll(async () => (await theQuestion(channel)).intentAt).not.toBeNull();
    await expect.poll(() => postsIn(channel).length).toBe(1);
    expect(await stateOf(channel)).toEqual(["to-ask"]);
    await expect
      .poll(async () => {
        await later(channel);
        return stateOf(channel);
      })
      .toEqual(["asked"]);
    expect(postsIn(channel)).toHaveLength(1);
    expect((await theQuestion(channel)).messageExternalId).toBe(postsIn(channel)[0]?.ts);
  });

  it("is asked again only when the question certainly did not arrive", async () => {
    stage.slack.fail({ match: "chat.postMessage", kind: { status: 503 } });
    const channel = await newAskingChannel();
    await expect
      .poll(async () => {
        await later(channel);
        return stateOf(channel);
      })
      .toEqual(["asked"]);
    expect(postsIn(channel)).toHaveLength(1);
  });

  it("is never asked twice in a thread, also when it goes on or its article was removed and another written", async () => {
    const channel = await newAskingChannel();
    await askedIn(channel);
    stage.team.reply(channel.externalId, channel.root, { user: "UCY", text: "And KNOW this too." });
    await channel.run("analyse");
    expect(await questionsOf(channel)).toHaveLength(1);
    expect(postsIn(channel)).toHaveLength(1);
  });
});

/** Removed articles are in the trash. */
const isInLibrary = ({ workspaceId }: AskingChannel) =>
  and(eq(articles.workspaceId, workspaceId), ne(articles.state, "trashed"));

describe("What the person chose", () => {
  it("publishes what waited to be read, says so in the thread in place of the question, and counts as an approval", async () => {
    const channel = await newAskingChannel(review);
    expect((await articleOf(channel)).state).toBe("review");
    expect(listButtons(await askedIn(channel)).map(({ text }) => text)).toContain("Publish");
    expect(await press(channel, "publish")).toBe(200);
    await told(channel).toEqual([
      expect.stringMatching(/^<@UBO> confirmed <http:\/\/localhost:3000\/articles\/[-\w]+\|the article>\.$/),
    ]);
    expect(listButtons(postsIn(channel)[0] ?? { ts: "" })).toEqual([]);
    expect((await articleOf(channel)).state).toBe("stands");
    expect((await historyOf(channel)).at(-1)).toMatch(/^bo in #help-\d+ confirmed it\.$/);
    expect(await inboxOf(channel)).toEqual([]);
    const [row] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
    expect(row?.approvals).toBe(1);
    expect(await auditOf(channel)).toMatchObject([
      {
        actor: { kind: "chat", id: null, name: null },
        action: "chat publish",
        summary: "Confirm an article with a button in the chat",
        thingIds: [(await articleOf(channel)).id],
        before: { state: "review" },
        after: { state: "stands" },
        asked: { chatUser: "UBO" },
      },
    ]);
  });

  it("puts it into the inbox to be fixed, with its link in the thread; decided and taken back like anything there", async () => {
    const channel = await newAskingChannel();
    await press(channel, "fix");
    await told(channel).toEqual([expect.stringMatching(/asked for <.+\|the article> to be fixed/)]);
    const [item] = await inboxOf(channel);
    expect(item).toMatchObject({
      kind: "asked-to-fix",
      reason: expect.stringMatching(/^It was asked to be fixed by bo in #help-/),
    });
    const { undo } = await decide(channel, item?.id ?? "", "keep");
    expect(await inboxOf(channel)).toEqual([]);
    await channel.person.inject({ method: "POST", url: `/api/inbox/${undo?.id}/undo` });
    expect((await inboxOf(channel)).map(({ id }) => id)).toEqual([item?.id]);
  });

  it("keeps what is on no page yet from being published until somebody has read it", async () => {
    const channel = await newAskingChannel(({ workspaceId }) =>
      buildIntegration(stage.db, { workspaceId, baseUrl: "http://127.0.0.1:9" }),
    );
    await press(channel, "fix");
    await told(channel).toEqual([expect.stringContaining("to be fixed")]);
    expect((await articleOf(channel)).state).toBe("review");
    const isOfWorkspace = eq(publications.workspaceId, channel.workspaceId);
    expect(await stage.db.select().from(publications).where(isOfWorkspace)).toEqual([]);
    const [item] = await inboxOf(channel);
    expect(item).toMatchObject({ kind: "first-article", reason: expect.stringContaining("asked to be fixed by bo") });
  });

  it("takes back what is no knowledge: it is kept by a person within a day, else removed, and not written again", async () => {
    const channel = await newAskingChannel();
    await press(channel, "not-knowledge");
    await told(channel).toEqual([expect.stringContaining("said that this is not knowledge")]);
    const listed = async () => (await channel.person.inject({ url: "/api/articles" })).json<object[]>();
    expect(await listed()).toEqual([]);
    const [item] = await inboxOf(channel);
    expect(item).toMatchObject({ kind: "dismissed", reason: expect.stringContaining("said that it is not knowledge") });
    const { undo } = await decide(channel, item?.id ?? "", "keep");
    expect(await listed()).toHaveLength(1);
    await channel.person.inject({ method: "POST", url: `/api/inbox/${undo?.id}/undo` });
    const { workspaceId, id: articleId } = await articleOf(channel);
    const { id: integrationId } = await buildIntegration(stage.db, { workspaceId, baseUrl: "http://127.0.0.1:9" });
    const publication = { workspaceId, articleId, integrationId, state: "published" as const, externalId: "1" };
    const page = await buildPublication(stage.db, publication);
    await decide(channel, item?.id ?? "", "remove");
    await expect
      .poll(async () => {
        await processQuestions(stage.deps);
        return (await inboxOf(channel)).map(({ id }) => id);
      })
      .toEqual([item?.id]);
    const errors = (await channel.person.inject({ url: "/api/logs?type=error" })).json();
    expect(errors).toMatchObject([{ message: expect.stringMatching(/could not be removed.+stays in the library\.$/) }]);
    await stage.db.delete(publications).where(eq(publications.id, page.id));
    await later(channel);
    const left = async () => {
      await processQuestions(stage.deps);
      return stage.db.$count(articles, isInLibrary(channel));
    };
    await expect.poll(left).toBe(0);
    expect(await inboxOf(channel)).toEqual([]);
    stage.team.reply(channel.externalId, channel.root, { user: "UCY", text: "I still KNOW better." });
    await channel.run("analyse");
    expect(await left()).toBe(0);
  });

  it("is over when its day is over: nobody needs to press anything, also when its channel was removed meanwhile", async () => {
    const channel = await newAskingChannel();
    await press(channel, "not-knowledge");
    await expect.poll(() => stateOf(channel)).toEqual(["to-remove"]);
    const { nextAttemptAt, answeredAt } = await theQuestion(channel);
    expect(nextAttemptAt.getTime() - (answeredAt?.getTime() ?? 0)).toBe(24 * 3_600_000);
    expect((await channel.person.inject({ method: "DELETE", url: `/api/channels/${channel.id}` })).statusCode).toBe(
      200,
    );
    expect((await inboxOf(channel)).map(({ kind }) => kind)).toEqual(["dismissed"]);
    const ofWorkspace = eq(threadQuestions.workspaceId, channel.workspaceId);
    await stage.db.update(threadQuestions).set({ nextAttemptAt: sql`now()` }).where(ofWorkspace);
    await expect
      .poll(async () => {
        await processQuestions(stage.deps);
        return stage.db.select().from(threadQuestions).where(ofWorkspace);
      })
      .toMatchObject([{ state: "over", channelId: null, askedOf: "" }]);
    expect(await stage.db.$count(articles, isInLibrary(channel))).toBe(0);
  });
});

describe("A press", () => {
  const toldAlone = ({ externalId, root }: AskingChannel) =>
    expect.poll(() =>
      stage.slack.privateAnswers
        .filter(({ channelId, thread_ts }) => channelId === externalId && thread_ts === root)
        .map(({ user, text }) => `${user}: ${text}`),
    );

  it("counts once, and only of the person who was asked; whose does not is told so, and nobody else", async () => {
    const channel = await newAskingChannel();
    const { ts } = await askedIn(channel);
    const payloadOf = (user: string, action: string) =>
      stage.slack.payloadOf(TEAM_ID, { channelId: channel.externalId, ts, user, action });
    const payloads = {
      ofAnother: payloadOf("UANA", "not-knowledge"),
      first: payloadOf("UBO", "publish"),
      second: payloadOf("UBO", "not-knowledge"),
      late: payloadOf("UANA", "fix"),
    };
    const send = async (...pressed: (keyof typeof payloads)[]) => {
      const all = await Promise.all(pressed.map((name) => stage.slack.deliveries.press(payloads[name])));
      expect(new Set(all)).toEqual(new Set([200]));
    };
    stage.slack.fail({ match: "/actions/", kind: { status: 500 } });
    await send("ofAnother");
    await expect.poll(() => stage.slack.calls.some(({ status }) => status === 500)).toBe(true);
    await send("ofAnother");
    const onlyTheAsked = "UANA: Only the person who was asked can decide about this article. Nothing was changed.";
    await toldAlone(channel).toEqual([onlyTheAsked]);
    expect(await stateOf(channel)).toEqual(["asked"]);
    await send("first", "first", "first");
    await send("second");
    const decided = "This was decided already, and the first answer counts. Nothing was changed.";
    await toldAlone(channel).toEqual([onlyTheAsked, `UBO: ${decided}`]);
    await told(channel).toEqual([expect.stringContaining("confirmed")]);
    await send("first", "late");
    await toldAlone(channel).toEqual([onlyTheAsked, `UBO: ${decided}`, `UANA: ${decided}`]);
    await expect.poll(() => stateOf(channel)).toEqual(["over"]);
    const confirmed = (await historyOf(channel)).filter((reason) => reason.includes("confirmed"));
    expect(confirmed).toEqual([expect.stringMatching(/^bo in #help-\d+ confirmed it\.$/)]);
  });

  it("is refused when it is not signed, signed by another secret or long ago, or no form", async () => {
    const channel = await newAskingChannel();
    const post = await askedIn(channel);
    const pressed = { channelId: channel.externalId, ts: post.ts, user: "UBO", action: "publish" };
    const body = new URLSearchParams({ payload: JSON.stringify(pressPayload(stage.team, pressed)) }).toString();
    const send = async (payload: string, headers: Record<string, string>) => {
      const type = { "content-type": "application/x-www-form-urlencoded" };
      const url = "/api/slack/interactions";
      return (await stage.app.inject({ method: "POST", url, headers: { ...type, ...headers }, payload })).statusCode;
    };
    expect(await send(body, {})).toBe(401);
    expect(await send(body, signatureHeaders(body, "another secret"))).toBe(401);
    expect(await send(body, signatureHeaders(body, SIGNING_SECRET, Date.now() - 6 * 60_000))).toBe(401);
    expect(await send(`${body}x`, signatureHeaders(body, SIGNING_SECRET))).toBe(401);
    expect(await send("payload=%7B", signatureHeaders("payload=%7B", SIGNING_SECRET))).toBe(401);
    expect(await stateOf(channel)).toEqual(["asked"]);
    expect(await send(body, signatureHeaders(body, SIGNING_SECRET))).toBe(200);
    await told(channel).toEqual([expect.stringContaining("confirmed")]);
  });

  it("of one workspace decides nothing in another that reads the same channel", async () => {
    const channel = await newAskingChannel();
    const other = await stage.newLiveChannel({ secrets: { signingSecret: "of somebody else" } });
    const post = await askedIn(channel);
    const pressed = { channelId: channel.externalId, ts: post.ts, user: "UBO", action: "publish" };
    const body = new URLSearchParams({ payload: JSON.stringify(pressPayload(stage.team, pressed)) }).toString();
    await stage.app.inject({
      method: "POST",
      url: "/api/slack/interactions",
      headers: signatureHeaders(body, "of somebody else"),
      payload: body,
    });
    expect(await stateOf(channel)).toEqual(["asked"]);
    expect(await questionsOf(other)).toEqual([]);
  });
});

describe("The switch", () => {
  it("is off, and says why it cannot be on: the scope that is missing, or that the channel is not monitored", async () => {
    const channel = await stage.newLiveChannel();
    const view = async () => (await channel.person.inject({ url: "/api/collaboration-channels" })).json()[0].questions;
    expect(await view()).toEqual({ isOn: false, cannot: null });
    await stage.db
      .update(chatIntegrations)
      .set({ mayPost: false })
      .where(eq(chatIntegrations.id, channel.integrationId));
    expect(await view()).toMatchObject({ isOn: false, cannot: expect.stringContaining("lacks the scope chat:write") });
    expect((await switchOn(channel)).statusCode).toBe(409);
    expect((await switchOn(channel, false)).statusCode).toBe(200);
    await stage.db.update(channels).set({ isActive: false }).where(eq(channels.id, channel.id));
    await stage.db
      .update(chatIntegrations)
      .set({ mayPost: true })
      .where(eq(chatIntegrations.id, channel.integrationId));
    expect(await view()).toMatchObject({ cannot: expect.stringContaining("not monitored now") });
  });

  it("learns from Slack's refusal that the scope was taken away, and the log says it", async () => {
    stage.slack.fail({
      match: "chat.postMessage",
      kind: { status: 200, body: { ok: false, error: "missing_scope", needed: "chat:write" } },
    });
    const channel = await newAskingChannel();
    await expect.poll(() => stateOf(channel)).toEqual(["over"]);
    const [integration] = await stage.db
      .select()
      .from(chatIntegrations)
      .where(eq(chatIntegrations.id, channel.integrationId));
    expect(integration?.mayPost).toBe(false);
    const isError = and(eq(activityLogs.workspaceId, channel.workspaceId), eq(activityLogs.type, "error"));
    const logged = await stage.db.select().from(activityLogs).where(isError);
    expect(logged.map(({ message }) => message)).toEqual([expect.stringContaining("lacks the scope chat:write")]);
    expect(await stage.db.$count(inboxDecisions, eq(inboxDecisions.workspaceId, channel.workspaceId))).toBe(0);
  });
});
