import type {
  ArticleFixOutcome,
  ArticleFixSubmission,
  ChatReply,
  QuestionPress,
} from "../../../connectors/chat-source.ts";
import { can } from "../../../shared/domain/access.ts";
import { recordChange } from "../../audit/index.ts";
import { scopeForReader } from "../../db/audience.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, invalid } from "../../errors.ts";
import type { EventReceiver, InteractionOrigin } from "../../ingest/live/index.ts";
import { findChatSource, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import { type ArticleRow, isAwaitingReview, listArticlesById } from "../../library/articles/index.ts";
import { findMemberByAuthor, storeConfirmation } from "../../library/care/index.ts";
import { editArticle, lockArticleRow, lockConversationsOfArticles } from "../../library/edit/index.ts";
import { articleChanged, requireReadableArticles } from "../../library/index.ts";
import { decideUnreviewedArticle } from "../unreviewed-articles.ts";
import { toChatAuditEntry } from "./answer-question.ts";
import { buildFixForm, isUnchangedSinceShown, parseFixForm, rebuildFixForm } from "./fix-form.ts";
import { findMembershipOfMember, findQuestionIn, storePress } from "./press-queries.ts";
import { findQuestion, listAnsweredQuestions, type QuestionRow, storeArticleFixed } from "./question-queries.ts";

/** Platforms wait at least three seconds for an answer, and accept a press as a form's trigger for as long. */
const LONGEST_OPENING_MS = 2000;

/**
 * Opens a form in which the asked person can correct the article, and returns true. Returns false if they may not edit it, it is
 * too long, or the platform does not open it; the press is then stored, and the article waits in the inbox.
 */
export async function openFixForm(deps: Deps, press: QuestionPress, origin: InteractionOrigin): Promise<boolean> {
  const { receivers } = origin;
  const fixes = fixesOf(deps, origin);
  if (!fixes || press.triggerId === null) return false;
  const question = await findQuestionIn(deps.db, press, receivers);
  const receiver = receivers.find(({ workspaceId }) => workspaceId === question?.workspaceId);
  if (!question || !receiver || question.askedOf !== press.by || !isOpen(question)) return false;
  try {
    const opened = await inWorkspace(deps.db, question.workspaceId, async (scope) => {
      const editor = await findEditor(scope, question);
      const [article] = editor ? await listArticlesById(scope, [question.articleId ?? ""]) : [];
      if (!article || !isFixable(article)) return null;
      const config = openChatConfig(deps.secrets, await getChatIntegration(scope, receiver.id));
      return { config, form: buildFixForm(article, placeOf(deps, article, press)) };
    });
    if (!opened) return false;
    return await fixes.open(opened.config, opened.form, press.triggerId, AbortSignal.timeout(LONGEST_OPENING_MS));
  } catch (error) {
    deps.log.warn({ err: safeDatabaseError(error), question: question.id }, "A form could not be opened in the chat");
    return false;
  }
}

/** Saves the person's text once. If it cannot be saved, the form shows the reason and keeps the text. */
export async function saveFix(deps: Deps, typed: ArticleFixSubmission, origin: InteractionOrigin): Promise<ChatReply> {
  const { receivers } = origin;
  const fixes = fixesOf(deps, origin);
  const question = await findQuestionIn(deps.db, typed, receivers);
  const outcome =
    question?.askedOf === typed.by
      ? await outcomeOf(deps, typed, question, receivers)
      : refused("This question is closed. Nothing was saved; copy your text if you need it.");
  return fixes?.reply(typed, outcome) ?? null;
}

const fixesOf = ({ connectors }: Deps, { platform }: InteractionOrigin) =>
  findChatSource(connectors, platform)?.questions?.fixes;

async function outcomeOf(
  deps: Deps,
  typed: ArticleFixSubmission,
  { workspaceId, id }: QuestionRow,
  receivers: EventReceiver[],
): Promise<ArticleFixOutcome> {
  try {
    if (typed.leavesIt) return await leaveToInbox(deps, typed, receivers);
    return await inWorkspace(deps.db, workspaceId, (scope) => save(deps, scope, id, typed));
  } catch (error) {
    if (error instanceof AppError) return refused(error.message);
    deps.log.warn({ err: safeDatabaseError(error), question: id }, "What was typed in a form could not be saved");
    return refused("It could not be saved just now. Your text is still here: try again in a minute.");
  }
}

async function save(
  deps: Deps,
  scope: WorkspaceScope,
  id: string,
  typed: ArticleFixSubmission,
): Promise<ArticleFixOutcome> {
  const { articleId } = (await findQuestion(scope, id)) ?? {};
  if (!articleId) throw conflict("This article no longer exists. Copy your text if you need it.");
  await lockConversationsOfArticles(scope, articleId);
  const article = await lockArticleRow(scope, articleId);
  // Read under the lock, because another delivery of the form may have been saved meanwhile.
  const question = await findQuestion(scope, id);
  if (question?.answer === "fixed") return { kind: "done", notice: null };
  if (!question || !isOpen(question)) throw conflict("This was decided already. Copy your text if you need it.");
  const editor = await findEditor(scope, question);
  if (!editor) throw conflict("You may not edit this article in Lorekeep. Ask an admin of the workspace.");
  if (!article || !isFixable(article))
    throw conflict("This article can no longer be edited. Copy your text if you need it.");
  if (!isUnchangedSinceShown(article, typed))
    return { kind: "again", form: rebuildFixForm(article, placeOf(deps, article, typed), typed) };
  const edited = parseFixForm(article, typed);
  if (!edited) throw invalid("Nothing has changed yet. Change a text, or press Close.");
  const { redacted } = await recordChange(
    scope,
    toChatAuditEntry(articleId, "fixed", editor, question.askedOf),
    async () => {
      const saved = await editArticle(deps, scope, { articleId, edited, by: editor });
      await publish(deps, scope, question, editor);
      return saved;
    },
  );
  if (!(await storeArticleFixed(scope, question)))
    throw conflict("This was decided already. Copy your text if you need it.");
  await deps.events.notify(scope, { type: "inbox" });
  const taken = redacted.map(({ what, count }) => `${count} × ${what}`).join(", ");
  return { kind: "done", notice: taken ? `Saved. Secrets were taken out of what you typed: ${taken}.` : null };
}

/** The corrector has read it, which counts as a confirmation and as the approval it waited for. */
async function publish(deps: Deps, scope: WorkspaceScope, question: QuestionRow, editor: string): Promise<void> {
  const article = await lockArticleRow(scope, question.articleId ?? "");
  if (!article) return;
  await storeConfirmation(scope, article.id, editor);
  if (!isAwaitingReview(article.state)) return articleChanged.announce(deps, scope, { articleId: article.id });
  const [said] = await listAnsweredQuestions(scope, [question.id]);
  const what = `${said?.authorName ?? "Who gave the answer"} in #${said?.channelName ?? article.channelName} put it right.`;
  await decideUnreviewedArticle(deps, scope, article, { choice: "approve", what, by: editor });
}

async function leaveToInbox(
  { db }: Deps,
  typed: ArticleFixSubmission,
  receivers: EventReceiver[],
): Promise<ArticleFixOutcome> {
  const question = await findQuestionIn(db, typed, receivers);
  const messageId = question?.messageExternalId;
  if (!messageId) return refused("This question is closed. Nothing was changed.");
  const { teamId, channelId, questionId, by } = typed;
  const press = { teamId, channelId, questionId, by, messageId, threadId: null, replyAt: null, triggerId: null };
  const stored = await storePress(db, { ...press, answer: "fix" }, receivers);
  return stored === "counted"
    ? { kind: "done", notice: null }
    : refused("This was decided already. Nothing was changed.");
}

const refused = (why: string): ArticleFixOutcome => ({ kind: "refused", why });

/**
 * True while the question is undecided, and if the form was opened but the platform's answer was lost, so that the press was
 * stored too.
 */
const isOpen = ({ state, answer, closedAt }: QuestionRow) =>
  state === "to-ask" || state === "asked" || (answer === "fix" && closedAt === null);

const isFixable = ({ state }: ArticleRow) => state === "stands" || isAwaitingReview(state);

/** The asked person as a member who may edit this article; null if unknown or not permitted. */
async function findEditor(scope: WorkspaceScope, { articleId, askedOf }: QuestionRow): Promise<string | null> {
  const member = articleId ? await findMemberByAuthor(scope, articleId, askedOf) : null;
  const membership = member ? await findMembershipOfMember(scope, member) : null;
  if (!articleId || !member || !membership || !can({ membership }, "change", "articles")) return null;
  try {
    await requireReadableArticles(scopeForReader(scope, member), articleId);
    return member;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const placeOf = (
  { env }: Deps,
  { id }: ArticleRow,
  { questionId, channelId }: Pick<QuestionPress, "questionId" | "channelId">,
) => ({ questionId, channelId, articleUrl: `${env.PUBLIC_URL}/articles/${id}` });
