import { recordActivity } from "../../activity/index.ts";
import type { ArticleState } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict } from "../../errors.ts";
import { getChannel } from "../../ingest/channels/index.ts";
import { incrementVersion, lockArticleRow, lockArticlesOfChannel } from "../articles/article-queries.ts";
import { insertVersion } from "../articles/version-queries.ts";
import { articleChanged, type EventDeps, wordsRetracted } from "../events.ts";
import {
  endChannelHold,
  findChannelTrust,
  hasTargetOfChannel,
  hasUnreleasedChannel,
  releaseArticle,
  releaseChannel,
  startChannelHold,
  withdrawReleases,
} from "../review-queries.ts";

/**
 * Retracts a channel's articles from every platform after the channel was made private, until a person decides. Later
 * articles from the channel are held too. A second call has no further effect. Returns the number of held articles.
 */
export async function holdChannel(deps: EventDeps, scope: WorkspaceScope, channelId: string): Promise<number> {
  const channel = await getChannel(scope, channelId);
  await startChannelHold(scope, channelId);
  const ids = await lockArticlesOfChannel(scope, channelId, "stands");
  const reason = explainPrivateChannelHold(channel.name);
  for (const id of ids) await changeState(deps, scope, id, { state: "held", stateReason: reason, reason });
  if (ids.length > 0) {
    const many = ids.length === 1 ? "1 article is" : `${ids.length} articles are`;
    await recordActivity(scope, deps.events, {
      type: "change",
      message: `#${channel.name} was made private: ${many} held back until somebody decides who may read it.`,
      data: { channel: channel.name, articles: ids.length },
      channelIds: [channelId],
    });
  }
  await deps.events.notify(scope, { type: "channel", id: channelId });
  return ids.length;
}

export const explainPrivateChannelHold = (channelName: string) =>
  `#${channelName} is private, and a knowledge platform may be read by more people than its members. This article is held back from there until somebody decides who may read it. Where only members of #${channelName} read a platform, an owner or admin can say so under Knowledge Mgmt Tools.`;

export interface HeldArticlesDecision {
  articleId: string;
  /** `show`: publish the article again. `library-only`: keep it in the library only. */
  choice: "show" | "library-only";
  /** Apply the choice to every held article of its channel, and to later ones. */
  wholeChannel: boolean;
}

/** Carries out a person's decision. Returns the number of articles that it affected. */
export async function decideHeldArticles(
  deps: EventDeps,
  scope: WorkspaceScope,
  decision: HeldArticlesDecision,
): Promise<number> {
  const article = await lockArticleRow(scope, decision.articleId);
  const waits = article?.state === "held" || article?.state === "library-only";
  // A published article can also be held on single targets, because their readers may not read it.
  if (!article || !(waits || (await isHeldFromTarget(scope, article))))
    throw conflict("This article is not held back.");
  const { channelId } = article;
  const isForAll = decision.wholeChannel && channelId !== null;
  if (isForAll && decision.choice === "show") {
    await endChannelHold(scope, channelId);
    await releaseChannel(scope, channelId);
  }
  const others = isForAll ? await lockArticlesOfChannel(scope, channelId, "held") : [];
  const ids = [...new Set([decision.articleId, ...others])];
  const shown = {
    state: "stands" as const,
    stateReason: null,
    reason: `A person decided that it may be read outside #${article.channelName}.`,
  };
  const kept = {
    state: "library-only" as const,
    stateReason: "Somebody decided that this article stays in the library.",
    reason: "A person decided that it stays in the library.",
  };
  if (decision.choice === "show") await releaseArticle(scope, decision.articleId);
  else await withdrawReleases(scope, ids);
  for (const id of ids) await changeState(deps, scope, id, decision.choice === "show" ? shown : kept);
  return ids.length;
}

const isHeldFromTarget = async (scope: WorkspaceScope, { id, state }: { id: string; state: ArticleState }) =>
  state === "stands" && (await hasUnreleasedChannel(scope, id));

/**
 * The first state of a new article from this channel. In a held channel the article is held, unless only members of the
 * channel read an active target.
 */
export async function chooseFirstState(
  scope: WorkspaceScope,
  channelId: string,
): Promise<{ state: ArticleState; stateReason: string | null }> {
  const channel = await findChannelTrust(scope, channelId);
  return channel?.heldSince && !(await hasTargetOfChannel(scope, channelId))
    ? { state: "held", stateReason: explainPrivateChannelHold(channel.name) }
    : { state: "stands", stateReason: null };
}

/** Changes the state. The text stays in the library; the new version makes every page update. */
export async function changeState(
  deps: EventDeps,
  scope: WorkspaceScope,
  articleId: string,
  {
    reason,
    by = null,
    ...change
  }: { state: ArticleState; stateReason: string | null; reason: string; by?: string | null },
): Promise<void> {
  const row = await incrementVersion(scope, articleId, change);
  if (!row) return;
  await insertVersion(scope, articleId, row, { reason, by });
  if (change.state !== "stands") await wordsRetracted.announce(null, scope, { articleId });
  await articleChanged.announce(deps, scope, { articleId });
  await deps.events.notify(scope, { type: "article", id: articleId });
}
