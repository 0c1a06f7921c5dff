import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocalEngine } from "../../../engine/local-engine.ts";
import { type LlmStandIn, startLlmStandIn } from "../../../tools/stand-ins/llm/llm-stand-in.ts";
import type { Fault } from "../../../tools/stand-ins/stand-in.ts";
import { runJob } from "../../analysis/run-job.ts";
import { buildThread, type StageChannel } from "../../analysis/testing/analysis-stage.ts";
import { toSessionConfig } from "../../db/pool.ts";
import {
  articles,
  channels,
  chatAnswers,
  conversations,
  knowledgeIntegrations,
  wikiFindings,
  wikiPages,
  wikiReadings,
  wikiStatements,
} from "../../db/schema.ts";
import { applyEventsJob } from "../../ingest/live/apply-events.ts";
import { type LiveStage, openLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { createEngines } from "../../llm/engines.ts";
import { buildPage, buildWiki } from "../../wiki/testing/wiki-rows.ts";
import { answerInChat } from "./answer-in-chat.ts";
import { killAnsweringWhen, killRestOfAnswering } from "./testing/kill-answering.ts";

let stage: LiveStage;
let llm: LlmStandIn;
// Without a worker, so that each test decides when what is done.
beforeAll(async () => {
  llm = await startLlmStandIn();
  stage = await openLiveStage({ workers: 0 });
  stage.slack.deliveries.sendTo(stage.eventsUrl);
});
beforeEach(() => {
  stage.engine.current = createLocalEngine();
});
afterEach(() => {
  stage.slack.clearFaults();
  killRestOfAnswering();
});
afterAll(async () => {
  await stage.close();
  await llm.close();
});

const QUESTION = "How long are the nightly Binder database dumps kept?";
const ANSWER = "The nightly Binder database dumps are kept for five weeks, then they are deleted.";
const OTHERWISE = "The nightly Binder database dumps are kept for 21 days now, the old disk was too small.";
const KEPT = "The nightly Binder database dumps are kept for 35 days.";
const TITLE = "Binder backups";
const WITHDRAWN = "This answer was withdrawn";

interface Archive extends StageChannel {
  pageId: string;
  wikiId: string;
}

/** Returns a channel in which the app may answer without being asked, and a wiki that says how long dumps are kept. */
async function newArchive({ said }: { said?: Parameters<LiveStage["newChannel"]>[0] } = {}): Promise<Archive> {
  const channel = await stage.newLiveChannel(said && { said });
  const { workspaceId } = channel;
  await setChannel(channel, { answersUnasked: true });
  const integrationId = await buildWiki(stage.db, workspaceId);
  const texts = ["Binder dumps are stored in the Manchester bucket.", KEPT];
  const pageId = await buildPage(stage.db, { workspaceId, integrationId, title: TITLE, texts });
  await setPassage(pageId, { headings: [TITLE, "Retention"], anchor: "Retention" });
  return { ...channel, pageId, wikiId: integrationId };
}

const setChannel = ({ id }: StageChannel, values: Partial<typeof channels.$inferInsert>) =>
  stage.db.update(channels).set(values).where(eq(channels.id, id));
const setPage = (id: string, values: Partial<typeof wikiPages.$inferInsert>) =>
  stage.db.update(wikiPages).set(values).where(eq(wikiPages.id, id));
const setPassage = (pageId: string, values: Partial<typeof wikiStatements.$inferInsert>) =>
  stage.db
    .update(wikiStatements)
    .set(values)
    .where(and(eq(wikiStatements.pageId, pageId), eq(wikiStatements.position, 1)));

const attempt = () => ({ number: 1, isLast: false, signal: new AbortController().signal });
const rowsOf = ({ id }: StageChannel) => stage.db.select().from(chatAnswers).where(eq(chatAnswers.channelId, id));
const findingsOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(wikiFindings).where(eq(wikiFindings.workspaceId, workspaceId));
const postsIn = ({ externalId }: StageChannel) =>
  stage.team.channel(externalId).messages.filter(({ bot_id }) => bot_id !== undefined);
const wordsIn = (channel: StageChannel) => postsIn(channel).map(({ blocks }) => JSON.stringify(blocks));

/** Applies Slack's events until the channel has this many messages. */
const arrived = (channel: StageChannel, many: number) =>
  expect
    .poll(async () => {
      const { workspaceId, integrationId } = channel;
      await applyEventsJob(stage.deps, { queue: "events", workspaceId, integrationId }, attempt());
      return (await stage.textsOf(channel.id)).length;
    })
    .toBe(many);

/** Somebody asks, and others reply in the thread. */
async function talk(channel: StageChannel, ...replies: string[]): Promise<string> {
  const { ts } = stage.team.post(channel.externalId, { user: "UANA", text: QUESTION });
  for (const text of replies) stage.team.post(channel.externalId, { user: "UBO", text, thread_ts: ts });
  await arrived(channel, 1 + replies.length);
  return ts;
}

async function analyse(channel: StageChannel): Promise<void> {
  const { workspaceId, id: runId } = await channel.start("analyse");
  await runJob(stage.deps, { queue: "run", workspaceId, runId }, attempt());
}

async function replies(channel: StageChannel): Promise<string[]> {
  await answerInChat(stage.deps);
  return wordsIn(channel);
}

/** Ends every wait of the worker's rows. */
const later = ({ id }: StageChannel) =>
  stage.db
    .update(chatAnswers)
    .set({ nextAttemptAt: sql`now()`, intentAt: sql`intent_at - interval '1 hour'` })
    .where(eq(chatAnswers.channelId, id));

/** Returns a channel whose question people answered with what the page says, and in which the app has named the page. */
async function newToldThread() {
  const channel = await newArchive();
  const ts = await talk(channel, ANSWER);
  await analyse(channel);
  expect(await replies(channel)).toEqual([expect.stringContaining("This is written down in your wiki:")]);
  return { channel, ts };
}

describe("A question that people answer with what a page of the wiki says", () => {
  it("gets one reply in its thread, with the page's place, platform and last change, and nothing to press", async () => {
    const { channel, ts } = await newToldThread();
    expect(await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId))).toEqual([]);
    expect(postsIn(channel)).toMatchObject([{ thread_ts: ts }]);
    const [post] = wordsIn(channel);
    expect(post).toContain(`"text":"${TITLE} › Retention"`);
    expect(post).toContain(`"url":"https://wiki.example/${channel.pageId}#Retention"`);
    expect(post).toContain(" (Confluence, changed 2026-03-09 by Moira Tennant)");
    expect(post).not.toContain("five weeks");
    expect(post).not.toContain("button");
    expect(await rowsOf(channel)).toMatchObject([
      { kind: "told", state: "answered", pageCites: { [channel.pageId]: "1" } },
    ]);
  });

  it("gets no second one when it goes on and is analyzed again", async () => {
    const { channel, ts } = await newToldThread();
    stage.team.post(channel.externalId, { user: "UCY", text: "Thanks, that helped.", thread_ts: ts });
    await arrived(channel, 3);
    for (const _ of ["because of the new message", "once more"]) {
      await analyse(channel);
      await later(channel);
      expect(await replies(channel)).toHaveLength(1);
    }
    expect(await rowsOf(channel)).toHaveLength(1);
  });

  it("gets it also where the app had left the question to the people who answered", async () => {
    const channel = await newArchive();
    await talk(channel, ANSWER);
    await later(channel);
    expect(await replies(channel)).toEqual([]);
    expect(await rowsOf(channel)).toMatchObject([{ state: "over" }]);
    await analyse(channel);
    expect(await replies(channel)).toHaveLength(1);
  });

  it("is told how often other conversations confirmed the page", async () => {
    const { channel } = await newToldThread();
    const { ts } = stage.team.post(channel.externalId, { user: "UCY", text: QUESTION });
    stage.team.post(channel.externalId, { user: "UBO", text: ANSWER, thread_ts: ts });
    await arrived(channel, 4);
    await analyse(channel);
    await expect.poll(() => replies(channel)).toHaveLength(2);
    expect(wordsIn(channel)[1]).toMatch(/asked 2 times, confirmed in the chat on 20\d\d/);
  });

  it("gets it in a private channel, from a page that everybody may read, and it is left as it is", async () => {
    const channel = await newArchive();
    await setChannel(channel, { isPrivate: true });
    await talk(channel, ANSWER);
    await analyse(channel);
    expect(await replies(channel)).toHaveLength(1);
    const [{ attempts } = { attempts: -1 }] = await rowsOf(channel);
    await later(channel);
    await answerInChat(stage.deps);
    expect(await rowsOf(channel)).toMatchObject([{ attempts, state: "answered" }]);
  });

  it("gets it where a language model finds that the page says it", async () => {
    const channel = await newArchive();
    const env = { LLM_PROVIDER: "openai-compatible" as const, LLM_BASE_URL: `${llm.url}/v1`, LLM_MODEL: "stand-in-1" };
    const engines = await createEngines({ ...stage.deps, env: { ...stage.deps.env, ...env }, fetch });
    stage.engine.current = await engines.forWorkspace(channel.workspaceId);
    type Known = { number: number; title: string; statements: { number: number; text: string }[] };
    llm.play((asked) => {
      const page = (asked.data.known as Known[] | undefined)?.find(({ title }) => title === TITLE);
      if (asked.purpose !== "write" || !page) return "plausible";
      const statement = page.statements.find(({ text }) => text.includes(KEPT))?.number ?? 0;
      const known = { article: page.number, same: [{ statement, sources: [2] }], changed: [], added: [] };
      return { json: { outcome: "known", why: null, known, articles: [] } };
    });
    await talk(channel, ANSWER);
    await analyse(channel);
    expect(await findingsOf(channel)).toMatchObject([{ kind: "confirms" }]);
    expect(await replies(channel)).toHaveLength(1);
  });
});

describe("The app names no page", () => {
  const isSilent = async (channel: Archive, finds = "confirms") => {
    await analyse(channel);
    expect(await findingsOf(channel)).toMatchObject([{ kind: finds }]);
    await later(channel);
    expect(await replies(channel)).toEqual([]);
  };

  it.each<[string, (channel: Archive) => Promise<unknown>]>([
    ["the platform restricts", ({ pageId }) => setPage(pageId, { readers: "restricted" })],
    ["whose readers the platform does not name", ({ pageId }) => setPage(pageId, { readers: "unknown" })],
    [
      "of a wiki that no admin opens to everybody",
      ({ workspaceId }) =>
        stage.db.update(wikiReadings).set({ readers: "admins" }).where(eq(wikiReadings.workspaceId, workspaceId)),
    ],
    [
      "of a platform for members of a channel, even in that channel",
      ({ id, wikiId }) =>
        stage.db
          .update(knowledgeIntegrations)
          .set({ readerChannels: [id] })
          .where(eq(knowledgeIntegrations.id, wikiId)),
    ],
  ])("%s since the analysis", async (_, narrow) => {
    const channel = await newArchive();
    await talk(channel, ANSWER);
    await analyse(channel);
    await narrow(channel);
    expect(await replies(channel)).toEqual([]);
    expect(await rowsOf(channel)).toMatchObject([{ kind: "told", state: "over" }]);
  });

  it("where it may not answer without being asked, or not any more", async () => {
    const [never, before] = [await newArchive(), await newArchive()];
    await setChannel(never, { answersUnasked: false });
    for (const channel of [never, before]) await talk(channel, ANSWER);
    await setChannel(before, { answersUnasked: false });
    await isSilent(never);
    await isSilent(before);
  });

  it("for a question older than a day", async () => {
    const [old, waiting] = [await newArchive(), await newArchive()];
    for (const channel of [old, waiting]) await talk(channel, ANSWER);
    await analyse(waiting);
    for (const { id } of [old, waiting])
      await stage.db
        .update(chatAnswers)
        .set({ createdAt: sql`now() - interval '25 hours'` })
        .where(eq(chatAnswers.channelId, id));
    await isSilent(old);
    await isSilent(waiting);
  });

  it("for messages that were read later and not while people wrote them", async () => {
    const channel = await newArchive({ said: buildThread(QUESTION, ANSWER) });
    await isSilent(channel);
    expect(await rowsOf(channel)).toEqual([]);
  });

  it("for a conversation without new messages that is analyzed again", async () => {
    const channel = await newArchive();
    await talk(channel, ANSWER);
    await analyse(channel);
    const ofChannel = eq(chatAnswers.channelId, channel.id);
    // Erases that a page told it at the first analysis.
    await stage.db.update(chatAnswers).set({ kind: "answer", state: "over" }).where(ofChannel);
    await stage.db.update(conversations).set({ fingerprint: "" }).where(eq(conversations.channelId, channel.id));
    await isSilent(channel);
  });

  it("where people say something else than the page", async () => {
    const channel = await newArchive();
    await talk(channel, OTHERWISE);
    await isSilent(channel, "contradicts");
  });

  it.each([
    ["with its address", (id: string) => `https://wiki.example/${id}/#top`],
    ["with another address of it", (id: string) => `https://wiki.example/p/Binder-${id.replaceAll("-", "")}?v=2`],
  ])("where somebody linked it %s", async (_, linkOf) => {
    const channel = await newArchive();
    await talk(channel, ANSWER, `It is here: <${linkOf(channel.pageId)}|Binder backups>`);
    await isSilent(channel);
  });

  it("where it has answered in the thread", async () => {
    const channel = await newArchive();
    const ts = await talk(channel, ANSWER);
    stage.team.post(channel.externalId, { user: "UCY", text: `<@${stage.team.bot.id}> ${QUESTION}`, thread_ts: ts });
    await arrived(channel, 3);
    await answerInChat(stage.deps);
    expect(postsIn(channel)).toHaveLength(1);
    await analyse(channel);
    await later(channel);
    await answerInChat(stage.deps);
    expect(postsIn(channel)).toHaveLength(1);
  });

  it("for a question that was deleted", async () => {
    const channel = await newArchive();
    const ts = await talk(channel, ANSWER);
    await analyse(channel);
    stage.team.delete(channel.externalId, ts);
    await arrived(channel, 1);
    expect(await replies(channel)).toEqual([]);
  });
});

describe("A reply that names a page", () => {
  it.each<[string, (told: { channel: Archive; ts: string }) => Promise<unknown>]>([
    [
      "the question is deleted",
      async ({ channel, ts }) => {
        stage.team.delete(channel.externalId, ts);
        await arrived(channel, 1);
      },
    ],
    ["the page is restricted", ({ channel }) => setPage(channel.pageId, { readers: "restricted" })],
    [
      "the page says something else",
      async ({ channel: { pageId } }) => {
        await setPassage(pageId, { text: "Dumps are kept as long as the law says." });
        await setPage(pageId, { readVersion: "2" });
      },
    ],
    [
      "the conversation goes on and says otherwise",
      async ({ channel, ts }) => {
        stage.team.post(channel.externalId, { user: "UCY", text: OTHERWISE, thread_ts: ts });
        await arrived(channel, 3);
        await analyse(channel);
        expect(await findingsOf(channel)).toMatchObject(
          expect.arrayContaining([expect.objectContaining({ kind: "contradicts" })]),
        );
      },
    ],
  ])("is withdrawn when %s", async (_, change) => {
    const told = await newToldThread();
    await change(told);
    await later(told.channel);
    expect(await replies(told.channel)).toEqual([expect.stringContaining(WITHDRAWN)]);
    expect(wordsIn(told.channel).join()).not.toContain(TITLE);
  });

  it("follows the page's title and date", async () => {
    const { channel } = await newToldThread();
    const edited = { title: "Backups", editedAt: new Date("2026-11-30T10:00:00Z"), readVersion: "2" };
    await setPage(channel.pageId, edited);
    await later(channel);
    const [post] = await replies(channel);
    expect(post).toContain("changed 2026-11-30");
    expect(post).not.toContain('"Binder backups › Retention"');
  });

  it.each<[string, string, Fault["kind"], number]>([
    ["before it has posted", "users.info", { afterWork: "hang" }, 0],
    ["while the post is on its way", "chat.postMessage", { late: 1_000 }, 1],
    ["before it knows that it has posted", "chat.postMessage", { afterWork: "hang" }, 1],
  ])("is posted once by a worker that is killed %s", async (_when, method, kind, posts) => {
    const channel = await newArchive();
    await talk(channel, ANSWER);
    await analyse(channel);
    stage.slack.fail({ match: method, kind });
    const calls = () => stage.slack.calls.filter(({ path }) => path.includes(method)).length;
    const before = calls();
    await killAnsweringWhen(() => calls() > before, {
      connection: toSessionConfig(stage.db.$client),
      dataDir: stage.deps.env.DATA_DIR,
      slackApiUrl: `${stage.slack.url}/api`,
    });
    await expect.poll(() => postsIn(channel).length).toBe(posts);
    stage.slack.clearFaults();
    await expect
      .poll(async () => {
        await later(channel);
        await answerInChat(stage.deps);
        return (await rowsOf(channel)).map(({ state }) => state);
      })
      .toEqual(["answered"]);
    expect(wordsIn(channel)).toEqual([expect.stringContaining(`${TITLE} › Retention`)]);
  });
});
