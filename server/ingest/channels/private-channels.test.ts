import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HIDDEN_CHANNEL_NAME } from "../../../shared/domain/access.ts";
import { recordActivity } from "../../activity/index.ts";
import { channelAudiences } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { storeCall } from "../../llm/call-queries.ts";
import {
  buildArticle,
  buildArticleSource,
  buildChannel,
  buildMessage,
  buildRun,
  buildUser,
  buildWorkspace,
} from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { hideNames } from "../audiences/hidden-names.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

let workspaceId: string;
let channelId: string;
let openId: string;
let outsiders: Record<"viewer" | "editor" | "admin", SignedIn>;
let insider: SignedIn;
let owner: SignedIn;

/** Creates a private channel with three messages that one person may read. */
beforeEach(async () => {
  ({ id: workspaceId } = await buildWorkspace(test.db));
  const open = await buildChannel(test.db, { workspaceId, name: "help", externalId: "C0HELP" });
  const channel = await buildChannel(test.db, {
    workspaceId,
    name: "layoffs",
    externalId: "C0LAYOFFS",
    isPrivate: true,
  });
  channelId = channel.id;
  openId = open.id;
  await test.db.update(channelAudiences).set({ isKnown: true, membersReadAt: new Date() });
  for (const each of [1, 2, 3]) await buildMessage(test.db, { workspaceId, channelId, externalId: `m${each}` });
  await buildMessage(test.db, { workspaceId, channelId: open.id, externalId: "m4" });
  const person = async (membership: "owner" | "admin" | "editor" | "viewer") =>
    test.signIn(await buildUser(test.db, { workspaceId, membership }));
  owner = await person("owner");
  insider = await person("viewer");
  outsiders = { viewer: await person("viewer"), editor: await person("editor"), admin: await person("admin") };
  const url = `/api/channels/${channelId}/readers/${insider.viewer.userId}`;
  expect((await owner.inject({ method: "PUT", url, payload: { isLetIn: true } })).statusCode).toBe(200);
});

const NAMED = /layoffs/i;
/** A stored call of a language model. */
const CALL = {
  purpose: "write",
  provider: "openai",
  model: "large",
  inputHash: "hash",
  outcome: "ok",
  inputTokens: 1000,
  outputTokens: 100,
  costMicros: 5000,
  milliseconds: 800,
} as const;
const IDENTIFIED = /C0LAYOFFS/;

describe("ASVS 8.2.2 a private channel, for whoever is not in it", () => {
  it.each(["/api/channels", "/api/collaboration-channels"])("has no name, no id and no figures in %s", async (url) => {
    for (const who of ["viewer", "editor"] as const) {
      const answer = await outsiders[who].inject({ url });
      expect(answer.body).not.toMatch(NAMED);
      expect(answer.body).not.toMatch(IDENTIFIED);
      const rows = answer.json<{ id: string; channelName: string; messagesRead?: number }[]>();
      expect(rows.map(({ channelName }) => channelName).sort()).toEqual([HIDDEN_CHANNEL_NAME, "help"]);
      expect(rows.find(({ id }) => id === channelId)).toMatchObject({ reading: { readTo: null } });
      if (url === "/api/channels") expect(rows.map(({ messagesRead }) => messagesRead).sort()).toEqual([0, 1]);
    }
    expect((await insider.inject({ url })).body).toMatch(NAMED);
    if (url === "/api/channels")
      expect((await insider.inject({ url })).json()).toContainEqual(expect.objectContaining({ messagesRead: 3 }));
  });

  it("has its name for admins, who decide who reads it, and no figures", async () => {
    const row = (await outsiders.admin.inject({ url: "/api/channels" }))
      .json<{ id: string }[]>()
      .find(({ id }) => id === channelId);
    expect(row).toMatchObject({ channelName: "layoffs", messagesRead: 0, articles: 0, reading: { readTo: null } });
  });

  it("has no name in what a change of it answers, and no analysis for an editor", async () => {
    const { editor } = outsiders;
    for (const [method, url, payload] of [
      ["PATCH", `/api/collaboration-channels/${channelId}`, { isActive: false }],
      ["PUT", `/api/collaboration-channels/${channelId}/questions`, { isOn: false }],
      ["PUT", `/api/collaboration-channels/${channelId}/answers`, { isOn: false }],
    ] as const) {
      const answer = await editor.inject({ method, url, payload });
      if (method === "PATCH") expect(answer.json()).toMatchObject({ channelName: HIDDEN_CHANNEL_NAME, channelId });
      expect(answer.body).not.toMatch(NAMED);
    }
    for (const id of [channelId, "C0LAYOFFS"]) {
      const answer = await editor.inject({ method: "POST", url: "/api/analyze", payload: { channelId: id } });
      expect(answer.statusCode).toBe(404);
    }
    const logs = (await outsiders.viewer.inject({ url: "/api/logs" })).body;
    expect(logs).not.toMatch(NAMED);
    expect(logs).toContain("what is written from a private channel without being a member");
  });

  it("has neither name nor figures in runs, nor in the report of a test", async () => {
    const outcome = { articlesCreated: 1, articlesUpdated: 0, skipped: 0 };
    const run = await buildRun(test.db, {
      workspaceId,
      state: "done",
      error: "#layoffs could not be read.",
      result: {
        channels: [{ channelId, channel: "layoffs", status: "3 messages analyzed", messages: 3, ...outcome }],
        messagesRead: 3,
        articlesCreated: 1,
        articlesUpdated: 0,
        problems: ["#layoffs: The bot is not in the channel.", "#help: Slack did not answer."],
      },
    });
    for (const url of ["/api/runs", `/api/runs/${run.id}`]) {
      const told = (await outsiders.viewer.inject({ url })).body;
      expect(told).not.toMatch(NAMED);
      expect(told).not.toContain("3 messages analyzed");
      expect(told).toContain("#help: Slack did not answer.");
      expect((await insider.inject({ url })).body).toMatch(NAMED);
    }
  });

  it("has no line in the log that names it, and none in the export", async () => {
    await inWorkspace(test.db, workspaceId, (scope) =>
      recordActivity(scope, test.deps.events, {
        type: "error",
        message: "#layoffs could not be read.",
        channelIds: [channelId],
      }),
    );
    for (const url of ["/api/logs", "/api/logs/export?format=csv"]) {
      expect((await outsiders.admin.inject({ url })).body).not.toMatch(NAMED);
      expect((await insider.inject({ url })).body).toMatch(NAMED);
    }
  });

  it("has neither figures nor titles in what a language model costs, before and after", async () => {
    const article = await buildArticle(test.db, { workspaceId, title: "Layoffs begin in May" });
    await buildArticleSource(test.db, { workspaceId, articleId: article.id, channelId, messageExternalId: "m1" });
    await inWorkspace(test.db, workspaceId, async (scope) => {
      for (const [about, message] of [
        [channelId, "m1"],
        [openId, "m4"],
      ] as const)
        await storeCall(scope, [{ ...CALL, channelId: about, sources: [message] }]);
    });
    const estimate = (who: SignedIn, query: string) => who.inject({ url: `/api/language-model/estimate${query}` });
    const messagesFor = async (who: SignedIn, query = "") => (await estimate(who, query)).json().messages;
    for (const who of Object.values(outsiders)) {
      expect(await messagesFor(who, `?channelId=${channelId}`)).toBe(0);
      expect(await messagesFor(who)).toBe(1);
    }
    expect(await messagesFor(insider, `?channelId=${channelId}`)).toBe(3);

    const spendingFor = async (who: SignedIn) => {
      const { byChannel, byArticle, total } = (await who.inject({ url: "/api/language-model/spending" })).json();
      const table = (await who.inject({ url: "/api/language-model/spending/export" })).body;
      const names = (rows: { name: string }[]) => rows.map(({ name }) => name).sort();
      return {
        channels: names(byChannel),
        articles: names(byArticle),
        calls: total.calls,
        isInTable: NAMED.test(table),
      };
    };
    const { admin } = outsiders;
    expect(await spendingFor(admin)).toEqual({
      channels: ["#help", "Other"],
      articles: [],
      calls: 2,
      isInTable: false,
    });
    const url = `/api/channels/${channelId}/readers/${admin.viewer.userId}`;
    expect((await owner.inject({ method: "PUT", url, payload: { isLetIn: true } })).statusCode).toBe(200);
    expect(await spendingFor(admin)).toEqual({
      channels: ["#help", "#layoffs"],
      articles: ["Layoffs begin in May"],
      calls: 2,
      isInTable: true,
    });
  });

  it("is not called by its name in a sentence, and a longer name that begins alike stays", () => {
    const hidden = new Map([
      ["1", "it"],
      ["2", "it-board"],
      ["3", "a.c"],
    ]);
    expect(hideNames("#it could not be read. #it-board: gone. #it-help: gone. #abc and #a.c.", hidden)).toBe(
      "A private channel could not be read. A private channel: gone. #it-help: gone. #abc and a private channel.",
    );
  });
});
