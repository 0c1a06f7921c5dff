import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AnalysisStage, buildThread, openStage } from "../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../analysis/testing/scripted-engine.ts";
import { articles } from "../db/schema.ts";

let stage: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openStage();
  stage.engine.current = createScriptedEngine();
});
afterAll(() => stage.close());

it("API-015 says why an article cannot be analysed again, leaves it as it was, and notes it in the log", async () => {
  const channel = await stage.newChannel(buildThread("KNOW how", "like this"));
  await channel.run("analyse");
  const articleOf = async () =>
    (await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId)))[0];
  const { person } = channel;
  await person.inject({ method: "DELETE", url: `/api/channels/${channel.id}` });
  const before = await articleOf();

  const answer = await person.inject({ method: "POST", url: `/api/articles/${before?.id}/reanalyze` });
  expect(answer.json()).toMatchObject({
    success: false,
    message: "The chat messages this article was written from no longer exist. It stays as it is.",
    article: { id: before?.id, status: "published" },
  });
  expect(await articleOf()).toEqual(before);
  const logs = await person.inject({ url: "/api/logs?type=error" });
  expect(logs.json()[0]).toMatchObject({ message: answer.json().message });
});
