import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listExpiredTrash } from "../library/trash/index.ts";
import { emptyTrash } from "../publishing/index.ts";
import type { ScheduledJob } from "./job.ts";

/**
 * The limit per execution, so that a workspace with thousands of removed articles does not delay others. The next execution
 * deletes the rest.
 */
const ARTICLES_A_TIME = 2_000;

/** Deletes articles that have been in the trash for 30 days. */
export const emptyTrashJob: ScheduledJob = {
  name: "empty-trash",
  everySeconds: 60,
  timeLimitSeconds: 600,
  run: emptyExpiredTrash,
};

export async function emptyExpiredTrash(deps: Pick<Deps, "db" | "events">): Promise<void> {
  const expired = await listExpiredTrash(deps.db, ARTICLES_A_TIME);
  for (const [workspaceId, rows] of Map.groupBy(expired, (row) => row.workspaceId)) {
    const ids = rows.map(({ id }) => id);
    await inWorkspace(deps.db, workspaceId, (scope) => emptyTrash(deps, scope, ids, null));
  }
}
