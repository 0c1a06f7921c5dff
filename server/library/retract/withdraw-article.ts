import type { DetectionSettings, LocalEngine } from "../../../engine/contract.ts";
import { SENSITIVITY } from "../../../shared/domain/detection.ts";
import { recordActivity } from "../../activity/index.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { StoredConversation } from "../../ingest/conversations/index.ts";
import { lockArticleRow, saveNewContent } from "../articles/article-queries.ts";
import { buildSearchText } from "../articles/content-text.ts";
import { lockConversation } from "../articles/conversation-queries.ts";
import { deleteAllSources } from "../articles/source-queries.ts";
import { insertVersion } from "../articles/version-queries.ts";
import { dropSearchWords } from "../articles/word-queries.ts";
import { articleChanged, wordsRetracted } from "../events.ts";
import { lockMessagesOfConversation } from "../save/lock-messages.ts";
import { deleteRecheck, explainRecheck, findRecheck } from "./recheck-queries.ts";

/** The title on the pages of an article that no conversation confirms any longer. */
export const WITHDRAWN_TITLE = "An article that was withdrawn";

const NOTHING_LEFT = "All its source messages were deleted in the chat.";
const TOO_LITTLE_LEFT = "Too little of its conversation is left after a deletion.";

/**
 * True if a message was deleted and the rest of the conversation answers nothing. Also true if the rest would not be
 * written even at the most generous setting. Without a deletion an article is only rewritten, never withdrawn, so a
 * joke at the end of a thread retracts nothing. An answer stays even if it was recognised only by the thanks after it,
 * and the thanks were deleted.
 */
export async function isTooLittleLeft(
  deps: Deps,
  {
    conversation,
    articleId,
    engine,
    settings,
  }: {
    conversation: StoredConversation;
    articleId: string;
    engine: LocalEngine;
    settings: DetectionSettings;
  },
): Promise<boolean> {
  const recheck = await inWorkspace(deps.db, conversation.workspaceId, (scope) => findRecheck(scope, articleId));
  if (!recheck?.causes.some(({ what }) => what === "deleted")) return false;
  const generous = await engine.detect(conversation, { ...settings, sensitivity: SENSITIVITY.max });
  return !generous.isKnowledge && !generous.seemsUnanswered;
}

/**
 * Withdraws an article: its pages say so, and people's edits on them stay. The article is published again automatically
 * when its conversation confirms an article again. Returns false if it was already withdrawn. Throws
 * `ConversationChanged`.
 */
export async function withdrawArticle(
  deps: Pick<Deps, "queue" | "events" | "secrets">,
  scope: WorkspaceScope,
  {
    articleId,
    conversation,
    channelName,
  }: {
    articleId: string;
    conversation: StoredConversation | null;
    channelName: string;
  },
): Promise<boolean> {
  if (conversation) {
    await lockMessagesOfConversation(scope, conversation);
    await lockConversation(scope, conversation.id);
  }
  const known = await lockArticleRow(scope, articleId);
  if (!known) return false;
  const recheck = await deleteRecheck(scope, articleId);
  if (known.state === "withdrawn" && known.body.length === 0) return false;
  const why = conversation && conversation.messages.length > 0 ? TOO_LITTLE_LEFT : NOTHING_LEFT;
  const cause = explainRecheck(recheck?.causes ?? []);
  const reason = cause ? `${cause} ${why}` : why;
  const version = known.version + 1;
  const nothing = { title: WITHDRAWN_TITLE, summary: [], body: [] };
  const empty = { ...nothing, summaryText: "", bodyText: "", tags: [], keywords: [] };
  const labels = { redactions: [], hand: {}, reasons: [], authorName: null };
  await saveNewContent(scope, articleId, {
    ...empty,
    ...labels,
    state: "withdrawn",
    stateReason: why,
    version,
  });
  await dropSearchWords(scope, buildSearchText(known), buildSearchText(empty));
  await insertVersion(scope, articleId, { ...known, ...nothing, ...empty, hand: {}, version }, { reason });
  await deleteAllSources(scope, articleId);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `An article from #${channelName} was withdrawn. ${reason}`,
    data: { articleId, channel: channelName },
  });
  await wordsRetracted.announce(null, scope, { articleId });
  await articleChanged.announce(deps, scope, { articleId });
  await deps.events.notify(scope, { type: "article", id: articleId });
  return true;
}
