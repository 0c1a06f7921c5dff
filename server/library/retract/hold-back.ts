import { recordActivity } from "../../activity/index.ts";
import type { ArticleState } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict } from "../../errors.ts";
import { getChannel } from "../../ingest/index.ts";
import { incrementVersion, lockArticleRow, lockArticlesOfChannel } from "../articles/article-queries.ts";
import { insertVersion } from "../articles/version-queries.ts";
import { articleChanged, type EventDeps, wordsRetracted } from "../events.ts";
import {
  findTrust,
  hasUnreleasedChannel,
  holdChannelBack,
  holdChannelNoMore,
  isChannelOfTarget,
  releaseArticle,
  releaseChannel,
  takeReleasesBack,
} from "../review-queries.ts";

/**
 * A channel was made private: its articles are taken back from every platform until a person decides, and what is written
 * from it from now on waits too. Called twice it does nothing twice. Answers how many articles are held.
 */
export async function holdChannel(deps: EventDeps, scope: WorkspaceScope, channelId: string): Promise<number> {
  const channel = await getChannel(scope, channelId);
  await holdChannelBack(scope, channelId);
  const ids = await lockArticlesOfChannel(scope, channelId, "stands");
  const reason = heldReason(channel.name);
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

export const heldReason = (channelName: string) =>
  `#${channelName} is private, and a knowledge platform may be read by more people than its members. This article is held back from there until somebody decides who may read it. Where only members of #${channelName} read a platform, an owner or admin can say so under Configuration.`;

export interface HeldDecision {
  articleId: string;
  /** `show`: publish it again all the same. `library-only`: it stays in the library and nowhere else. */
  choice: "show" | "library-only";
  /** The same for every article of its channel that waits, and for those to come. */
  wholeChannel: boolean;
}

/** A person decides. Answers how many articles that was about. */
export async function decideHeld(deps: EventDeps, scope: WorkspaceScope, decision: HeldDecision): Promise<number> {
  const article = await lockArticleRow(scope, decision.articleId);
  const waits = article?.state === "held" || article?.state === "library-only";
  // Its targets hold back one that is shown, while it may be read by fewer people than they are.
  if (!article || !(waits || (await isNarrow(scope, article)))) throw conflict("This article is not held back.");
  const { channelId } = article;
  const isForAll = decision.wholeChannel && channelId !== null;
  if (isForAll && decision.choice === "show") {
    await holdChannelNoMore(scope, channelId);
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
  else await takeReleasesBack(scope, ids);
  for (const id of ids) await changeState(deps, scope, id, decision.choice === "show" ? shown : kept);
  return ids.length;
}

const isNarrow = async (scope: WorkspaceScope, { id, state }: { id: string; state: ArticleState }) =>
  state === "stands" && (await hasUnreleasedChannel(scope, id));

/** How an article that is written from this channel now begins; a target that only its members read takes it as it is. */
export async function stateIn(
  scope: WorkspaceScope,
  channelId: string,
): Promise<{ state: ArticleState; stateReason: string | null }> {
  const channel = await findTrust(scope, channelId);
  return channel?.heldSince && !(await isChannelOfTarget(scope, channelId))
    ? { state: "held", stateReason: heldReason(channel.name) }
    : { state: "stands", stateReason: null };
}

/** The words stay in the library; a new version, so that every page follows. */
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
