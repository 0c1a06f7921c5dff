import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { buildThread, type StageChannel } from "../../../analysis/testing/analysis-stage.ts";
import { articles, threadQuestions } from "../../../db/schema.ts";
import type { LiveStage } from "../../../ingest/live/testing/live-stage.ts";
import { processQuestions } from "../ask-questions.ts";

export interface AskingChannel extends StageChannel {
  /** Slack's `ts` of the thread's first message. */
  root: string;
}

/** Channels of the stage that ask people in threads, and the results of questions. */
export function createAskingChannels(stage: LiveStage) {
  const put = ({ person }: StageChannel, url: string, payload: object) =>
    person.inject({ method: "PUT", url, payload });
  const questionsOf = ({ id }: StageChannel) =>
    stage.db.select().from(threadQuestions).where(eq(threadQuestions.channelId, id));
  const switchOn = (channel: StageChannel, isOn = true) =>
    put(channel, `/api/collaboration-channels/${channel.id}/questions`, { isOn });
  /** Does due work now, besides the worker that looks for it each second. */
  const stateOf = async (channel: StageChannel) => {
    await processQuestions(stage.deps);
    return (await questionsOf(channel)).map(({ state }) => state);
  };
  return {
    questionsOf,
    switchOn,
    stateOf,
    /** Makes new articles wait for review. */
    review: (channel: StageChannel) =>
      put(channel, "/api/review-settings", {
        reviewNewChannels: true,
        approvalsToTrust: 3,
        autoAcceptProposals: false,
      }),
    /** Returns a channel with one thread in which UBO answered UANA, already written up. */
    async newAskingChannel(before?: (channel: StageChannel) => Promise<unknown>): Promise<AskingChannel> {
      const said = buildThread("KNOW how to restart the printer?", "Hold the button for ten seconds.");
      const channel = await stage.newLiveChannel({ said, mode: "manual" });
      await switchOn(channel);
      await before?.(channel);
      await channel.run("analyse");
      return { ...channel, root: said[0]?.ts ?? "" };
    },
    async theQuestion(channel: StageChannel) {
      const [row] = await questionsOf(channel);
      if (!row) throw new Error("Nobody is asked.");
      return row;
    },
    async articleOf({ workspaceId }: StageChannel) {
      const [row] = await stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
      if (!row) throw new Error("There is no article.");
      return row;
    },
    /** Returns our bot's messages in the channel. */
    postsIn: ({ externalId }: StageChannel) =>
      stage.team.channel(externalId).messages.filter(({ bot_id }) => bot_id !== undefined),
    asked: (channel: StageChannel) => expect.poll(() => stateOf(channel)).toEqual(["asked"]),
  };
}
