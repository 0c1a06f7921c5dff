import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { lockArticleRow } from "../library/edit/index.ts";
import { endChannelHold } from "../library/index.ts";
import { changeState, explainPrivateChannelHold } from "../library/retract/index.ts";
import { findAudienceReach, lockArticlesOfAudience } from "./held-queries.ts";
import { requestPublications } from "./request-publications.ts";

type AnnounceDeps = Pick<Deps, "queue" | "events" | "secrets">;

/** Publishes or retracts articles of private channels after the readers of a target changed. */
export async function updateHoldsOfPrivateArticles(deps: AnnounceDeps, scope: WorkspaceScope): Promise<void> {
  for (const id of await lockArticlesOfAudience(scope, null)) await updateHold(deps, scope, id);
}

/** Releases everything that was held because a channel was private. Called after the channel was made public. */
export async function releasePublicChannel(deps: AnnounceDeps, scope: WorkspaceScope, of: { channelId: string }) {
  await endChannelHold(scope, of.channelId);
  await updateHoldsOfChannel(deps, scope, of);
}

/** Updates every article with messages of a channel that was made public or private. */
export async function updateHoldsOfChannel(
  deps: AnnounceDeps,
  scope: WorkspaceScope,
  { channelId }: { channelId: string },
): Promise<void> {
  for (const id of await lockArticlesOfAudience(scope, channelId)) await updateHold(deps, scope, id);
}

/**
 * Releases a held article if everybody may read it or a target accepts it. Holds an article that no target accepts any
 * longer.
 */
async function updateHold(deps: AnnounceDeps, scope: WorkspaceScope, articleId: string): Promise<void> {
  const article = await lockArticleRow(scope, articleId);
  if (!article) return;
  const { isNarrow, targets, takes } = await findAudienceReach(scope, articleId);
  if (article.state === "held" && (!isNarrow || takes > 0)) {
    const reason = isNarrow ? "A knowledge platform is read by its readers only." : "Everybody may read it now.";
    await changeState(deps, scope, articleId, { state: "stands", stateReason: null, reason });
  } else if (article.state === "stands" && isNarrow && targets > 0 && takes === 0) {
    const reason = explainPrivateChannelHold(article.channelName);
    await changeState(deps, scope, articleId, { state: "held", stateReason: reason, reason });
  } else await requestPublications(deps, scope, articleId);
}
