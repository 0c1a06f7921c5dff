import type { QuestionAnswer } from "../../../connectors/chat-source.ts";
import { quoteTitle, recordActivity } from "../../activity/index.ts";
import { recordChange } from "../../audit/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { type ArticleRow, isAwaitingReview } from "../../library/articles/index.ts";
import { findMemberByAuthor, storeConfirmation } from "../../library/care/index.ts";
import { insertUnchangedVersion, lockArticleRow, lockConversationsOfArticles } from "../../library/edit/index.ts";
import { articleChanged } from "../../library/index.ts";
import { changeState } from "../../library/retract/index.ts";
import { deleteUncreatedPages } from "../../publishing/index.ts";
import { decideUnreviewedArticle } from "../unreviewed-articles.ts";
import { listAnsweredQuestions, type QuestionRow, writeQuestion } from "./question-queries.ts";

/** Carries out the person's choice and requests the reply in the thread, in one transaction. */
export async function applyQuestionAnswer(deps: Deps, scope: WorkspaceScope, row: QuestionRow): Promise<void> {
  const { articleId, answer } = row;
  if (articleId) await lockConversationsOfArticles(scope, articleId);
  const article = articleId ? await lockArticleRow(scope, articleId) : null;
  const [said] = await listAnsweredQuestions(scope, [row.id]);
  const stands = article?.state === "stands" || isAwaitingReview(article?.state);
  const isMine = await writeQuestion(scope, row, {
    state: "to-tell",
    nextAttemptAt: new Date(),
    ...(!stands && { answer: null }),
  });
  if (!isMine || !stands || !said || !answer || answer === "fixed") return;
  const who = `${said.authorName} in #${said.channelName}`;
  const member = await findMemberByAuthor(scope, article.id, row.askedOf);
  const what = await recordChange(scope, toChatAuditEntry(article.id, answer, member, row.askedOf), async () => {
    if (answer === "publish" && member) await storeConfirmation(scope, article.id, member);
    return DO[answer](deps, scope, article, who);
  });
  if (what) {
    await recordActivity(scope, deps.events, {
      type: "change",
      message: `${quoteTitle(article.title)}: ${what}`,
      data: { articleId: article.id, title: article.title, answer, channel: said.channelName },
    });
  }
  await deps.events.notify(scope, { type: "article", id: article.id });
  await deps.events.notify(scope, { type: "inbox" });
}

/** The entry of the audit log for a choice in the chat. */
export const toChatAuditEntry = (
  articleId: string,
  answer: QuestionAnswer | "fixed" | "still-right",
  member: string | null,
  chatUser: string,
) => ({
  actor: "chat" as const,
  doneBy: member,
  action: `chat ${answer}`,
  thing: "articles" as const,
  thingIds: [articleId],
  articleId,
  asked: { chatUser },
});

/** Returns the sentence for the log; null if the action already wrote one. */
type AnswerAction = (deps: Deps, scope: WorkspaceScope, article: ArticleRow, who: string) => Promise<string | null>;

const DO: Record<QuestionAnswer, AnswerAction> = {
  async publish(deps, scope, article, who) {
    const what = `${who} confirmed it.`;
    if (isAwaitingReview(article.state)) {
      await decideUnreviewedArticle(deps, scope, article, { choice: "approve", what, by: null });
      return null;
    }
    await insertUnchangedVersion(scope, article.id, what);
    await articleChanged.announce(deps, scope, { articleId: article.id });
    return what;
  },

  /** A published article stays until somebody has fixed it; an unpublished one waits. */
  async fix(deps, scope, article, who) {
    const reason = `${who} asked for it to be fixed.`;
    const stateReason = `It was asked to be fixed by ${who}, and waits for review.`;
    const waits = isAwaitingReview(article.state) || (await deleteUncreatedPages(scope, article.id));
    if (waits) await changeState(deps, scope, article.id, { state: "review", stateReason, reason });
    else {
      await insertUnchangedVersion(scope, article.id, reason);
      await articleChanged.announce(deps, scope, { articleId: article.id });
    }
    return reason;
  },

  async "not-knowledge"(deps, scope, article, who) {
    const reason = `${who} said that it is not knowledge.`;
    const stateReason = `${reason} It is removed a day later unless somebody keeps it.`;
    await changeState(deps, scope, article.id, { state: "dismissed", stateReason, reason });
    return reason;
  },
};
