import type { WrittenArticle } from "../../../shared/domain/article.ts";
import { newId } from "../../db/new-id.ts";
import type { StateBeforeDecision } from "../../db/schema.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { storeVerdicts } from "../../ingest/conversations/index.ts";
import { lockArticleRow, setState } from "../articles/article-queries.ts";
import { lockConversation, moveConversationOfArticle } from "../articles/conversation-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { getVersionPair } from "../articles/version-queries.ts";
import { insertDecision, WRITTEN_BY_MODEL } from "../decision-queries.ts";
import { lockArticleCreation } from "../dedupe/candidate-queries.ts";
import { turnIntoRedirect } from "../dedupe/own-article.ts";
import { restoreConversations } from "../dedupe/undo-merge.ts";
import { changeContent } from "../edit/change-content.ts";
import { articleChanged, type EventDeps } from "../events.ts";
import { ConversationChanged, lockMessagesOfConversation } from "./lock-messages.ts";
import { updateArticle } from "./save-article.ts";
import { createOtherArticles, isUntouchedExcerpt, type JudgedMatter } from "./save-written.ts";

export interface ExcerptWriting extends JudgedMatter {
  /** The version of the article that the model was given. */
  article: Pick<ArticleRow, "id" | "version">;
  written: [WrittenArticle, ...WrittenArticle[]];
  /** The person who requested the writing, and its run. */
  by: string | null;
  runId: string;
}

/**
 * Replaces an article made of chat sentences by a language model's text. The old text stays in the history, and the
 * change can be undone within a day. Throws `ConversationChanged` if the article or its conversation changed meanwhile.
 */
export function replaceExcerpt(deps: Deps, writing: ExcerptWriting): Promise<void> {
  const { conversation, fingerprint, finding, written, by, runId } = writing;
  const [first, ...others] = written;
  return inWorkspace(deps.db, conversation.workspaceId, async (scope) => {
    await lockMessagesOfConversation(scope, conversation);
    const { articleId, isEvidence, rowVersion } = await lockConversation(scope, conversation.id);
    await lockArticleCreation(scope);
    const article = await lockArticleRow(scope, writing.article.id);
    if (articleId !== writing.article.id || isEvidence || !article || !isUntouchedExcerpt(article))
      throw new ConversationChanged("The excerpt changed while it was written up");
    if (article.version !== writing.article.version)
      throw new ConversationChanged("The excerpt has another version by now");
    const judged = { ...conversation, rowVersion };
    await storeVerdicts(scope, [{ conversation: judged, fingerprint, finding, reasons: finding.reasons }]);
    const { stays, made } = await createOtherArticles(deps, scope, writing, { first, others });
    const reason = "It was written up by a language model. The excerpt is the version before.";
    await updateArticle(deps, scope, article.id, { ...writing, article: first, conversation: stays, reason });
    await insertDecision(scope, {
      id: newId(),
      subject: WRITTEN_BY_MODEL,
      mark: runId,
      articleId: article.id,
      choice: "write",
      before: beforeOf(article, conversation.id, made),
      decidedBy: by,
    });
    await deps.events.notify(scope, { type: "inbox" });
  });
}

const beforeOf = (
  { version, state, stateReason, confidence, reasons }: ArticleRow,
  conversationId: string,
  made: { articleId: string; conversationId: string }[],
): StateBeforeDecision => ({
  versions: { made: version + 1, before: version },
  writtenFrom: [conversationId],
  state,
  stateReason,
  confidence,
  reasons,
  articles: made.map(({ articleId }) => articleId),
  moved: made.map((one) => ({ conversationId: one.conversationId, articleId: one.articleId, isEvidence: false })),
});

/**
 * Restores the text from before the model's in a new version. Other articles that the model wrote from it become
 * redirects to it.
 */
export async function restoreExcerpt(
  deps: EventDeps,
  scope: WorkspaceScope,
  article: ArticleRow,
  { versions, writtenFrom = [], articles = [], moved = [], ...was }: StateBeforeDecision,
): Promise<void> {
  if (!versions) return;
  if (article.version !== versions.made) throw conflict("The article was changed since. It stays as it is.");
  const others = [];
  for (const id of articles) {
    const other = await lockArticleRow(scope, id);
    if (!other || other.state === "merged" || other.state === "trashed") continue;
    if (other.version !== 1) throw conflict("An article that was written beside it was changed since. Both stay.");
    others.push(other);
  }
  for (const { id } of others) {
    const ofOther = moved.filter(({ articleId }) => articleId === id);
    const toExcerpt = ofOther.map((one) => ({ ...one, articleId: article.id, isEvidence: true }));
    await restoreConversations(scope, id, { moved: toExcerpt });
  }
  const { after } = await getVersionPair(scope, article.id, versions.before);
  const { title, summary, body, engine, labels } = after;
  const { contentType, category, difficulty, priority, tags, hand } = labels ?? article;
  await changeContent(deps, scope, article, {
    title,
    summary,
    body,
    engine,
    contentType,
    category,
    difficulty,
    priority,
    tags,
    hand,
    form: "excerpt",
    confidence: was.confidence ?? article.confidence,
    reasons: was.reasons ?? article.reasons,
    reason: "The excerpt was restored.",
  });
  for (const id of writtenFrom) await moveConversationOfArticle(scope, article.id, id, { isEvidence: false });
  if (was.state && was.state !== article.state) {
    await setState(scope, article.id, { state: was.state, stateReason: was.stateReason ?? null });
    await articleChanged.announce(deps, scope, { articleId: article.id });
  }
  for (const { id } of others)
    await turnIntoRedirect(deps, scope, { from: id, to: article.id, reason: "The excerpt was restored." });
}
