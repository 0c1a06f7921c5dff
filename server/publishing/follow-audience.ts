import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { lockArticleRow } from "../library/edit/index.ts";
import { holdChannelNoMore } from "../library/index.ts";
import { changeState, explainHold } from "../library/retract/index.ts";
import { findNarrowness, lockArticlesOfAudience } from "./held-queries.ts";
import { requestPublications } from "./request-publications.ts";

type Announced = Pick<Deps, "queue" | "events" | "secrets">;

/** The readers of a target changed: publishes articles of private channels there, or retracts them. */
export async function followReaders(deps: Announced, scope: WorkspaceScope): Promise<void> {
  for (const id of await lockArticlesOfAudience(scope, null)) await followAudience(deps, scope, id);
}

/** A channel was made public: releases everything that was held because of it. */
export async function followPublicChannel(deps: Announced, scope: WorkspaceScope, of: { channelId: string }) {
  await holdChannelNoMore(scope, of.channelId);
  await followChannel(deps, scope, of);
}

/** A channel was made public or private: settles the same for every article with messages of it. */
export async function followChannel(
  deps: Announced,
  scope: WorkspaceScope,
  { channelId }: { channelId: string },
): Promise<void> {
  for (const id of await lockArticlesOfAudience(scope, channelId)) await followAudience(deps, scope, id);
}

/**
 * Releases a held article when its readers are unrestricted or a target may take it; holds one that no target may take
 * any more.
 */
async function followAudience(deps: Announced, scope: WorkspaceScope, articleId: string): Promise<void> {
  const article = await lockArticleRow(scope, articleId);
  if (!article) return;
  const { isNarrow, targets, takes } = await findNarrowness(scope, articleId);
  if (article.state === "held" && (!isNarrow || takes > 0)) {
    const reason = isNarrow ? "A knowledge platform is read by its readers only." : "Everybody may read it now.";
    await changeState(deps, scope, articleId, { state: "stands", stateReason: null, reason });
  } else if (article.state === "stands" && isNarrow && targets > 0 && takes === 0) {
    const reason = explainHold(article.channelName);
    await changeState(deps, scope, articleId, { state: "held", stateReason: reason, reason });
  } else await requestPublications(deps, scope, articleId);
}
