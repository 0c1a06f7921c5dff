import { quoteTitle, recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid } from "../../errors.ts";
import { getArticle } from "../articles/queries.ts";
import { namesOfPeople } from "../edit/people-queries.ts";
import { articleChanged, type EventDeps } from "../events.ts";
import { confirm, setOwner } from "./care-queries.ts";

type Announced = Pick<Deps, "events">;

/** A person confirms that the article is right as it is. Its pages show that too. */
export async function confirmArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  articleId: string,
  by: string,
): Promise<void> {
  const { title, state } = await getArticle(scope, articleId);
  if (state !== "stands" && state !== "library-only")
    throw conflict("This article is not active at the moment: there is nothing to confirm.");
  await confirm(scope, articleId, by);
  await articleChanged.announce(deps, scope, { articleId });
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${quoteTitle(title)} was confirmed: it is still right.`,
    data: { articleId, title },
    by,
  });
  await deps.events.notify(scope, { type: "article", id: articleId });
}

/** Sets the owner, who reviews the article from now on. */
export async function changeOwner(
  { events }: Announced,
  scope: WorkspaceScope,
  { articleId, ownerId, by }: { articleId: string; ownerId: string; by: string },
): Promise<void> {
  const { title } = await getArticle(scope, articleId);
  if (!(await setOwner(scope, articleId, ownerId)))
    throw invalid("This person is not in the workspace or may not read the article. Choose somebody else.");
  const name = (await namesOfPeople(scope, [ownerId])).get(ownerId) ?? "Somebody";
  await recordActivity(scope, events, {
    type: "change",
    message: `${quoteTitle(title)}: ${name} is the owner now.`,
    data: { articleId, title },
    by,
  });
  await events.notify(scope, { type: "article", id: articleId });
}
