import { and, eq, sql } from "drizzle-orm";
import { channels } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { ArticleRow } from "../library/articles/queries.ts";
import { recordDecision, type UndoableDecision } from "../library/decisions.ts";
import type { Publisher } from "../library/events.ts";
import { changeStanding } from "../library/retract/hold-back.ts";
import { readReviewSettings } from "../library/review-settings.ts";

export interface FirstArticleDecision {
  choice: "approve" | "decline";
  /** What was decided, in a sentence for the history. */
  what: string;
  /** Null: who gave the answer, in the chat. */
  by: string | null;
}

/** One of the first articles of a channel is published, or stays in the library. It is locked. */
export async function decideFirstArticle(
  deps: Publisher,
  scope: WorkspaceScope,
  article: ArticleRow,
  { choice, what, by }: FirstArticleDecision,
): Promise<{ trust: string; undo: UndoableDecision }> {
  const isApproved = choice === "approve";
  await changeStanding(deps, scope, article.id, {
    standing: isApproved ? "stands" : "library-only",
    standingReason: isApproved ? null : "Somebody decided that this article stays in the library.",
    reason: what,
  });
  const isTrusted = isApproved && article.channelId ? await countApproval(scope, article.channelId) : false;
  const trust = isTrusted ? ` #${article.channelName} is trusted from now on.` : "";
  const undo = await recordDecision(deps, scope, {
    subject: `first-article.${article.id}`,
    articleId: article.id,
    title: article.title,
    choice,
    before: { standing: article.standing, standingReason: article.standingReason },
    by,
    what: what + trust,
  });
  return { trust, undo };
}

/** True when it makes the channel trusted. */
async function countApproval(scope: WorkspaceScope, channelId: string): Promise<boolean> {
  const { approvalsToTrust } = await readReviewSettings(scope);
  const isChannel = and(eq(channels.workspaceId, scope.workspaceId), eq(channels.id, channelId));
  const [channel] = await scope.tx
    .update(channels)
    .set({
      approvals: sql`${channels.approvals} + 1`,
      trustedAt: sql`case when ${channels.approvals} + 1 >= ${approvalsToTrust} then coalesce(${channels.trustedAt}, now()) end`,
    })
    .where(isChannel)
    .returning({ approvals: channels.approvals });
  return channel?.approvals === approvalsToTrust;
}
