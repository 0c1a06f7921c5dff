import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { type LlmStandIn, startLlmStandIn } from "../../stand-ins/llm/llm-stand-in.ts";
import { articles, conversations, wikiFindings, wikiPages, wikiReadings } from "../db/schema.ts";
import { createEngines } from "../llm/engines.ts";
import { buildPage, buildWiki } from "../wiki/testing/wiki-rows.ts";
import { type AnalysisStage, buildSlackMessage, openStage, type StageChannel } from "./testing/analysis-stage.ts";

let stage: AnalysisStage & { close(): Promise<void> };
let llm: LlmStandIn;
beforeAll(async () => {
  llm = await startLlmStandIn();
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await llm.close();
});
beforeEach(() => {
  llm.asked.length = 0;
  llm.play([]);
  stage.engine.current = createLocalEngine();
});

const TITLE = "Binder backups";
const KEPT = "The nightly Binder database dumps are kept for 35 days.";
const PLACE = "Binder dumps are stored in the Manchester bucket.";
const ASKED = buildSlackMessage("UANA", "How long are the nightly Binder database dumps kept?");

async function withPage(channel: StageChannel, readers: "everybody" | "admins" = "everybody") {
  const { workspaceId } = channel;
  const integrationId = await buildWiki(stage.db, workspaceId, { readers });
  await buildPage(stage.db, {
    workspaceId,
    integrationId,
    title: "Holidays",
    texts: ["Everybody has 24 days of leave and the bank holidays."],
  });
  return buildPage(stage.db, { workspaceId, integrationId, title: TITLE, texts: [PLACE, KEPT] });
}

/** Runs this once, when the engine has compared or written and nothing is stored yet. */
function onceBeforeStoring(method: "write" | "compareWithPages", act: () => Promise<unknown>): void {
  let isFirst = true;
  stage.engine.current = new Proxy(stage.engine.current, {
    get(engine, name, receiver) {
      const value = Reflect.get(engine, name, receiver);
      if (name !== method || typeof value !== "function") return value;
      return async (...given: unknown[]) => {
        const result = await value.apply(engine, given);
        if (isFirst) await act();
        isFirst = false;
        return result;
      };
    },
  });
}

async function wantArticle(channel: StageChannel): Promise<void> {
  const [finding] = await findingsOf(channel);
  const decided = await channel.person.inject({
    method: "POST",
    url: `/api/wiki-findings/${finding?.id}/decide`,
    payload: { choice: "own-article" },
  });
  expect(decided.statusCode).toBe(200);
}

/** The next analysis judges its conversations again. */
const forgetVerdicts = ({ workspaceId }: StageChannel) =>
  stage.db.update(conversations).set({ fingerprint: "" }).where(eq(conversations.workspaceId, workspaceId));

const articlesOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
const findingsOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(wikiFindings).where(eq(wikiFindings.workspaceId, workspaceId));
const conversationsOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(conversations).where(eq(conversations.workspaceId, workspaceId));

describe("Knowledge that a page of the wiki is about, without a model", () => {
  const answered = buildSlackMessage(
    "UBO",
    "The nightly Binder database dumps are kept for five weeks, then they are deleted.",
  );
  const changed = buildSlackMessage(
    "UBO",
    "The nightly Binder database dumps are kept for 21 days now, the old disk was too small.",
  );

  it("makes no article where the page tells it already, and the page counts the confirmation", async () => {
    const channel = await stage.newChannel([ASKED, answered]);
    const pageId = await withPage(channel);
    await channel.run("analyse");
    expect(await articlesOf(channel)).toEqual([]);
    expect(await findingsOf(channel)).toMatchObject([{ kind: "confirms", pageId, position: 1, pageVersion: "1" }]);
    expect(await conversationsOf(channel)).toMatchObject([
      { isKnowledge: true, reasons: expect.arrayContaining(["a page of the wiki is about it"]) },
    ]);
  });

  it("is found as a contradiction where the page has another value", async () => {
    const channel = await stage.newChannel([ASKED, changed]);
    const pageId = await withPage(channel);
    await channel.run("analyse");
    expect(await articlesOf(channel)).toEqual([]);
    expect(await findingsOf(channel)).toMatchObject([
      { kind: "contradicts", pageId, position: 1, fresh: [{ text: expect.stringContaining("21 days now") }] },
    ]);
    await channel.run("analyse");
    expect(await findingsOf(channel)).toHaveLength(1);
  });

  it("becomes an article when a person wants one instead", async () => {
    const channel = await stage.newChannel([ASKED, changed]);
    await withPage(channel);
    await channel.run("analyse");
    await wantArticle(channel);
    await channel.run("analyse");
    expect(await articlesOf(channel)).toHaveLength(1);
    expect(await findingsOf(channel)).toMatchObject([{ state: "decided", choice: "own-article" }]);
  });

  it("becomes an article when a person decides so while it is compared again", async () => {
    const channel = await stage.newChannel([ASKED, changed]);
    await withPage(channel);
    await channel.run("analyse");
    await forgetVerdicts(channel);
    onceBeforeStoring("compareWithPages", () => wantArticle(channel));
    await channel.run("analyse");
    await expect.poll(() => articlesOf(channel)).toHaveLength(1);
    expect(await findingsOf(channel)).toMatchObject([{ state: "decided", choice: "own-article" }]);
  });

  it("becomes an article all the same where not everybody may read the page", async () => {
    const channel = await stage.newChannel([ASKED, changed]);
    await withPage(channel, "admins");
    await channel.run("analyse");
    expect(await articlesOf(channel)).toHaveLength(1);
    expect(await findingsOf(channel)).toMatchObject([{ kind: "contradicts" }]);
  });

  it("becomes an article where no page is about it, where the page is restricted, and where nobody may be shown the wiki", async () => {
    const other = await stage.newChannel([
      buildSlackMessage("UANA", "How do I reset the badge printer?"),
      buildSlackMessage(
        "UBO",
        "Hold pause and feed for 5 seconds until the light blinks twice, then print the test page.",
      ),
    ]);
    const restricted = await stage.newChannel([ASKED, answered]);
    const refused = await stage.newChannel([ASKED, answered]);
    for (const channel of [other, restricted, refused]) await withPage(channel);
    await stage.db
      .update(wikiPages)
      .set({ readers: "restricted" })
      .where(eq(wikiPages.workspaceId, restricted.workspaceId));
    await stage.db
      .update(wikiReadings)
      .set({ isRefused: true })
      .where(eq(wikiReadings.workspaceId, refused.workspaceId));
    for (const channel of [other, restricted, refused]) {
      await channel.run("analyse");
      expect([await articlesOf(channel), await findingsOf(channel)]).toMatchObject([[{ state: "stands" }], []]);
    }
  });
});

describe("Knowledge that a page of the wiki is about, with a model", () => {
  async function newChannel(...said: Parameters<AnalysisStage["newChannel"]>): Promise<StageChannel> {
    const channel = await stage.newChannel(...said);
    const env = {
      ...stage.deps.env,
      LLM_PROVIDER: "openai-compatible" as const,
      LLM_BASE_URL: `${llm.url}/v1`,
      LLM_MODEL: "stand-in-1",
    };
    const engines = await createEngines({ ...stage.deps, env, fetch });
    stage.engine.current = await engines.forWorkspace(channel.workspaceId);
    return channel;
  }

  type Known = { number: number; title: string; page?: boolean; statements: { number: number; text: string }[] };
  /** The model decides that a page already covers the matter. */
  const playKnown = (change: (number: number) => object) =>
    llm.play((asked) => {
      if (asked.purpose !== "write") return "plausible";
      const page = (asked.data.known as Known[] | undefined)?.find(({ title }) => title === TITLE);
      if (!page) return "plausible";
      const number = page.statements.find(({ text }) => text === KEPT)?.number ?? 0;
      const known = { article: page.number, same: [], changed: [], added: [], ...change(number) };
      return { json: { outcome: "known", why: null, known, articles: [] } };
    });
  const answered = buildSlackMessage("UBO", "They are kept for 21 days, the old disk was too small.");

  it("is told with both texts where the page says otherwise, and no article is made", async () => {
    const channel = await newChannel([ASKED, answered]);
    const pageId = await withPage(channel);
    const text = "The nightly Binder database dumps are kept for 21 days.";
    playKnown((statement) => ({ changed: [{ statement, text, settled: true, sources: [2] }] }));
    await channel.run("analyse");
    const [asked] = llm.asked.filter(({ purpose }) => purpose === "write");
    expect((asked?.data.known as Known[] | undefined)?.[0]).toMatchObject({
      page: true,
      title: TITLE,
      statements: [{}, { text: KEPT }],
    });
    expect(await articlesOf(channel)).toEqual([]);
    expect(await findingsOf(channel)).toMatchObject([{ kind: "contradicts", pageId, position: 1, fresh: [{ text }] }]);
  });

  it("is proposed for the page that lacks it", async () => {
    const channel = await newChannel([ASKED, answered]);
    const pageId = await withPage(channel);
    const text = "The old disk for the Binder dumps was too small.";
    playKnown((statement) => ({
      same: [{ statement, sources: [2] }],
      added: [{ role: "explanation", text, sources: [2] }],
    }));
    await channel.run("analyse");
    expect(await articlesOf(channel)).toEqual([]);
    expect(await findingsOf(channel)).toMatchObject([{ kind: "adds", pageId, position: 1, fresh: [{ text }] }]);
  });

  it("confirms the page that tells it already, with the messages and without the page's words", async () => {
    const channel = await newChannel([ASKED, answered]);
    const pageId = await withPage(channel);
    playKnown((statement) => ({ same: [{ statement, sources: [2] }] }));
    await channel.run("analyse");
    expect(await articlesOf(channel)).toEqual([]);
    const [finding] = await findingsOf(channel);
    expect(finding).toMatchObject({ kind: "confirms", pageId, position: 1, sources: [expect.any(String)] });
    expect(JSON.stringify(finding)).not.toContain("dumps are kept");
  });

  it("is read again with the page as it is where the page was changed while the model read it", async () => {
    const channel = await newChannel([ASKED, answered]);
    await withPage(channel);
    playKnown((statement) => ({ same: [{ statement, sources: [2] }] }));
    const play = llm.asked.length;
    onceBeforeStoring("write", () =>
      stage.db.update(wikiPages).set({ readVersion: "2" }).where(eq(wikiPages.workspaceId, channel.workspaceId)),
    );
    await channel.run("analyse");
    expect(llm.asked.length).toBeGreaterThan(play);
    expect(await findingsOf(channel)).toMatchObject([{ kind: "confirms", pageVersion: "2" }]);
  });

  it("becomes an article when a person decides so while the model compares it again", async () => {
    const channel = await newChannel([ASKED, answered]);
    await withPage(channel);
    const text = "The nightly Binder database dumps are kept for 21 days.";
    playKnown((statement) => ({ changed: [{ statement, text, settled: true, sources: [2] }] }));
    await channel.run("analyse");
    await forgetVerdicts(channel);
    onceBeforeStoring("write", () => wantArticle(channel));
    await channel.run("analyse");
    await expect.poll(() => articlesOf(channel)).toHaveLength(1);
    expect(await findingsOf(channel)).toMatchObject([{ state: "decided", choice: "own-article" }]);
  });

  it("is sent to no model with a page that not everybody may read", async () => {
    const channel = await newChannel([ASKED, answered]);
    await withPage(channel, "admins");
    await channel.run("analyse");
    expect(llm.asked.length).toBeGreaterThan(0);
    expect(JSON.stringify(llm.asked)).not.toContain("Manchester");
    expect(await articlesOf(channel)).toHaveLength(1);
  });
});
