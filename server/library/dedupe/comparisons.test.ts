import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { KnowledgeText } from "../../../engine/contract.ts";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import {
  type AnalysisStage,
  buildThread,
  openStage,
  type StageChannel,
} from "../../analysis/testing/analysis-stage.ts";
import { articles, conversations } from "../../db/schema.ts";
import { buildChannel } from "../../testing/factories.ts";
import { createComparingEngine } from "./testing/comparing-engine.ts";

let stage: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/**
 * Runs `work` once during the engine's comparison, when no transaction is open, which the test verifies. Returns the
 * compared texts.
 */
function whileComparing(work: () => Promise<unknown>): KnowledgeText[] {
  const { compare, ...engine } = createComparingEngine();
  const compared: KnowledgeText[] = [];
  stage.engine.current = {
    ...engine,
    async compare(known, fresh) {
      if (compared.push(known) === 1) await work();
      return (await compare?.(known, fresh)) ?? Promise.reject(new Error("It compares"));
    },
  };
  return compared;
}

const articlesOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId)).orderBy(articles.id);
const placesOf = async ({ workspaceId }: StageChannel) => {
  const rows = await stage.db.select().from(conversations).where(eq(conversations.workspaceId, workspaceId));
  return rows.map(({ articleId }) => articleId);
};
const say = (externalId: string, ...texts: string[]) => {
  for (const { user = "UANA", text = "", ...message } of buildThread(...texts))
    stage.team.post(externalId, { user, text, ...message });
};
async function otherChannel({ workspaceId, integrationId }: StageChannel, externalId: string) {
  stage.team.data.channels.push({ id: externalId, name: externalId.toLowerCase(), messages: [] });
  const values = { workspaceId, integrationId, externalId, name: externalId.toLowerCase(), teamId: "T1" };
  return buildChannel(stage.db, values);
}

it("An article that a person edits while a conversation is compared with it keeps the edit, and is compared as it reads then", async () => {
  stage.engine.current = createComparingEngine();
  const question = "KNOW how ABOUT-edit works?";
  const channel = await stage.newChannel(buildThread(question, "press the button"));
  await channel.run("analyse");
  const [{ id } = { id: "" }] = await articlesOf(channel);
  say(channel.externalId, question, "press the button");
  const compared = whileComparing(async () => {
    const page = (await channel.person.inject({ method: "GET", url: `/api/articles/${id}` })).json() as ArticlePage;
    const { version, title, tags, contentType, category, difficulty, priority } = page;
    const summary = [{ key: null, form: "sentence", text: "ABOUT-edit: pull the lever.", language: null }];
    const payload = { version, title, tags, contentType, category, difficulty, priority, summary, sections: [] };
    const saved = await channel.person.inject({ method: "PUT", url: `/api/articles/${id}/content`, payload });
    expect(saved.statusCode, saved.body).toBe(200);
  });
  await channel.run("analyse");
  expect(compared.map(({ statements }) => statements.map(({ text }) => text).join(" "))).toEqual([
    expect.stringContaining("press the button"),
    "ABOUT-edit: pull the lever.",
  ]);
  const [article, ...others] = await articlesOf(channel);
  expect(others).toEqual([]);
  expect(article?.summaryText).toBe("ABOUT-edit: pull the lever.");
  expect(await placesOf(channel)).toEqual([id, id]);
});

it("An article that another worker writes while a conversation is compared with others is found by it: there is one", async () => {
  stage.engine.current = createComparingEngine();
  const channel = await stage.newChannel(buildThread("KNOW how ABOUT-quagga zebra works?", "press the zebra"));
  await channel.run("analyse");
  const said = ["KNOW how ABOUT-okapi zebra works?", "press the zebra"] as const;
  const other = await otherChannel(channel, "COKAPI");
  say(other.externalId, ...said);
  say(channel.externalId, ...said);
  const compared = whileComparing(() => channel.run("analyse", { channelIds: [other.id] }));
  await channel.run("analyse");
  expect(compared.length).toBeGreaterThan(2);
  const [quagga, okapi, ...more] = await articlesOf(channel);
  expect(more).toEqual([]);
  expect((await placesOf(channel)).toSorted()).toEqual([quagga?.id, okapi?.id, okapi?.id].toSorted());
});
