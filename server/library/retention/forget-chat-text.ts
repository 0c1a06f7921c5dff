import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { forgetMessages } from "../../ingest/messages/index.ts";
import { forgetQuotes, listChannelsToForget, listForgetting, readRetention } from "./retention-queries.ts";

/** Rows per transaction: it lasts a fraction of a second, in which only this channel's reading waits. */
const ROWS_A_TIME = 500;
/** Rows of one workspace per run, so that years of messages block nobody; the rest follows in the next run. */
const ROWS_A_RUN = 50_000;

type Needs = Pick<Deps, "db" | "secrets">;

/**
 * Erases chat text after its retention period. Each step is a separate transaction that finds the remaining rows, so a run may
 * be stopped at any time, and a changed setting takes effect with the next step.
 */
export async function forgetChatText(deps: Needs, isStopped: () => boolean = () => false): Promise<void> {
  for (const workspaceId of await listForgetting(deps.db)) {
    if (isStopped()) return;
    await forgetIn(deps, workspaceId, isStopped);
  }
}

async function forgetIn({ db, secrets }: Needs, workspaceId: string, isStopped: () => boolean): Promise<void> {
  let left = ROWS_A_RUN;
  /** Returns false when nothing is left to do. */
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
