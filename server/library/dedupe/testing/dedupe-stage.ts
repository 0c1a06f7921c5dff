import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect } from "vitest";
import type { InboxItem, InboxPage } from "../../../../shared/contract/inbox.ts";
import {
  type AnalysisStage,
  buildThread,
  openStage,
  type StageChannel,
} from "../../../analysis/testing/analysis-stage.ts";
import { articles, conversations } from "../../../db/schema.ts";
import { createComparingEngine } from "./comparing-engine.ts";

/**
 * Registers hooks in the test's file. They open an application with the comparing engine. Returns helpers for tests of
 * articles with the same content.
 */
export function useDedupeHelpers() {
  let stage: AnalysisStage & { close(): Promise<void> };
  beforeAll(async () => {
    stage = await openStage();
    stage.engine.current = createComparingEngine();
  });
  afterAll(() => stage.close());

  const listOf = ({ workspaceId }: StageChannel) =>
    stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId)).orderBy(articles.id);
  async function only(channel: StageChannel) {
    const rows = await listOf(channel);
    expect(rows).toHaveLength(1);
    return rows[0] as (typeof rows)[number];
  }
  const conversationsOf = ({ workspaceId }: StageChannel) =>
    stage.db
      .select()
      .from(conversations)
      .where(eq(conversations.workspaceId, workspaceId))
      .orderBy(conversations.firstAt);

  async function get<T>({ person }: StageChannel, url: string): Promise<T> {
    const answer = await person.inject({ method: "GET", url });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as T;
  }
  const post = ({ person }: StageChannel, url: string, payload?: object) =>
    person.inject({ method: "POST", url, ...(payload && { payload }) });
  const inbox = (channel: StageChannel, query = "") => get<InboxPage>(channel, `/api/inbox${query}`);
  const first = async (channel: StageChannel) => (await inbox(channel)).items[0] as InboxItem;

  /** Posts a conversation that adds to the article. */
  async function proposed(subject: string, ...more: string[]) {
    const question = `KNOW how ${subject} works?`;
    const channel = await askedTwice([question, "press the button"], [question, "press the button", ...more]);
    const item = await first(channel);
    if (item.kind !== "proposal") throw new Error("It is no proposal.");
    return { channel, item, changes: item.changes };
  }

  async function analyseAgain(channel: StageChannel): Promise<void> {
    const { workspaceId } = channel;
    await stage.db.update(conversations).set({ fingerprint: "" }).where(eq(conversations.workspaceId, workspaceId));
    await channel.run("analyse");
  }

  /** Posts two conversations in which different people ask the same question. */
  async function askedTwice(one: string[], two: string[]): Promise<StageChannel> {
    const channel = await stage.newChannel([...buildThread(...one), ...buildThread(...two)]);
    await channel.run("analyse");
    return channel;
  }

  return {
    stage: () => stage,
    listOf,
    only,
    conversationsOf,
    get,
    post,
    inbox,
    first,
    proposed,
    analyseAgain,
    askedTwice,
  };
}
