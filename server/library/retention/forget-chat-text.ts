import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { forgetMessages } from "../../ingest/messages/index.ts";
import { forgetQuotes, listChannelsToForget, listWorkspacesWithRetention, readRetention } from "./retention-queries.ts";

/** Rows per transaction. A transaction then lasts a fraction of a second, and only delays reading this channel. */
const ROWS_A_TIME = 500;
/** Rows of one workspace per run, so that years of messages do not delay others. The next run continues. */
const ROWS_A_RUN = 50_000;

type RetentionDeps = Pick<Deps, "db" | "secrets">;

/**
 * Erases chat text after its retention period. Each step is a transaction that searches for the remaining rows. A run
 * may therefore be stopped at any time, and a changed setting takes effect with the next step.
 */
export async function forgetChatText(deps: RetentionDeps, isStopped: () => boolean = () => false): Promise<void> {
  for (const workspaceId of await listWorkspacesWithRetention(deps.db)) {
    if (isStopped()) return;
    await eraseOldTextOfWorkspace(deps, workspaceId, isStopped);
  }
}

async function eraseOldTextOfWorkspace(
  { db, secrets }: RetentionDeps,
  workspaceId: string,
  isStopped: () => boolean,
): Promise<void> {
  let left = ROWS_A_RUN;
  /** Returns false if nothing is left to erase. */
  const step = async (forget: (scope: WorkspaceScope, keepDays: number) => Promise<number>) => {
    const count = await inWorkspace(db, workspaceId, async (scope) => {
      const { keepDays } = await readRetention(scope);
      return keepDays === null ? 0 : forget(scope, keepDays);
    });
    left -= count;
    return count === ROWS_A_TIME && left > 0 && !isStopped();
  };
  const channels = await inWorkspace(db, workspaceId, async (scope) => {
    const { keepDays } = await readRetention(scope);
    return keepDays === null ? [] : listChannelsToForget(scope, keepDays);
  });
  for (const channelId of channels) {
    if (left <= 0 || isStopped()) break;
    const given = { channelId, most: ROWS_A_TIME };
    while (await step((scope, keepDays) => forgetMessages(scope, secrets, { ...given, keepDays })));
  }
  while (await step(forgetQuotesIfChosen));
}

async function forgetQuotesIfChosen(scope: WorkspaceScope, keepDays: number): Promise<number> {
  const { keepsQuotes } = await readRetention(scope);
  return keepsQuotes ? 0 : forgetQuotes(scope, keepDays, ROWS_A_TIME);
}
