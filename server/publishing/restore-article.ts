import { recordActivity } from "../activity/index.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict, notFound } from "../errors.ts";
import { getArticle } from "../library/articles/index.ts";
import { lockArticleRow } from "../library/edit/index.ts";
import { articleChanged, listChannelsOfArticle } from "../library/index.ts";
import { chooseFirstState } from "../library/retract/index.ts";
import { deleteFromTrash, moveFromTrash } from "../library/trash/index.ts";
import { getPublication } from "./queries.ts";
import { checkPageNow } from "./retry-publication.ts";

type AnnounceDeps = Pick<Deps, "queue" | "events" | "secrets">;

/** Restores an article from the trash. Workers also restore its pages from the platforms' trash. */
export async function restoreArticle(
  deps: AnnounceDeps,
  scope: WorkspaceScope,
  articleId: string,
  by: string,
): Promise<void> {
  const article = await lockArticleRow(scope, articleId);
  if (!article) throw notFound("article");
  if (article.state !== "trashed" || !article.trashed) throw conflict("This article is not in the trash.");
  const { state, stateReason, archived } = article.trashed;
  // Restoring a dismissed article publishes it.
  const stood = state === "stands" || state === "dismissed";
  const becomes =
    stood && article.channelId
      ? await chooseFirstState(scope, article.channelId)
      : { state: stood ? ("stands" as const) : state, stateReason: stood ? null : stateReason };
  await moveFromTrash(scope, article, becomes);
  for (const id of archived) {
    const page = await getPublication(scope, id).catch(() => null);
    if (page?.state !== "removed") continue;
    await checkPageNow(deps, scope, page, { ifGone: "restore", trouble: null, notice: null });
  }
  await articleChanged.announce(deps, scope, { articleId });
  const { title, channelName } = await getArticle(scope, articleId);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `“${title}” from #${channelName} was restored from the trash.`,
    data: { articleId, title, channel: channelName },
    channelIds: await listChannelsOfArticle(scope, articleId),
    by,
  });
  await deps.events.notify(scope, { type: "article", id: articleId });
  await deps.events.notify(scope, { type: "inbox" });
}

/** Deletes articles permanently. Their pages stay, published or in the platform's trash. Returns the number of articles. */
export async function emptyTrash(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  ids: string[],
  by: string | null,
): Promise<number> {
  for (const id of ids) await deps.events.notify(scope, { type: "article", id });
  const gone = await deleteFromTrash(scope, ids);
  if (gone.length === 0) return 0;
  const many = gone.length === 1 ? "1 article was" : `${gone.length} articles were`;
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${many} deleted from the trash for good.`,
    data: { articles: gone.length },
    by,
  });
  return gone.length;
}
