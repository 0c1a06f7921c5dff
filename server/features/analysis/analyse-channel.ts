import type { ChannelOutcome } from "../../db/schema.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { readMessages } from "../../pipeline/read-messages.ts";
import type { ChannelRow } from "../channels/queries.ts";
import { keysOf } from "./conversation-queries.ts";
import { groupNextMessages } from "./group-messages.ts";
import { judgeConversations } from "./judge-conversations.ts";
import type { OpenSource } from "./open-source.ts";
import type { RunWork } from "./run-work.ts";
import { storeMessages } from "./store-messages.ts";
import { Tally } from "./tally.ts";

export interface Analysis {
  channel: ChannelRow;
  /** Null: there is nothing to read from (the channel came from an export), only what is stored. */
  source: OpenSource | null;
  /** Only so many of the newest messages, with the conversations they belong to; the cursor stays. */
  newest?: number;
}

/** The whole line: read → group → detect → write → save → ask for publication. Can be stopped anywhere and done again. */
export async function analyseChannel(deps: Deps, work: RunWork, analysis: Analysis): Promise<ChannelOutcome> {
  const { channel, source, newest } = analysis;
  const inScope = <T>(task: (scope: WorkspaceScope) => Promise<T>) => inWorkspace(deps.db, work.workspaceId, task);
  const tally = new Tally(work, channel);
  const newestIds: string[] = [];

  if (source) {
    await work.report({ step: `Reading #${channel.name}` });
    if (newest) tally.forgetReading();
    const cursor = newest ? null : channel.cursor;
    const pages = readMessages(source.source, source.config, channel.externalId, cursor, {
      ...(newest && { newest }),
      signal: work.attempt.signal,
    });
    for await (const page of pages) {
      await inScope((scope) =>
        storeMessages(scope, channel.id, page, {
          from: "platform",
          readingSince: source.since,
          ...(!newest && { nextCursor: page.nextCursor }),
        }),
      );
      if (newest) newestIds.push(...page.messages.slice(-newest).map(({ externalId }) => externalId));
      await tally.read(newest ? { ...page, messages: page.messages.slice(-newest) } : page);
      await work.pauseIfDue();
    }
  }

  await work.report({ step: `Grouping the talk in #${channel.name}` });
  while ((await inScope((scope) => groupNextMessages(scope, channel.id))) > 0) await work.pauseIfDue();

  await work.report({ step: `Looking for knowledge in #${channel.name}` });
  const keys = newest ? await inScope((scope) => keysOf(scope, channel.id, newestIds)) : undefined;
  await judgeConversations(deps, work, { channel, ...(keys && { keys }), onJudged: (saved) => tally.judged(saved) });
  return tally.outcome();
}
