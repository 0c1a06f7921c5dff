import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import type { WrittenClaim } from "../../../engine/contract.ts";
import { buildThread, type StageChannel, TEAM_ID } from "../../analysis/testing/analysis-stage.ts";
import {
  articles,
  channels,
  chatAnswers,
  conversations,
  knowledgeIntegrations,
  openQuestions,
  privateQuestions,
  wikiFindings,
  wikiPages,
  wikiReadings,
} from "../../db/schema.ts";
import { useLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { buildArticle, buildArticleSource, buildChannel } from "../../testing/factories.ts";
import { buildFinding, buildPage, buildWiki } from "../../wiki/testing/wiki-rows.ts";
import { answerInChat } from "./answer-in-chat.ts";
import { answerPrivately } from "./answer-privately.ts";

const stage = useLiveStage();
afterEach(() => {
  delete stage.deps.engines.writeAnswer;
});

const SHOES = "Shoes are taken back within 30 days of delivery.";
const QUESTION = "within how many days are shoes taken back?";

/** Returns a channel of a workspace whose wiki says for how long shoes are taken back. */
async function newShop(reading: Partial<typeof wikiReadings.$inferInsert> = {}) {
  const channel = await stage.newLiveChannel({ said: buildThread("KNOW that?", "The printer needs ten seconds.") });
  const { workspaceId } = channel;
  const integrationId = await buildWiki(stage.db, workspaceId, reading);
  const pageId = await buildPage(stage.db, { workspaceId, integrationId, title: "Returns", texts: [SHOES] });
  return { channel, workspaceId, integrationId, pageId };
}

const ask = ({ externalId }: StageChannel, text = QUESTION) =>
  stage.team.post(externalId, { user: "UANA", text: `<@${stage.team.bot.id}> ${text}` });
const postsIn = ({ externalId }: StageChannel) =>
  stage.team.channel(externalId).messages.filter(({ bot_id }) => bot_id !== undefined);
const wordsIn = (channel: StageChannel) => postsIn(channel).map(({ blocks }) => JSON.stringify(blocks));
const rowsOf = ({ id }: StageChannel) => stage.db.select().from(chatAnswers).where(eq(chatAnswers.channelId, id));
/** Runs due work immediately instead of waiting for the worker's next check. */
const statesOf = async (channel: StageChannel) => {
  await answerInChat(stage.deps);
  return (await rowsOf(channel)).map(({ state }) => state);
};
const answered = (channel: StageChannel) => expect.poll(() => statesOf(channel)).toEqual(["answered"]);
const toSay = async (channel: StageChannel, words: string) =>
  expect
    .poll(async () => {
      await answerInChat(stage.deps);
      return wordsIn(channel).join();
    })
    .toContain(words);
const notToSay = async (channel: StageChannel, words: string) =>
  expect
    .poll(async () => {
      await answerInChat(stage.deps);
      return wordsIn(channel).join();
    })
    .not.toContain(words);
type Finding = Awaited<ReturnType<typeof buildFinding>>;
const WITHDRAWN = "This answer was withdrawn";

describe("A question in a channel to which only a page of the wiki has an answer", () => {
  it("is answered with the passage, the page's title, its last change and its link, and does not stay open", async () => {
    const { channel, workspaceId, pageId } = await newShop();
    ask(channel);
    await answered(channel);
    const [post] = wordsIn(channel);
    expect(post).toContain("This is what your wiki says:");
    expect(post).toContain(SHOES);
    expect(post).toContain("Page: Returns, changed 2026-03-09 by Moira Tennant");
    expect(post).toContain(`https://wiki.example/${pageId}`);
    expect(post).not.toContain("Article: ");
    expect(await stage.db.select().from(openQuestions).where(eq(openQuestions.workspaceId, workspaceId))).toEqual([]);
    expect(await rowsOf(channel)).toMatchObject([{ articleId: null, pageCites: { [pageId]: "1" } }]);
  });

  it("tells that the page was confirmed and verified, but no channel, because the post stays when that becomes private", async () => {
    const { channel, workspaceId, pageId } = await newShop();
    const support = await buildChannel(stage.db, { workspaceId, name: "support" });
    await buildFinding(stage.db, workspaceId, { channelId: support.id, pageId, kind: "confirms", passage: SHOES });
    await setPage(pageId, { verifiedAt: new Date("2026-10-04T09:00:00.000Z") });
    ask(channel);
    await answered(channel);
    expect(wordsIn(channel)[0]).toContain(
      "by Moira Tennant, asked and confirmed in the chat on 2026-10-03, verified on 2026-10-04",
    );
    expect(wordsIn(channel)[0]).not.toContain("#support");
  });

  it.each<[string, (shop: Awaited<ReturnType<typeof newShop>>) => Promise<unknown>]>([
    ["the platform restricts the page", ({ pageId }) => setPage(pageId, { readers: "restricted" })],
    ["the platform does not say who reads it", ({ pageId }) => setPage(pageId, { readers: "unknown" })],
    [
      "it lies below a restricted page",
      async ({ pageId, workspaceId, integrationId }) => {
        await buildPage(stage.db, {
          workspaceId,
          integrationId,
          title: "",
          texts: [],
          externalId: "top",
          readers: "restricted",
        });
        await setPage(pageId, { above: ["top"] });
      },
    ],
    [
      "no admin says that everybody may read the wiki",
      ({ workspaceId }) =>
        stage.db.update(wikiReadings).set({ readers: "admins" }).where(eq(wikiReadings.workspaceId, workspaceId)),
    ],
    [
      "only members of a channel read the platform",
      ({ integrationId, channel }) =>
        stage.db
          .update(knowledgeIntegrations)
          .set({ readerChannels: [channel.id] })
          .where(eq(knowledgeIntegrations.id, integrationId)),
    ],
  ])("is not answered where %s, and an answer that was posted is withdrawn", async (_, narrow) => {
    const before = await newShop();
    ask(before.channel);
    await answered(before.channel);
    await narrow(before);
    await toSay(before.channel, WITHDRAWN);
    expect(wordsIn(before.channel).join()).not.toContain("30 days");
    ask(before.channel, "how many days are shoes taken back?");
    await toSay(before.channel, "No answer found.");
    expect(wordsIn(before.channel).join()).not.toContain("30 days");
  });

  it("is answered unasked where an admin allows it, but not from a page that fewer people may read", async () => {
    const [open, narrow] = [await newShop(), await newShop()];
    await setPage(narrow.pageId, { readers: "restricted" });
    const shops = [open, narrow];
    for (const { channel } of shops) {
      await stage.db.update(channels).set({ answersUnasked: true }).where(eq(channels.id, channel.id));
      stage.team.post(channel.externalId, { user: "UBO", text: QUESTION });
    }
    for (const { channel } of shops) await expect.poll(() => rowsOf(channel)).toHaveLength(1);
    await stage.applied();
    expect(postsIn(open.channel)).toEqual([]);
    // Ends the five minutes that people have.
    for (const { channel } of shops)
      await stage.db
        .update(chatAnswers)
        .set({ nextAttemptAt: new Date() })
        .where(eq(chatAnswers.channelId, channel.id));
    await answered(open.channel);
    await expect.poll(() => statesOf(narrow.channel)).toEqual(["over"]);
    expect(wordsIn(open.channel).join()).toContain(SHOES);
    expect(wordsIn(open.channel).join()).toContain(`https://wiki.example/${open.pageId}`);
    expect(postsIn(narrow.channel)).toEqual([]);
  });

  it("is corrected when the page changes, and withdrawn when the page is deleted", async () => {
    const { channel, pageId, workspaceId, integrationId } = await newShop();
    ask(channel);
    await answered(channel);
    await stage.db.delete(wikiPages).where(eq(wikiPages.id, pageId));
    const texts = ["Shoes are taken back within 60 days of delivery."];
    await buildPage(stage.db, { id: pageId, workspaceId, integrationId, title: "Returns", texts, readVersion: "2" });
    await toSay(channel, "60 days");
    expect(wordsIn(channel).join()).not.toContain("30 days");
    await stage.db.delete(wikiPages).where(eq(wikiPages.id, pageId));
    await toSay(channel, WITHDRAWN);
    expect(postsIn(channel)).toHaveLength(1);
  });

  it("keeps its answer while the platform refuses the account, and when another page goes", async () => {
    const { channel, workspaceId, integrationId } = await newShop();
    const other = await buildPage(stage.db, {
      workspaceId,
      integrationId,
      title: "Plants",
      texts: ["Water the plants."],
    });
    ask(channel);
    await answered(channel);
    await stage.db.delete(wikiPages).where(eq(wikiPages.id, other));
    await stage.db.update(wikiReadings).set({ isRefused: true }).where(eq(wikiReadings.workspaceId, workspaceId));
    const [{ attempts } = { attempts: -1 }] = await rowsOf(channel);
    await answerInChat(stage.deps);
    expect(await rowsOf(channel)).toMatchObject([{ attempts, state: "answered" }]);
    expect(wordsIn(channel).join()).toContain("30 days");
  });
});

const setPage = (id: string, values: Partial<typeof wikiPages.$inferInsert>) =>
  stage.db.update(wikiPages).set(values).where(eq(wikiPages.id, id));

describe("A page that a conversation contradicts", () => {
  const GOODS = "until when do suppliers deliver goods?";
  /** Returns a page that says 13:30, and a channel's conversation that says 14:00. */
  async function newDispute() {
    const channel = await stage.newLiveChannel();
    const finding = await buildFinding(stage.db, channel.workspaceId);
    return { channel, finding };
  }

  it("answers together with what was said, by whom and when", async () => {
    const { channel } = await newDispute();
    ask(channel, GOODS);
    await answered(channel);
    const [post] = wordsIn(channel);
    expect(post).toContain("Suppliers deliver until 13:30.");
    expect(post).toContain("says otherwise");
    expect(post).toContain("Suppliers deliver until 14:00 now.");
    expect(post).toMatch(/in #.* says otherwise, 20\d\d-\d\d-\d\d/);
    expect(post).toContain("changed 2026-03-09");
  });

  it("answers without it where the conversation's channel is not for everybody", async () => {
    const { channel, finding } = await newDispute();
    await hide(finding.conversationId);
    ask(channel, GOODS);
    await answered(channel);
    expect(wordsIn(channel).join()).toContain("13:30");
    expect(wordsIn(channel).join()).not.toContain("14:00");
  });

  it("loses those words in the chat once somebody has decided, the words are erased, or their channel is private", async () => {
    const setFinding = (values: Partial<typeof wikiFindings.$inferInsert>) => (finding: Finding) =>
      stage.db.update(wikiFindings).set(values).where(eq(wikiFindings.id, finding.id));
    const makePrivate = ({ conversationId }: Finding) => hide(conversationId);
    for (const end of [setFinding({ state: "decided" }), setFinding({ fresh: [] }), makePrivate]) {
      const { channel, finding } = await newDispute();
      ask(channel, GOODS);
      await toSay(channel, "14:00");
      await answered(channel);
      await end(finding);
      await notToSay(channel, "14:00");
      expect(wordsIn(channel).join()).toContain("13:30");
    }
  });
});

describe("An article that says otherwise than a page", () => {
  const LATER = "Since September shoes are taken back within 14 days of delivery.";
  const bodyOf = (text: string) => [
    {
      role: "answer" as const,
      heading: null,
      layout: "prose" as const,
      statements: [{ form: "sentence" as const, text, language: null, sources: ["m1"] }],
    },
  ];
  const sentAt = new Date("2026-09-14T10:00:00Z");

  async function newContradictedShop() {
    const shop = await newShop();
    const { channel, workspaceId } = shop;
    const { id: articleId } = await buildArticle(stage.db, {
      workspaceId,
      title: "Shoes that are taken back",
      summary: [],
      summaryText: LATER,
      body: bodyOf(LATER),
    });
    const source = { workspaceId, articleId, channelId: channel.id, messageExternalId: "m1", sentAt };
    await buildArticleSource(stage.db, source);
    return { ...shop, articleId };
  }
  const setArticle = (id: string, values: Partial<typeof articles.$inferInsert>) =>
    stage.db
      .update(articles)
      .set({ ...values, version: sql`version + 1` })
      .where(eq(articles.id, id));

  it("answers together with the page, each with its date", async () => {
    const { channel, articleId } = await newContradictedShop();
    ask(channel);
    await answered(channel);
    const [post] = wordsIn(channel);
    expect(post).toContain("This is what the team has said and what your wiki says:");
    expect(post).toContain(SHOES);
    expect(post).toContain("changed 2026-03-09");
    expect(post).toContain(`Shoes that are taken back says otherwise, 2026-09-14: “${LATER}”`);
    expect(await rowsOf(channel)).toMatchObject([{ articleId }]);
  });

  it.each<[string, string, (sentences: { text: string }[]) => WrittenClaim[]]>([
    ["a claim cites only the page", "You have 30 days.", (sentences) => [citeShoes(sentences)]],
    ["the model finds no answer", SHOES, () => []],
  ])(
    "is followed where %s: the post loses its words when it is held or a message is deleted",
    async (_, said, write) => {
      for (const change of [{ state: "held" as const }, { body: bodyOf("Shoes are on the second floor.") }]) {
        const { channel, workspaceId, articleId } = await newContradictedShop();
        stage.deps.engines.writeAnswer = async (id, { sentences }) => (id === workspaceId ? write(sentences) : null);
        ask(channel);
        await toSay(channel, said);
        await answered(channel);
        await expect
          .poll(async () => (await rowsOf(channel))[0])
          .toMatchObject({ articleId: null, cites: { [articleId]: 1 } });
        expect(wordsIn(channel).join()).toContain(`says otherwise, 2026-09-14: “${LATER}”`);
        await setArticle(articleId, change);
        await notToSay(channel, "14 days");
        expect(wordsIn(channel).join()).toContain("30 days");
      }
    },
  );
});

const citeShoes = (sentences: { text: string }[]): WrittenClaim => ({
  text: "You have 30 days.",
  sentences: [sentences.findIndex(({ text }) => text === SHOES)],
});

describe("An answer that a model writes from a page", () => {
  it("names the page at its claim, and goes when the page is restricted", async () => {
    const { channel, workspaceId, pageId } = await newShop();
    stage.deps.engines.writeAnswer = async (id, { sentences }) =>
      id === workspaceId && sentences.some(({ text }) => text === SHOES) ? [citeShoes(sentences)] : null;
    ask(channel);
    await toSay(channel, "You have 30 days.");
    await answered(channel);
    const [post] = wordsIn(channel);
    expect(post).toContain("In short, from what your wiki says:");
    expect(post).toContain("Page: Returns, changed 2026-03-09 by Moira Tennant");
    expect(post).not.toContain(SHOES);
    await expect.poll(async () => (await rowsOf(channel))[0]?.pageCites).toEqual({ [pageId]: "1" });
    await setPage(pageId, { readers: "restricted" });
    await toSay(channel, WITHDRAWN);
    expect(wordsIn(channel).join()).not.toContain("30 days");
  });
});

async function hide(conversationId: string) {
  const [of] = await stage.db.select().from(conversations).where(eq(conversations.id, conversationId));
  await stage.db
    .update(channels)
    .set({ isPrivate: true })
    .where(eq(channels.id, of?.channelId ?? ""));
}

describe("A question with /lorekeep", () => {
  it("is answered from pages that everybody may read, and from no other", async () => {
    for (const [readers, answer] of [
      ["everybody", "30 days"],
      ["admins", "No answer found."],
    ] as const) {
      const { channel, workspaceId, pageId } = await newShop({ readers });
      await stage.slack.command(
        TEAM_ID,
        { channelId: channel.externalId, user: "UCY", command: "/lorekeep", text: QUESTION },
        1,
      );
      const isDue = async () => {
        await answerPrivately(stage.deps);
        const rows = await stage.db
          .select()
          .from(privateQuestions)
          .where(eq(privateQuestions.workspaceId, workspaceId));
        return rows.filter(({ sealed }) => sealed !== null).length;
      };
      await expect.poll(isDue).toBe(0);
      const told = JSON.stringify(
        stage.slack.privateAnswers.filter(({ channelId }) => channelId === channel.externalId),
      );
      expect(told).toContain(answer);
      expect(told.includes(pageId)).toBe(readers === "everybody");
    }
  });
});
