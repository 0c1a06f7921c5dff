import { recordActivity } from "../activity/index.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { getArticle } from "../library/articles/index.ts";
import { listChannelsOfArticle } from "../library/index.ts";
import { type HeldTarget, listHoldingTargets } from "./held-queries.ts";

/** The reason, as a sentence, why the article must not be published on this target; null if it may be published. */
export async function explainPageHold(
  scope: WorkspaceScope,
  { articleId, integrationId }: { articleId: string; integrationId: string },
): Promise<string | null> {
  const [held] = await listHoldingTargets(scope, articleId, integrationId);
  return held ? describeHoldReason(held) : null;
}

export function describeHoldReason({ integrationName, ofArticle, ofTarget }: HeldTarget): string {
  const readers = ofTarget.length === 0 ? "everybody in the workspace" : `members of ${listed(ofTarget)}`;
  return `Held back: this article is for members of ${listed(ofArticle)}; ${integrationName} is read by ${readers}. An owner or admin can say under Knowledge Mgmt Tools who reads ${integrationName}.`;
}

/**
 * Records in the activity log that the article was held or removed from the target. Only the article's readers see the
 * entry.
 */
export async function recordHeld(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { articleId, hadPage, why }: { articleId: string; hadPage: boolean; why: string },
): Promise<void> {
  const { title } = await getArticle(scope, articleId);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `“${title}” was ${hadPage ? "taken back from its page" : "not published"}. ${why}`,
    data: { articleId, title },
    channelIds: await listChannelsOfArticle(scope, articleId),
  });
}

const listed = (names: string[]) => new Intl.ListFormat("en").format(names.map((name) => `#${name}`));
