import { ConnectorError, MissingPermission, RateLimited, Unreachable } from "../../../connectors/errors.ts";
import { recordActivity } from "../../activity/index.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getChannel } from "../../ingest/index.ts";
import { type ChatAnswerRow, writeAnswer as writeRow } from "./chat-answer-queries.ts";

const LONGEST_PAUSE_SECONDS = 600;

/** Retries transient failures with growing pauses. Gives up on permanent ones, and reports a missing permission. */
export async function postpone(deps: Deps, row: ChatAnswerRow, error: unknown): Promise<void> {
  const isKnown = error instanceof ConnectorError;
  if (!isKnown) deps.log.warn({ err: safeDatabaseError(error), answer: row.id }, "An answer waits after a failure");
  const isRefused = isKnown && !["rate-limited", "unreachable", "credentials-rejected"].includes(error.code);
  const pauseMs =
    error instanceof RateLimited
      ? error.retryAfterMs
      : Math.min(LONGEST_PAUSE_SECONDS, 2 ** Math.min(row.attempts, 10)) * 1000;
  await inWorkspace(deps.db, row.workspaceId, async (scope) => {
    if (isRefused) {
      await writeRow(scope, row, { state: "over" });
      if (error instanceof MissingPermission) await sayWhy(deps, scope, row, error);
      return;
    }
    const isCertain = error instanceof RateLimited || (error instanceof Unreachable && !error.mayHaveHappened);
    const openMs = row.state === "to-answer" && !isCertain ? deps.env.UNRESOLVED_WAIT_SECONDS * 1000 : 0;
    const nextAttemptAt = new Date(Date.now() + Math.max(pauseMs, openMs));
    await writeRow(scope, row, { nextAttemptAt, ...(isCertain && !row.intentAt && { intentAt: null }) });
  });
}

async function sayWhy(deps: Deps, scope: WorkspaceScope, row: ChatAnswerRow, error: ConnectorError): Promise<void> {
  const name = row.channelId === null ? null : (await getChannel(scope, row.channelId)).name;
  const where = name === null ? "A question in a direct message" : `A question in #${name}`;
  await recordActivity(scope, deps.events, {
    type: "error",
    message: `${where} could not be answered there: ${error.message}`,
    ...(name !== null && row.channelId !== null && { data: { channel: name }, channelIds: [row.channelId] }),
  });
}
