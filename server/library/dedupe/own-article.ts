import type { ArticleText } from "../../../shared/domain/article.ts";
import type { PersonEdit } from "../../../shared/domain/person-edit.ts";
import { quoteTitle, recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { insertArticle, setState } from "../articles/article-queries.ts";
import { joinStatementTexts } from "../articles/content-text.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { insertVersion } from "../articles/version-queries.ts";
import { intersectAudiences } from "../audience-queries.ts";
import { insertUnchangedVersion } from "../edit/change-content.ts";
import { articleChanged, type EventDeps, wordsRetracted } from "../events.ts";
import { findRecheck } from "../retract/recheck-queries.ts";
import { addRecheckCauses } from "../retract/request-rechecks.ts";

interface SeparateArticle {
  /** The original article. The new article gets the same owner, content type, category and readers. */
  article: ArticleRow;
  own: ArticleText;
  title: string;
  /** If missing, the engine wrote the title. */
  titleHand?: PersonEdit;
  /** The sentences' channel, if it differs from the original article's channel. */
  channel?: { channelId: string; channelName: string };
  /** The sentences' labels, if they differ from the original article's labels. */
  labels?: Pick<ArticleRow, "tags" | "keywords">;
  /** A sentence about the new article's origin. */
  reason: string;
  by: string;
}

/** Inserts an article of some sentences, without their sources. Returns its id. The original article is locked. */
export async function insertSeparateArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  { article, own, title, titleHand, channel, labels, reason, by }: SeparateArticle,
): Promise<string> {
  const id = newId();
  const { workspaceId: _, search: _search, createdAt: _created, updatedAt: _updated, ...same } = article;
  const handOfTags = labels ? undefined : article.hand.tags;
  const hand = { ...(titleHand && { title: titleHand }), ...(handOfTags && { tags: handOfTags }) };
  const row = { ...same, ...channel, ...labels, ...own, ...joinStatementTexts(own), id, title, hand, version: 1 };
  await insertArticle(scope, { ...row, status: "processing", confirmedAt: null, confirmedBy: null });
  await insertVersion(scope, id, row, { reason, by });
  await intersectAudiences(scope, id, article.id);
  const recheck = await findRecheck(scope, article.id);
  if (recheck) await addRecheckCauses(scope, [id], recheck.causes);
  await recordActivity(scope, deps.events, {
    type: "article_created",
    message: `${quoteTitle(title)}: ${reason}`,
    data: { articleId: id, title, channel: row.channelName },
    by,
  });
  await articleChanged.announce(deps, scope, { articleId: id });
  await deps.events.notify(scope, { type: "article", id });
  return id;
}

/** Turns an article into a redirect to the article from which it was made. */
export async function turnIntoRedirect(
  deps: EventDeps,
  scope: WorkspaceScope,
  { from, to, reason }: { from: string; to: string; reason: string },
): Promise<void> {
  await setState(scope, from, {
    state: "merged",
    mergedInto: to,
    stateReason: "It was merged into another article.",
  });
  await insertUnchangedVersion(scope, from, reason);
  await deps.events.notify(scope, { type: "article", id: from });
  await wordsRetracted.announce(null, scope, { articleId: from });
  await articleChanged.announce(deps, scope, { articleId: from });
}
