import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { countActivity } from "../activity/queries.ts";
import { inWorkspaceAs } from "../db/audience.ts";
import { channels, conversations } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { deleteChannel } from "../ingest/channels/queries.ts";
import { type AnalysisStage, buildAnsweredQuestion, buildSlackMessage, openStage } from "./testing/analysis-stage.ts";
import { createScriptedEngine } from "./testing/scripted-engine.ts";

let stage: AnalysisStage;
beforeAll(async () => {
  stage = await openStage();
  stage.engine.current = createScriptedEngine();
});
afterAll(() => stage.close());

it("API-009 a message is counted as analyzed once, however often it is judged, and stays counted when its channel goes", async () => {
  const conversation = buildAnsweredQuestion("KNOW");
  const channel = await stage.newChannel([...conversation, buildSlackMessage("UANA", "good morning!")]);
  const counted = async () => {
    const { total, thisWeek } = await inWorkspaceAs(stage.db, channel.person.viewer, countActivity);
    expect(thisWeek.messagesAnalyzed).toBe(total.messagesAnalyzed);
    return total.messagesAnalyzed;
  };
  expect(await counted()).toBe(0);
  await channel.run("analyse");
  expect(await counted()).toBe(conversation.length + 1);

  await stage.db.update(channels).set({ cursor: null }).where(eq(channels.id, channel.id));
  await stage.db.update(conversations).set({ fingerprint: "" }).where(eq(conversations.channelId, channel.id));
  await channel.run("analyse");
  expect(await counted()).toBe(conversation.length + 1);

  await inWorkspace(stage.db, channel.workspaceId, (scope) => deleteChannel(scope, channel.id));
  expect(await counted()).toBe(conversation.length + 1);
});
