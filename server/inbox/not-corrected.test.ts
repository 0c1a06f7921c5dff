import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { InboxPage } from "../../shared/contract/inbox.ts";
import { type AnalysisStage, buildSlackMessage, buildThread, openStage } from "../analysis/testing/analysis-stage.ts";
import { articles } from "../db/schema.ts";

let stage: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it("A sentence that a person called not corrected is not suspected again when its conversation goes on", async () => {
  const said = buildThread(
    "How long is the warranty of a grinder that a customer bought in our shop?",
    "The warranty of a grinder is 24 months from the day of the invoice. You find the invoice in Kestrel under *Customer → Orders*.",
    "No, it is 12 months for grinders, only machines have 24 months.",
  );
  const channel = await stage.newChannel(said);
  await channel.run("analyse");
  const read = async () =>
    (await channel.person.inject({ method: "GET", url: "/api/inbox" })).json<InboxPage>().items[0];
  const item = await read();
  if (item?.kind !== "draft") throw new Error("It is no draft.");
  const keys = (item.corrected ?? []).map(({ key }) => key);
  expect(keys).not.toEqual([]);
  const payload = { choice: "not-corrected", sentences: { taken: keys, left: [] } };
  const decided = await channel.person.inject({ method: "POST", url: `/api/inbox/${item.id}/decide`, payload });
  expect(decided.statusCode, decided.body).toBe(200);

  const { text, user, ...more } = buildSlackMessage("UANA", "Good to know, the customer is told.", {
    thread_ts: said[0]?.ts ?? "",
  });
  stage.team.post(channel.externalId, { ...more, user: user ?? "", text: text ?? "" });
  await channel.run("analyse");
  const later = await read();
  expect(later).toMatchObject({ kind: "draft", article: item.article });
  expect(later).not.toHaveProperty("corrected");
  const [article] = await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
  expect(article?.bodyText).toContain("The warranty of a grinder is 24 months from the day of the invoice.");
});
