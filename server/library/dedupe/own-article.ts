import type { ArticleText, Hand } from "../../../shared/domain/article.ts";
import { quoted, recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { insertArticle, setState } from "../articles/article-queries.ts";
import { textOf } from "../articles/content-text.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { insertVersion } from "../articles/version-queries.ts";
import { hashOfWord, wordsIn } from "../articles/words.ts";
import { shareReaders } from "../audience-queries.ts";
import { insertUnchangedVersion } from "../edit/change-content.ts";
import { articleChanged, type EventDeps, wordsRetracted } from "../events.ts";
import { findRecheck } from "../retract/recheck-queries.ts";
import { addCauses } from "../retract/request-rechecks.ts";

interface Own {
  /** Where it comes from: it has the same owner, kind, category and readers. */
  article: ArticleRow;
  own: ArticleText;
  title: string;
  /** Absent: the engine's title. */
  titleHand?: Hand;
  /** Where it was said, when not in the article's own channel. */
  channel?: { channelId: string; channelName: string };
  /** Where it comes from, in a sentence. */
  reason: string;
  by: string;
}

/** A person typed it. */
export const ownTitle = (title: string, by: string): Hand => ({
  what: "written",
  by,
  at: new Date().toISOString(),
  words: [...new Set(wordsIn(title))].map(hashOfWord),
});

/** An article of some sentences, without their sources. Answers its id. The article it comes from is locked. */
export async function insertOwnArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  { article, own, title, titleHand, channel, reason, by }: Own,
): Promise<string> {
  const id = newId();
  const { workspaceId: _, search: _search, createdAt: _created, updatedAt: _updated, ...same } = article;
  const hand = { ...(titleHand && { title: titleHand }), ...(article.hand.tags && { tags: article.hand.tags }) };
  const row = { ...same, ...channel, ...own, ...textOf(own), id, title, hand, version: 1 };
  await insertArticle(scope, { ...row, status: "processing", confirmedAt: null, confirmedBy: null });
  await insertVersion(scope, id, row, { reason, by });
  await shareReaders(scope, id, article.id);
  const recheck = await findRecheck(scope, article.id);
  if (recheck) await addCauses(scope, [id], recheck.causes);
  await recordActivity(scope, deps.events, {
    type: "article_created",
    message: `${quoted(title)}: ${reason}`,
    data: { articleId: id, title, channel: row.channelName },
    by,
  });
  await articleChanged.announce(deps, scope, { articleId: id });
  await deps.events.notify(scope, { type: "article", id });
  return id;
}

/** It becomes a redirect to where it came from. */
export async function redirectBack(
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
