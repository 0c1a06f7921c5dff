import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ArticleFixForm, ChatSource, InteractionDelivery } from "../connectors/chat-source.ts";
import { type ConnectorManifest, defineManifest } from "../connectors/manifest.ts";
import { CHAT_MANIFESTS, type ChatPlatform } from "../connectors/manifests.ts";
import type { ConnectorRegistry } from "../connectors/registry.ts";
import { newId } from "./db/new-id.ts";
import { articles, chatIdentities, chatIntegrations, threadQuestions } from "./db/schema.ts";
import { createStillRightToken } from "./inbox/index.ts";
import { locateChatSecret } from "./secrets/key-ring.ts";
import { buildArticle, buildChannel, buildChatIntegration, buildUser } from "./testing/factories.ts";
import { createTestApp, type TestApp } from "./testing/test-app.ts";

/**
 * Two invented chat platforms that the product's code does not know. Each signs its requests and has all abilities of a
 * chat platform.
 */
const PLATFORMS = ["parley", "murmur"] as const;
const KEY = "key";

const manifestOf = (id: string): ConnectorManifest =>
  defineManifest({
    id,
    name: id === "parley" ? "Parley" : "Murmur",
    kind: "chat",
    chat: {
      place: "channel",
      listed: "for-all",
      named: null,
      finds: "everybody",
      addsByRule: false,
      countsInPlan: false,
      questions: { notAllowed: "Allow it." },
      answers: true,
      notifies: false,
    },
    fields: [
      {
        key: KEY,
        label: "Shared Key",
        help: "It signs.",
        secret: true,
        required: true,
        proof: {
          by: "request",
          waiting: "Waiting.",
          unusedWith: { field: "none", text: "" },
          signedByAnother: "Copy the key again.",
        },
      },
    ],
    setupGuide: [],
    docsUrl: "https://example.com",
  });

/** The actions of each platform, oldest first. */
const done: { by: string; what: string }[] = [];
const forms: ArticleFixForm[] = [];

function sourceOf(id: string): ChatSource<Record<string, string>> {
  const does = (what: string) => void done.push({ by: id, what });
  const nothing = () => Promise.reject(new Error("Nobody asks for this here."));
  return {
    check: async () => ({ account: id, teamId: "T1", teamUrl: null, warnings: [] }),
    async *listChannels() {},
    readMessages: nothing,
    startAt: () => ({}),
    permalink: () => null,
    live: {
      readEvents: async (_config, payloads) => payloads.map(() => null),
      connection: { field: "none", isOfTeams: true, keyOf: () => "", listen: async () => {} },
      deliveries: {
        field: KEY,
        readDelivery: (body) => ({ kind: "challenge", challenge: new TextDecoder().decode(body) }),
        readInteraction: (body): InteractionDelivery => ({
          kind: "interaction",
          interaction: JSON.parse(new TextDecoder().decode(body), (key, value) =>
            key === "texts" ? new Map(Object.entries(value)) : value,
          ),
        }),
        looksSigned: ({ signed }) => signed !== undefined,
        isGenuine: (config, { headers }) => config[KEY] !== undefined && headers["signed"] === config[KEY],
      },
    },
    questions: {
      ask: nothing,
      findAsked: nothing,
      tell: nothing,
      replyToPresser: async (_config, _press, why) => does(`presser: ${why}`),
      fixes: {
        open: async (_config, form) => forms.push(form) > 0,
        reply: (_typed, outcome) => ({ [id]: outcome.kind }),
      },
    },
    answers: {
      post: nothing,
      find: nothing,
      replace: nothing,
      isGuest: nothing,
      replyToVoter: nothing,
      privately: {
        acknowledge: (words) => ({ [id]: words }),
        tell: async (_at, { lead }) => does(`told: ${lead}`),
      },
    },
    direct: { tell: nothing, answerStillRight: async (_press, words) => does(`still right: ${words}`) },
  };
}

const manifests = CHAT_MANIFESTS as unknown as ConnectorManifest[];
let test: TestApp;
beforeAll(async () => {
  manifests.push(...PLATFORMS.map(manifestOf));
  const sources = Object.fromEntries(PLATFORMS.map((id) => [id, sourceOf(id)]));
  test = await createTestApp({ connectors: { sources, targets: {} } as unknown as ConnectorRegistry });
});
afterAll(async () => {
  manifests.splice(-PLATFORMS.length);
  await test.close();
});
beforeEach(() => {
  done.length = 0;
  forms.length = 0;
});

/** Creates a member with the platform's account P1, a channel C1 and an article of the channel. */
async function newTeam(platform: string) {
  const { db, deps } = test;
  const user = await buildUser(db);
  const { workspaceId } = user;
  const id = newId();
  const named = platform as ChatPlatform;
  const sealed = deps.secrets.seal(`key of ${id}`, locateChatSecret(workspaceId, id, KEY));
  const given = { workspaceId, id, platform: named, teamId: "T1", secrets: { [KEY]: { sealed, last4: "" } } };
  await buildChatIntegration(db, given);
  const of = { workspaceId, platform: named, teamId: "T1" };
  const channel = await buildChannel(db, { ...of, integrationId: id, externalId: "C1" });
  await db.insert(chatIdentities).values({ ...of, userId: user.id, email: user.email, externalId: "P1" });
  const article = await buildArticle(db, { workspaceId, channelId: channel.id, state: "stands" });
  const send = (path: string, payload: string) =>
    test.app.inject({ method: "POST", url: `/api/${platform}/${path}`, headers: { signed: `key of ${id}` }, payload });
  const act = async (given: Record<string, unknown>) => (await send("interactions", JSON.stringify(given))).body;
  const read = async () => {
    const [row] = await db.select().from(articles).where(eq(articles.id, article.id));
    return row;
  };
  return { workspaceId, userId: user.id, integrationId: id, channel, article, send, act, read };
}
const AT = { teamId: "T1", channelId: "C1", by: "P1" };

it.each(PLATFORMS)(
  "%s sends what it signs to an address of its own, and its first request proves the key",
  async (platform) => {
    const { send, integrationId } = await newTeam(platform);
    expect(await send("events", "are you there?")).toMatchObject({ statusCode: 200, body: "are you there?" });
    const [row] = await test.db.select().from(chatIntegrations).where(eq(chatIntegrations.id, integrationId));
    const { name } = manifestOf(platform);
    expect(row?.proofs[KEY]).toMatchObject({ state: "proven", text: `A request from ${name} was signed with it.` });
  },
);

it.each(PLATFORMS)(
  "whoever asks in %s with a command is answered by it, and so is who wants an article",
  async (platform) => {
    const { send, act } = await newTeam(platform);
    const asked = { ...AT, requestId: newId(), question: "help", replyAt: "here" };
    const help = (await send("commands", JSON.stringify(asked))).json();
    expect(help).toEqual({ [platform]: expect.stringContaining("/lorekeep how do I reset my password?") });
    await act({ ...AT, requestId: newId(), wishedThread: "m1", shownIn: null, replyAt: "here" });
    await expect.poll(() => done).toEqual([{ by: platform, what: expect.stringContaining("is reading this thread") }]);
  },
);

it.each(PLATFORMS)("an article is corrected in a form of %s, once it was asked about there", async (platform) => {
  const { act, read, workspaceId, channel, article } = await newTeam(platform);
  const id = newId();
  const question = { workspaceId, id, channelId: channel.id, threadId: "m1", articleId: article.id, askedOf: "P1" };
  await test.db.insert(threadQuestions).values({ ...question, state: "asked", messageExternalId: "q1" });
  const press = { questionId: id, answer: "fix" as const, messageId: "q1", threadId: "m1", replyAt: null };
  await act({ ...AT, ...press, triggerId: "t1" });
  const [form] = forms;
  if (!form) throw new Error("No form was opened.");
  const [field] = form.sections.flatMap(({ fields }) => fields);
  const texts = { title: form.title.text, [field?.id ?? ""]: "Restart the worker twice." };
  const saved = await act({ ...AT, questionId: id, edition: form.edition, texts, added: "", leavesIt: false });
  expect(JSON.parse(saved)).toEqual({ [platform]: "done" });
  expect((await read())?.summaryText).toBe("Restart the worker twice.");
});

it.each(PLATFORMS)("'Still right' pressed in %s confirms the article and is answered there", async (platform) => {
  const { act, read, workspaceId, userId, article } = await newTeam(platform);
  const rightToken = createStillRightToken(test.deps.secrets, {
    workspaceId,
    userId,
    articleId: article.id,
    chatUser: "P1",
  });
  await act({ teamId: "T1", by: "P1", rightToken, replyAt: "here" });
  expect((await read())?.confirmedBy).toBe(userId);
  await expect.poll(() => done).toEqual([{ by: platform, what: expect.stringContaining("The article is confirmed.") }]);
});

it("what another platform signed is refused", async () => {
  const { integrationId } = await newTeam("parley");
  const headers = { signed: `key of ${integrationId}` };
  const answer = await test.app.inject({ method: "POST", url: "/api/murmur/events", headers, payload: "hello" });
  expect(answer.statusCode).toBe(401);
});
