import type { LocalEngine } from "../../../engine/contract.ts";
import { type ArticleText, listStatements } from "../../../shared/domain/article.ts";
import { quoteTitle, recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { storeVerdicts } from "../../ingest/conversations/index.ts";
import { insertArticle, lockArticleRow, saveRow } from "../articles/article-queries.ts";
import { buildSearchText } from "../articles/content-text.ts";
import { listEvidenceIds, lockConversation, moveConversation } from "../articles/conversation-queries.ts";
import { listMessageIds } from "../articles/message-queries.ts";
import { deleteSourcesExcept, storeSources } from "../articles/source-queries.ts";
import { insertVersion } from "../articles/version-queries.ts";
import { dropSearchWords } from "../articles/word-queries.ts";
import { assignOwner } from "../care/care-queries.ts";
import { KnowledgeComparisons } from "../dedupe/comparisons.ts";
import { addEvidence, refreshEvidence } from "../dedupe/evidence.ts";
import { findArticleWithKnowledge } from "../dedupe/find-known.ts";
import { keepEvidenceOfUnchanged, toKnowledgeText } from "../dedupe/knowledge-text.ts";
import { closeOutdatedQuestions } from "../dedupe/open-decisions.ts";
import { articleChanged, articleCreated, wordsRetracted } from "../events.ts";
import { LOST_QUESTION } from "../retract/quotes.ts";
import { deleteRecheck, explainRecheck } from "../retract/recheck-queries.ts";
import { chooseStateOfDraft, chooseStateOfNewArticle, type PublishingConfidence } from "../review-settings.ts";
import { ConversationChanged, lockMessagesOfConversation } from "./lock-messages.ts";
import {
  announceIfNewOnPages,
  type PageFindings,
  REASON_ON_A_PAGE,
  replacePageFindings,
} from "./save-page-findings.ts";
import {
  CONTENT_FIELDS,
  type ConversationWriting,
  findAnswerer,
  formatMessageCount,
  isSameJson,
  pickContent,
  type SaveOutcome,
} from "./written-content.ts";

/**
 * Saves verdict and article in one transaction. The event `articleChanged` leads to publishing. Known articles are
 * compared before the transaction, and again if they changed meanwhile. Throws `ConversationChanged`.
 */
export function saveArticle(
  deps: Deps,
  writing: ConversationWriting & { engine: Pick<LocalEngine, "name" | "compare">; onPages?: PageFindings | undefined },
): Promise<SaveOutcome> {
  const { channel, conversation, engine, fingerprint, finding, onPages } = writing;
  const comparisons = new KnowledgeComparisons(engine, toKnowledgeText(pickContent(writing)));
  const save = async (scope: WorkspaceScope): Promise<SaveOutcome> => {
    await lockMessagesOfConversation(scope, conversation);
    const row = await lockConversation(scope, conversation.id);
    const { articleId, isEvidence, rowVersion, removedUpTo } = row;
    if (removedUpTo?.getTime() !== conversation.removedUpTo?.getTime())
      throw new ConversationChanged("A person removed the article while it was written");
    const reasons = onPages?.isInstead ? [...finding.reasons, REASON_ON_A_PAGE] : finding.reasons;
    const verdict = { conversation: { ...conversation, rowVersion }, fingerprint, finding, reasons };
    await storeVerdicts(scope, [verdict]);
    if (articleId && !isEvidence && !conversation.hasForgotten) {
      await replacePageFindings(deps, scope, conversation, onPages);
      return updateArticle(deps, scope, articleId, writing);
    }
    const evidence = articleId ? await refreshEvidence(deps, scope, articleId, { writing, comparisons }) : null;
    if (evidence) return evidence;
    if (!finding.isKnowledge && !finding.statesValue) return "unchanged";
    await replacePageFindings(deps, scope, conversation, onPages);
    if (onPages?.isInstead) await announceIfNewOnPages(scope, conversation, row, onPages.findings);
    const known = await findArticleWithKnowledge(scope, channel.id, comparisons);
    // A message like "From Monday 13:00" is too little for an article, but it changes one.
    if (known && (finding.isKnowledge || known.comparison.relation === "contradicts"))
      return addEvidence(deps, scope, known, writing);
    if (!finding.isKnowledge || onPages?.isInstead) return "unchanged";
    await createArticle(deps, scope, writing);
    return "created";
  };
  return comparisons.complete(() => inWorkspace(deps.db, conversation.workspaceId, save));
}

/** Creates an article and returns its id. The caller has locked the conversation and its messages. */
export async function createArticle(deps: Deps, scope: WorkspaceScope, writing: ConversationWriting): Promise<string> {
  const { channel, conversation, finding } = writing;
  const id = newId();
  const content = pickContent(writing);
  await insertArticle(scope, {
    ...content,
    id,
    channelId: channel.id,
    channelName: channel.name,
    status: "processing",
    version: 1,
    ...(await stateOf(scope, writing, getPublishingConfidence(writing, content))),
  });
  const reason = `Written from a conversation of ${formatMessageCount(conversation.messages.length)} in #${channel.name}.`;
  await insertVersion(scope, id, { ...content, version: 1, hand: {} }, { reason });
  await moveConversation(scope, conversation.id, { articleId: id, isEvidence: false });
  await storeSources(scope, id, content);
  await assignOwner(scope, id, findAnswerer(conversation.messages, writing.article)?.id ?? null);
  await recordActivity(scope, deps.events, {
    type: "article_created",
    message: `${quoteTitle(content.title)} was written from #${channel.name}.`,
    data: {
      articleId: id,
      title: content.title,
      channel: channel.name,
      confidence: finding.score,
      contentType: content.contentType,
      category: content.category,
      engine: content.engine,
      reasons: finding.reasons,
    },
  });
  await articleChanged.announce(deps, scope, { articleId: id });
  await articleCreated.announce(deps, scope, { articleId: id, writing });
  await deps.events.notify(scope, { type: "article", id });
  return id;
}

const FROM_TRIAL = "Somebody kept it when trying a language model; it waits for review.";

/** An article saved from a trial is a draft until a person publishes it. A held article stays held. */
async function stateOf(
  scope: WorkspaceScope,
  { channel, isDraft }: ConversationWriting,
  publishingConfidence: PublishingConfidence,
) {
  const begins = await chooseStateOfNewArticle(scope, channel.id, publishingConfidence);
  return isDraft && begins.state !== "held" ? { state: "draft" as const, stateReason: FROM_TRIAL } : begins;
}

const getPublishingConfidence = (
  { finding }: ConversationWriting,
  content: ArticleText & { confidence: number },
): PublishingConfidence => ({
  confidence: content.confidence,
  lacksGrounds: finding.lacksGrounds,
  reasons: finding.reasons,
  mayBeCorrected: listStatements(content).some(({ correctedBy }) => correctedBy !== undefined),
});

export async function updateArticle(
  deps: Deps,
  scope: WorkspaceScope,
  id: string,
  writing: ConversationWriting,
): Promise<SaveOutcome> {
  const known = await lockArticleRow(scope, id);
  if (!known) throw new Error("A conversation names an article that does not exist");
  const evidence = await listMessageIds(scope, await listEvidenceIds(scope, id));
  const content = keepEvidenceOfUnchanged(pickContent(writing), known, evidence);
  const recheck = await deleteRecheck(scope, id);
  const isBack = known.state === "withdrawn";
  const publishingConfidence = getPublishingConfidence(writing, content);
  const waitsForEngine = known.state === "draft" && !writing.isDraft && known.stateReason !== LOST_QUESTION;
  const draft = waitsForEngine ? await chooseStateOfDraft(scope, writing.channel.id, publishingConfidence) : null;
  const isSame =
    !recheck?.hasErased &&
    !isBack &&
    (draft === null || draft.state === "draft") &&
    CONTENT_FIELDS.every((field) => isSameJson(known[field], content[field]));
  const version = isSame ? known.version : known.version + 1;
  const reason = (recheck && explainRecheck(recheck.causes)) ?? writing.reason;
  await saveRow(scope, id, {
    ...content,
    version,
    ...(!isSame && { updatedAt: new Date() }),
    ...(isBack && (await chooseStateOfNewArticle(scope, writing.channel.id, publishingConfidence))),
    ...draft,
  });
  await dropSearchWords(scope, buildSearchText(known), buildSearchText(content));
  await deleteSourcesExcept(scope, id, evidence);
  await storeSources(scope, id, content);
  if (isSame) return "unchanged";
  await insertVersion(scope, id, { ...content, version, hand: known.hand }, { reason });
  await closeOutdatedQuestions(scope, id, content);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${quoteTitle(content.title)} was updated (version ${version}). ${reason}`,
    data: {
      articleId: id,
      title: content.title,
      channel: writing.channel.name,
      version,
      confidence: writing.finding.score,
    },
  });
  if (recheck?.hasErased) await wordsRetracted.announce(null, scope, { articleId: id });
  await articleChanged.announce(deps, scope, { articleId: id });
  await deps.events.notify(scope, { type: "article", id });
  return "updated";
}
