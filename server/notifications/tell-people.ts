import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { tellNews, workspacesWithNews } from "./news-queries.ts";

/** Looks through what happened and writes it down for whom it concerns. Their browsers read it at once. */
export async function tellPeople({ db, events }: Pick<Deps, "db" | "events">): Promise<void> {
  for (const workspaceId of await workspacesWithNews(db))
    await inWorkspace(db, workspaceId, async (scope) => {
      if ((await tellNews(scope)) > 0) await events.notify(scope, { type: "notifications" });
    });
}
