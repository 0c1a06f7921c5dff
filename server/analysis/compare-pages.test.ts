import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Engine, ModelUnavailable } from "../../engine/contract.ts";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { articles, conversations, wikiFindings, wikiPages, wikiReadings, wikiStatements } from "../db/schema.ts";
import { createEngines } from "../llm/engines.ts";
import { buildPage, buildWiki } from "../wiki/testing/wiki-rows.ts";
import { comparePages } from "../wiki-health/index.ts";
import {
  type AnalysisStage,
  buildSlackMessage,
  buildThread,
  openStage,
  type StageChannel,
} from "./testing/analysis-stage.ts";

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

describe("Knowledge that became an article before the wiki was read", () => {
  const changed = buildSlackMessage(
    "UBO",
    "The nightly Binder database dumps are kept for 21 days now, the old disk was too small.",
  );
  const compare = () => comparePages(stage.deps, new AbortController().signal);

  it("is compared with the pages that are read then, and with those that change, and its article stays", async () => {
    const channel = await stage.newChannel([ASKED, changed]);
    await channel.run("analyse");
    expect([await articlesOf(channel), await findingsOf(channel)]).toMatchObject([[{ state: "draft" }], []]);
    const pageId = await withPage(channel);
    const [before] = await articlesOf(channel);
    await compare();
    const contradiction = {
      kind: "contradicts",
      pageId,
      position: 1,
      fresh: [{ text: expect.stringContaining("21 days now") }],
    };
    expect(await findingsOf(channel)).toMatchObject([contradiction]);
    expect(await articlesOf(channel)).toEqual([before]);
    await forgetVerdicts(channel);
    await channel.run("analyse");
    expect(await findingsOf(channel)).toMatchObject([contradiction]);
    expect(await articlesOf(channel)).toHaveLength(1);
    await stage.db
      .update(wikiStatements)
      .set({ text: KEPT.replace("35", "21") })
      .where(and(eq(wikiStatements.pageId, pageId), eq(wikiStatements.position, 1)));
    await stage.db.update(wikiPages).set({ readVersion: "2" }).where(eq(wikiPages.id, pageId));
    await compare();
    expect(await findingsOf(channel)).toEqual([]);
  });

  it("asks nobody again who wanted the article beside the page", async () => {
    const channel = await stage.newChannel([ASKED, changed]);
    await channel.run("analyse");
    const pageId = await withPage(channel);
    await compare();
    await wantArticle(channel);
    await stage.db.update(wikiPages).set({ comparedVersion: null }).where(eq(wikiPages.id, pageId));
    await compare();
    expect(await findingsOf(channel)).toMatchObject([{ state: "decided", choice: "own-article" }]);
    expect(await articlesOf(channel)).toHaveLength(1);
  });

  it("is told only in words that stand on messages of the one conversation, because others may be read by fewer people", async () => {
    const channel = await stage.newChannel([ASKED, changed]);
    await channel.run("analyse");
    await withPage(channel);
    const [article] = await articlesOf(channel);
    const cite = <Cited extends { sources: string[] }>(one: Cited) => ({
      ...one,
      sources: [...one.sources, "elsewhere"],
    });
    await stage.db
      .update(articles)
      .set({
        summary: article?.summary.map(cite) ?? [],
        body: article?.body.map((section) => ({ ...section, statements: section.statements.map(cite) })) ?? [],
      })
      .where(eq(articles.workspaceId, channel.workspaceId));
    await compare();
    expect(await findingsOf(channel)).toEqual([]);
  });

  it("is told also where another conversation confirmed the article", async () => {
    const said = [ASKED.text ?? "", changed.text ?? ""];
    const [first, second] = [buildThread(...said), buildThread(...said)];
    const channel = await stage.newChannel([...first, ...second]);
    await channel.run("analyse");
    expect(await conversationsOf(channel)).toHaveLength(2);
    expect(await articlesOf(channel)).toHaveLength(1);
    await withPage(channel);
    await compare();
    expect(await findingsOf(channel)).toMatchObject([{ kind: "contradicts", sources: [first[1]?.ts] }]);
  });
});

describe("Knowledge that a page of the wiki is about, with a model", () => {
  async function newChannel(...said: Parameters<AnalysisStage["newChannel"]>): Promise<StageChannel> {
    const channel = await stage.newChannel(...said);
    stage.engine.current = await withModel(channel.workspaceId);
    return channel;
  }
  async function withModel(workspaceId: string): Promise<Engine> {
    const env = {
      ...stage.deps.env,
      LLM_PROVIDER: "openai-compatible" as const,
      LLM_BASE_URL: `${llm.url}/v1`,
      LLM_MODEL: "stand-in-1",
    };
    return (await createEngines({ ...stage.deps, env, fetch })).forWorkspace(workspaceId);
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

  it("is compared with a page that is read later, once for each version, while its article stays", async () => {
    // Compares what earlier tests left, so that only this channel's calls are counted.
    await comparePages(stage.deps, new AbortController().signal);
    const channel = await newChannel([ASKED, answered]);
    await channel.run("analyse");
    const [before] = await articlesOf(channel);
    expect(before).toBeDefined();
    const pageId = await withPage(channel);
    const text = "The nightly Binder database dumps are kept for 21 days.";
    playKnown((statement) => ({ changed: [{ statement, text, settled: true, sources: [2] }] }));
    const compare = async () => {
      llm.asked.length = 0;
      await comparePages(stage.deps, new AbortController().signal);
      return llm.asked.filter(({ purpose }) => purpose === "write").length;
    };
    stage.engine.current = new Proxy(stage.engine.current, {
      get: (engine, name, receiver) =>
        name === "write"
          ? async () => [new ModelUnavailable("cap", null, "Today's budget is spent.")]
          : Reflect.get(engine, name, receiver),
    });
    const model = await withModel(channel.workspaceId);
    expect(await compare()).toBe(0);
    expect(await findingsOf(channel)).toEqual([]);
    stage.engine.current = model;
    expect(await compare()).toBe(1);
    expect(await findingsOf(channel)).toMatchObject([{ kind: "contradicts", pageId, position: 1, fresh: [{ text }] }]);
    expect(await articlesOf(channel)).toEqual([before]);
    await stage.db.update(wikiPages).set({ comparedVersion: null }).where(eq(wikiPages.id, pageId));
    expect(await compare()).toBe(0);
    await stage.db.update(wikiPages).set({ readVersion: "2" }).where(eq(wikiPages.id, pageId));
    expect(await compare()).toBe(1);
    const found = [{ kind: "contradicts", pageVersion: "2" }];
    expect(await findingsOf(channel)).toMatchObject(found);
    await forgetVerdicts(channel);
    await channel.run("analyse");
    expect(await findingsOf(channel)).toMatchObject(found);
    await stage.db.delete(wikiFindings).where(eq(wikiFindings.workspaceId, channel.workspaceId));
    await compare();
    expect(await findingsOf(channel)).toMatchObject(found);
  });
});
