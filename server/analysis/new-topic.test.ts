import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocalEngine } from "../../engine/local-engine.ts";
import type { ArticlePage } from "../../shared/contract/articles.ts";
import type { SlackMessage } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { analyzedMessages, articles, articleVersions, conversations, messages, publications } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { getChannel } from "../ingest/channels/index.ts";
import { groupNextMessages, listConversations } from "../ingest/conversations/index.ts";
import { storeMessages } from "../ingest/messages/index.ts";
import { getDetectionSettings } from "../settings/index.ts";
import { buildPublication } from "../testing/factories.ts";
import { judgeConversation } from "./judge-conversation.ts";
import { type AnalysisStage, openStage, type StageChannel } from "./testing/analysis-stage.ts";

let stage: AnalysisStage;
beforeAll(async () => {
  stage = await openStage();
  await stage.db.execute(sql`update pgboss.queue set retry_delay = 0, retry_backoff = false`);
});
beforeEach(() => {
  stage.engine.current = createLocalEngine();
});
afterAll(() => stage.close());

const articlesOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId)).orderBy(articles.id);
const versionsOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articleVersions).where(eq(articleVersions.workspaceId, workspaceId));
const sizesOf = async ({ workspaceId }: StageChannel) => {
  const rows = await stage.db.select().from(conversations).where(eq(conversations.workspaceId, workspaceId));
  return rows.map(({ messageCount, countedMessages }) => [messageCount, countedMessages]);
};
const countAnalyzed = async ({ workspaceId }: StageChannel) => {
  const rows = await stage.db.select().from(analyzedMessages).where(eq(analyzedMessages.workspaceId, workspaceId));
  return rows.reduce((sum, row) => sum + row.messages, 0);
};

const START = Math.floor(Date.now() / 1000) - 200_000;
const at = (minutes: number, user: string, text: string): SlackMessage => {
  return { type: "message", user, text, ts: `${START + minutes * 60}.000100` };
};
const DATABASE = [
  at(0, "UANA", "How do I reset the staging database? It refuses every connection since the update."),
  at(
    4,
    "UBO",
    "You have to stop the service first: run `systemctl stop app`, then `reset-db --force`, and start it again.",
  ),
];
const CERTIFICATE = [
  at(300, "UANA", "Where do I find the certificate for the VPN client on a new laptop?"),
  at(304, "UBO", "The certificate for the VPN client is in the password vault under Network."),
  at(305, "UBO", "Download it, open the VPN client, choose Import and select the file. Then restart the client."),
  at(309, "UANA", "That worked, thank you!"),
];

/** Returns a channel without threads whose article was written from its first messages, and the article's page. */
async function published(): Promise<StageChannel> {
  const channel = await stage.newChannel(DATABASE);
  await channel.run("analyse");
  const [article, ...others] = await articlesOf(channel);
  expect([article?.title, others.length]).toEqual([expect.stringContaining("staging database"), 0]);
  await buildPublication(stage.db, {
    workspaceId: channel.workspaceId,
    articleId: article?.id ?? "",
    state: "published",
  });
  return channel;
}
const pagesOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(publications).where(eq(publications.workspaceId, workspaceId));

async function goesOn(channel: StageChannel, said: SlackMessage[]) {
  for (const { user = "", text = "", ...message } of said) {
    stage.team.post(channel.externalId, { user, text, ...message });
  }
  return channel.run("analyse");
}

describe("An article of a quiet channel without threads", () => {
  it("stays as it is, with its page, when its conversation goes on about something else", async () => {
    const channel = await published();
    const [before, pages] = [await articlesOf(channel), await pagesOf(channel)];
    const run = await goesOn(channel, CERTIFICATE);
    expect(run.result).toMatchObject({ articlesCreated: 1, articlesUpdated: 0, messagesRead: 4, problems: [] });
    const [first, second, ...others] = await articlesOf(channel);
    expect([first]).toEqual(before);
    expect(second?.title).toContain("VPN client");
    expect(second?.bodyText).toContain("Import");
    expect(others).toEqual([]);
    expect((await pagesOf(channel)).filter(({ articleId }) => articleId === first?.id)).toEqual(pages);
    expect((await versionsOf(channel)).map(({ version }) => version)).toEqual([1, 1]);
  });

  it("counts each message once, in one conversation", async () => {
    const channel = await published();
    await goesOn(channel, CERTIFICATE);
    expect(await sizesOf(channel)).toEqual(
      expect.arrayContaining([
        [2, 2],
        [4, 4],
      ]),
    );
    expect(await countAnalyzed(channel)).toBe(6);
    const said = await stage.db.select().from(messages).where(eq(messages.workspaceId, channel.workspaceId));
    expect(new Set(said.map(({ conversationKey }) => conversationKey))).toEqual(
      new Set([DATABASE[0]?.ts, CERTIFICATE[0]?.ts]),
    );
  });

  it("leaves a question about something else to the answer that comes later", async () => {
    const channel = await published();
    const before = await articlesOf(channel);
    await goesOn(channel, CERTIFICATE.slice(0, 1));
    expect(await articlesOf(channel)).toEqual(before);
    const run = await goesOn(channel, CERTIFICATE.slice(1));
    expect(run.result).toMatchObject({ articlesCreated: 1, articlesUpdated: 0 });
    const [first, second] = await articlesOf(channel);
    expect([[first], second?.title]).toEqual([before, expect.stringContaining("VPN client")]);
  });

  it("is updated by a further question about the same", async () => {
    const channel = await published();
    const run = await goesOn(channel, [
      at(10, "UANA", "And how do I know that the reset is done?"),
      at(14, "UBO", "When the log says `reset complete` and the health check is green."),
    ]);
    expect(run.result).toMatchObject({ articlesCreated: 0, articlesUpdated: 1 });
    const [article] = await articlesOf(channel);
    expect(article).toMatchObject({ version: 2, bodyText: expect.stringContaining("reset complete") });
    expect(await sizesOf(channel)).toEqual([[4, 4]]);
  });

  it("is updated by a correction, and then begins with it", async () => {
    const channel = await published();
    const wrong = "That is wrong since last week: use `reset-db --clean`, because --force deletes the backups too.";
    const run = await goesOn(channel, [at(200, "UCY", wrong)]);
    expect(run.result).toMatchObject({ articlesCreated: 0, articlesUpdated: 1 });
    const [article] = await articlesOf(channel);
    const answers = article?.body.filter(({ role }) => role !== "question").flatMap(({ statements }) => statements);
    expect(answers?.[0]).toMatchObject({ text: expect.stringContaining("--clean") });
    expect(answers?.[1]).toMatchObject({ text: expect.stringContaining("--force"), correctedBy: expect.any(String) });
    expect(await sizesOf(channel)).toEqual([[3, 3]]);
  });

  it("is written anew when a correction in the chat leaves nothing of its answer", async () => {
    const channel = await published();
    stage.team.edit(
      channel.externalId,
      DATABASE[1]?.ts ?? "",
      "Ask the platform team to reset it: they run the job `restore-staging` and tell you when it is done.",
    );
    await channel.run("analyse");
    const [article, ...others] = await articlesOf(channel);
    expect(others).toEqual([]);
    expect(article?.version).toBe(2);
    expect(JSON.stringify([article?.summaryText, article?.bodyText])).toContain("restore-staging");
    expect(JSON.stringify(article)).not.toContain("--force");
  });

  it("keeps what a person wrote, and what is asked next gets an article of its own", async () => {
    const channel = await published();
    const [{ id } = { id: "" }] = await articlesOf(channel);
    const url = `/api/articles/${id}`;
    const page = (await channel.person.inject({ method: "GET", url })).json() as ArticlePage;
    const { version, tags, contentType, category, difficulty, priority } = page;
    const summary = [{ key: null, form: "sentence", text: "Written by a person.", language: null }];
    const edit = { version, tags, contentType, category, difficulty, priority, title: "Ours", summary, sections: [] };
    const saved = await channel.person.inject({ method: "PUT", url: `${url}/content`, payload: edit });
    expect(saved.statusCode).toBe(200);
    const [before] = await articlesOf(channel);
    await goesOn(channel, CERTIFICATE);
    const [first, second] = await articlesOf(channel);
    expect({ ...first, status: "" }).toEqual({ ...before, status: "" });
    expect(second?.title).toContain("VPN client");
  });
});

describe("A conversation that goes on about something else", () => {
  it("is divided once by two workers at once", async () => {
    const channel = await published();
    const before = await articlesOf(channel);
    const { deps, db, engine } = stage;
    for (const { user = "", text = "", ...message } of CERTIFICATE) {
      stage.team.post(channel.externalId, { user, text, ...message });
    }
    const batch = CERTIFICATE.map(({ ts, user = "", text = "" }) => ({
      externalId: ts,
      threadId: null,
      author: { externalId: user, name: user },
      sentAt: new Date(Number(ts) * 1000),
      editedAt: null,
      text,
    }));
    const how = { from: "platform" as const, readingSince: new Date(), secrets: deps.secrets };
    await inWorkspace(db, channel.workspaceId, (scope) =>
      storeMessages(scope, channel.id, { messages: batch, skipped: [], complete: [] }, how),
    );
    await groupNextMessages(deps, createLocalEngine(), { workspaceId: channel.workspaceId, channelId: channel.id });
    const [conversation, settings, row] = await inWorkspace(db, channel.workspaceId, async (scope) => {
      const [found] = await listConversations(scope, { channelId: channel.id, after: "", limit: 9 });
      return [found, await getDetectionSettings(scope), await getChannel(scope, channel.id)] as const;
    });
    if (!conversation) throw new Error("The conversation is to be judged");
    expect(conversation.messages).toHaveLength(6);
    const given = { channel: row, conversation, engine: engine.current, settings, knownTags: [] };
    const judged = await Promise.all([judgeConversation(deps, given), judgeConversation(deps, given)]);
    expect(judged.flatMap(({ dividedOff = [] }) => dividedOff)).toHaveLength(1);
    await channel.run("analyse");
    const [first, second, ...others] = await articlesOf(channel);
    expect([[first], second?.title, others]).toEqual([before, expect.stringContaining("VPN client"), []]);
    expect(await countAnalyzed(channel)).toBe(6);
  });

  it("gets its article also when the worker dies between dividing and writing", async () => {
    const channel = await published();
    const before = await articlesOf(channel);
    const engine = createLocalEngine();
    let isDivided = false;
    let deaths = 0;
    stage.engine.current = {
      ...engine,
      async newTopic(...given) {
        const ids = await engine.newTopic?.(...given);
        isDivided ||= Boolean(ids?.length);
        return ids ?? [];
      },
      async detect(...given) {
        if (isDivided && deaths === 0) {
          deaths += 1;
          throw Object.assign(new pg.DatabaseError("terminating connection", 0, "error"), { code: "57P01" });
        }
        return engine.detect(...given);
      },
    };
    await goesOn(channel, CERTIFICATE);
    expect(deaths).toBe(1);
    const [first, second, ...others] = await articlesOf(channel);
    expect([[first], second?.title, others]).toEqual([before, expect.stringContaining("VPN client"), []]);
    expect(await countAnalyzed(channel)).toBe(6);
  });
});

describe("Conversations that the engine sees in one", () => {
  const MIXED = [...DATABASE, ...CERTIFICATE.map((message, place) => ({ ...message, ts: at(6 + place, "", "").ts }))];

  /** Makes the engine split off messages about the VPN if there are other messages. */
  function dividing() {
    const engine = createLocalEngine();
    const detect: typeof engine.detect = async (conversation, settings) => {
      const finding = await engine.detect(conversation, settings);
      const [first, ...later] = conversation.messages;
      const isMixed = first && !first.text.includes("VPN");
      const others = later.filter(({ text }) => /VPN|Download it|That worked/.test(text));
      const ids = others.map(({ externalId }) => externalId);
      return isMixed && ids.length > 0 ? { ...finding, otherConversations: [ids] } : finding;
    };
    const group: typeof engine.group = async ({ messages: said }) => {
      const key = said[0]?.externalId ?? "";
      return new Map(said.map(({ externalId }) => [externalId, key]));
    };
    return { ...engine, detect, group };
  }

  it("become conversations of their own, each with its article, and each message is counted once", async () => {
    stage.engine.current = dividing();
    const channel = await stage.newChannel(MIXED);
    expect((await channel.run("analyse")).state).toBe("done");
    const written = await articlesOf(channel);
    expect(written.map(({ title }) => /VPN/.test(title)).sort()).toEqual([false, true]);
    expect((await sizesOf(channel)).sort()).toEqual([
      [2, 2],
      [4, 4],
    ]);
    expect(await countAnalyzed(channel)).toBe(6);
    const again = await channel.run("analyse");
    expect(again.result).toMatchObject({ articlesCreated: 0 });
  });

  it("stay together where a thread of the platform would be cut", async () => {
    stage.engine.current = dividing();
    const [first, ...later] = MIXED;
    if (!first?.ts) throw new Error("The first message has a time");
    const channel = await stage.newChannel([first, ...later.map((message) => ({ ...message, thread_ts: first.ts }))]);
    expect((await channel.run("analyse")).state).toBe("done");
    expect(await sizesOf(channel)).toEqual([[6, 6]]);
  });
});
