import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { insertNotificationsOfNews, listWorkspacesWithNews } from "./news-queries.ts";

/** Inserts notifications of recent events, and refreshes open browsers. Another job sends mails. */
export async function notifyPeople({ db, events }: Pick<Deps, "db" | "events">): Promise<void> {
  for (const workspaceId of await listWorkspacesWithNews(db))
    await inWorkspace(db, workspaceId, async (scope) => {
      if ((await insertNotificationsOfNews(scope)) > 0) await events.notify(scope, { type: "notifications" });
    });
}
