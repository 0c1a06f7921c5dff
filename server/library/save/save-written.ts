import type { Finding, ModelEngine, WritingResult } from "../../../engine/contract.ts";
import { listStatements, type Statement, type WrittenArticle } from "../../../shared/domain/article.ts";
import { quoteTitle, recordActivity } from "../../activity/index.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { type ChannelRow } from "../../ingest/channels/index.ts";
import {
  divideConversation,
  getConversation,
  type StoredConversation,
  storeVerdicts,
} from "../../ingest/conversations/index.ts";
import { lockArticleRow, saveNewContent } from "../articles/article-queries.ts";
import { buildSearchText, joinStatementTexts } from "../articles/content-text.ts";
import { isWrittenFromConversation, lockConversation } from "../articles/conversation-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { storeSources } from "../articles/source-queries.ts";
import { insertVersion } from "../articles/version-queries.ts";
import { dropSearchWords } from "../articles/word-queries.ts";
import { lockArticleCreation } from "../dedupe/candidate-queries.ts";
import { addEvidence, applyComparison, detachConversation, listReaskableMessageIds } from "../dedupe/evidence.ts";
import { hasNewSimilarArticles, type NearbyArticle, type TopicToFind } from "../dedupe/find-nearby.ts";
import { addSources, buildProposedContent, mapStatements, pickAddedKnowledge } from "../dedupe/knowledge-text.ts";
import { closeOutdatedQuestions, closeQuestions, openInboxItems } from "../dedupe/open-decisions.ts";
import { articleChanged, wordsRetracted } from "../events.ts";
import { deleteRecheck, explainRecheck } from "../retract/recheck-queries.ts";
import { KnowledgeChanged, lockMessagesOfConversation } from "./lock-messages.ts";
import { createArticle, updateArticle } from "./save-article.ts";
import { replacePageFindings } from "./save-page-findings.ts";
import { type ConversationWriting, pickContent, type SaveOutcome } from "./written-content.ts";

/** A language model's judgement of one conversation. */
export interface JudgedMatter {
  channel: Pick<ChannelRow, "id" | "name">;
  conversation: StoredConversation;
  fingerprint: string;
  finding: Finding;
  engine: Pick<ModelEngine, "name">;
}

/** A language model's text for one conversation, and the articles that the model was given. */
export interface MatterWriting extends JudgedMatter {
  written: WritingResult;
  beside: NearbyArticle[];
  lookedUp: TopicToFind;
  /**
   * A person accepted the text in a trial. It becomes a draft, and replaces an excerpt if nobody published or edited
   * the excerpt.
   */
  isDraft?: boolean;
  /** All articles that the search found. A newer article may be about the same subject. */
  candidates: string[];
}

/**
 * Saves verdict and articles in one transaction. An existing article keeps its text. Equal statements become evidence,
 * new statements are added or proposed, and a person decides about changed ones. Throws `ConversationChanged` if the
 * conversation, a compared article or the library changed meanwhile.
 */
export function saveWrittenArticles(deps: Deps, writing: MatterWriting): Promise<SaveOutcome> {
  return inWorkspace(deps.db, writing.conversation.workspaceId, (scope) => save(deps, scope, writing));
}

async function save(deps: Deps, scope: WorkspaceScope, writing: MatterWriting): Promise<SaveOutcome> {
  const { conversation, fingerprint, finding, written } = writing;
  await lockMessagesOfConversation(scope, conversation);
  const row = await lockConversation(scope, conversation.id);
  if (row.removedUpTo?.getTime() !== conversation.removedUpTo?.getTime() || row.articleId !== conversation.articleId)
    throw new KnowledgeChanged("Its article changed while it was written about");
  const verdict = {
    conversation: { ...conversation, rowVersion: row.rowVersion },
    fingerprint,
    finding,
    reasons: finding.reasons,
  };
  await storeVerdicts(scope, [verdict]);
  // A conversation with an article is compared with pages afterwards.
  if (row.articleId === null) await replacePageFindings(deps, scope, conversation);
  await lockArticleCreation(scope);
  const leads = row.articleId !== null && !row.isEvidence && !conversation.hasForgotten;
  if (written.outcome === "known") {
    const article = await lockShownArticle(scope, writing, written.articleId);
    const asWriting = writingOf(writing, written.article);
    const known = { article, comparison: written.comparison };
    if (row.articleId === null) return addEvidence(deps, scope, known, asWriting);
    if (row.articleId !== article.id) return "unchanged";
    if (leads) return extendArticle(deps, scope, known, asWriting);
    await closeQuestions(scope, article.id, await listReaskableMessageIds(scope, conversation));
    await applyComparison(deps, scope, known, asWriting);
    return "unchanged";
  }
  const [first, ...others] = written.articles;
  if (row.articleId !== null) {
    const article = await lockArticleRow(scope, row.articleId);
    if (
      leads &&
      first &&
      article &&
      (isEmpty(article) || (writing.isDraft && isUntouchedExcerpt(article) && isUnpublished(article)))
    )
      return updateArticle(deps, scope, row.articleId, writingOf(writing, first));
    if (leads || !article || conversation.hasForgotten) return "unchanged";
    if (!(await isWrittenFromConversation(scope, row.articleId))) return "unchanged";
    await detachConversation(scope, article, conversation);
  }
  if (!first) return "unchanged";
  if (await hasNewSimilarArticles(scope, writing.channel.id, writing.lookedUp, writing.candidates))
    throw new KnowledgeChanged("Somebody wrote an article about the like meanwhile");
  await createEach(deps, scope, writing, [first, ...others]);
  return "created";
}

const WRITABLE = ["stands", "draft", "review", "library-only"] as const;

const isOfPerson = ({ hand }: Statement) => hand !== undefined;

/** True for an article of unchanged chat sentences that no person has edited. A language model may rewrite it. */
export const isUntouchedExcerpt = (article: ArticleRow): boolean =>
  article.form === "excerpt" && !isEditedByPerson(article) && WRITABLE.some((state) => state === article.state);

export const isEditedByPerson = (article: Pick<ArticleRow, "hand" | "summary" | "body">): boolean =>
  Object.keys(article.hand).length > 0 || listStatements(article).some(isOfPerson);

const isUnpublished = ({ state }: ArticleRow) => state === "draft" || state === "review";

const isEmpty = ({ summary, body }: ArticleRow) => summary.length === 0 && body.length === 0;

const writingOf = (
  { channel, conversation, fingerprint, finding, engine, isDraft = false }: JudgedMatter & { isDraft?: boolean },
  article: WrittenArticle,
): ConversationWriting => ({
  isDraft,
  channel,
  conversation,
  fingerprint,
  finding,
  article,
  engine,
  reason: isDraft
    ? "A language model that was tried wrote it."
    : `The conversation in #${channel.name} went on or was changed.`,
});

/** Locks the article, and returns it if it still has the version that the model was given. */
async function lockShownArticle(scope: WorkspaceScope, { beside }: MatterWriting, id: string): Promise<ArticleRow> {
  const article = await lockArticleRow(scope, id);
  const seen = beside.find((one) => one.id === id);
  if (!article || article.version !== seen?.version) throw new KnowledgeChanged("The article beside was changed");
  return article;
}

async function createEach(
  deps: Deps,
  scope: WorkspaceScope,
  writing: MatterWriting,
  [first, ...others]: [WrittenArticle, ...WrittenArticle[]],
): Promise<void> {
  const { stays } = await createOtherArticles(deps, scope, writing, { first, others });
  await createArticle(deps, scope, { ...writingOf(writing, first), conversation: stays });
}

/**
 * Divides the conversation among its articles, if a model found several topics in a thread. Each message goes to the
 * article that cites it, and each article is later updated from its part. Returns the first article's part, and the
 * other articles.
 */
export async function createOtherArticles(
  deps: Deps,
  scope: WorkspaceScope,
  writing: JudgedMatter,
  { first, others }: { first: WrittenArticle; others: WrittenArticle[] },
): Promise<{ stays: StoredConversation; made: { articleId: string; conversationId: string }[] }> {
  let stays = writing.conversation;
  const made: { articleId: string; conversationId: string }[] = [];
  const taken = new Set(citedBy(first));
  for (const article of others) {
    const ids = stays.messages
      .map(({ externalId }) => externalId)
      .filter((id) => citedBy(article).includes(id) && !taken.has(id));
    const divided =
      ids.length > 0 && ids.length < stays.messages.length
        ? await divideConversation(scope, await getConversation(scope, stays.id), {
            ids,
            fingerprint: writing.fingerprint,
          })
        : null;
    if (!divided) continue;
    for (const id of ids) taken.add(id);
    stays = divided.stays;
    const asWriting = { ...writingOf(writing, article), conversation: divided.dividedOff };
    made.push({
      articleId: await createArticle(deps, scope, asWriting),
      conversationId: divided.dividedOff.id,
    });
    await storeVerdicts(scope, [
      {
        conversation: await getConversation(scope, divided.dividedOff.id),
        fingerprint: writing.fingerprint,
        finding: writing.finding,
        reasons: writing.finding.reasons,
      },
    ]);
  }
  return { stays, made };
}

const citedBy = (article: WrittenArticle) => listStatements(article).flatMap(({ sources }) => sources);

/**
 * Updates the article after its leading conversation continued. Adds new statements, and replaces statements that the
 * conversation has settled differently. A person decides about other contradictions, and about statements that a person
 * edited.
 */
async function extendArticle(
  deps: Deps,
  scope: WorkspaceScope,
  {
    article,
    comparison,
  }: { article: ArticleRow; comparison: Extract<WritingResult, { outcome: "known" }>["comparison"] },
  writing: ConversationWriting,
): Promise<SaveOutcome> {
  const fresh = pickContent(writing);
  const told = listStatements(fresh);
  const changes = new Map(
    comparison.pairs.flatMap((pair) =>
      pair.relation === "contradicts" && pair.settled ? [[pair.known, told[pair.fresh]] as const] : [],
    ),
  );
  const replaced = mapStatements({ summary: article.summary, body: article.body }, (statement, place) => {
    const change = changes.get(place);
    return change && !statement.hand ? change : statement;
  });
  const asked = comparison.pairs.filter(
    ({ relation, known }) =>
      relation === "contradicts" && (!changes.has(known) || listStatements(article)[known]?.hand),
  );
  const added = pickAddedKnowledge(fresh, comparison);
  const grown = addSources(replaced, fresh, comparison);
  const content = added ? buildProposedContent(grown, added) : grown;
  const recheck = await deleteRecheck(scope, article.id);
  const isSame = !recheck?.hasErased && !added && changes.size === 0;
  const reason = (recheck && explainRecheck(recheck.causes)) ?? writing.reason;
  const version = isSame ? article.version : article.version + 1;
  const now = { ...article, ...content, ...joinStatementTexts(content), version };
  await saveNewContent(scope, article.id, { ...content, ...joinStatementTexts(content), version });
  await dropSearchWords(scope, buildSearchText(article), buildSearchText(now));
  await storeSources(scope, article.id, content);
  const { id: conversationId, messages } = writing.conversation;
  const question = { articleId: article.id, conversationId, known: article, fresh, messages };
  const { conflicts } = await openInboxItems(scope, {
    ...question,
    comparison: { ...comparison, pairs: asked, addedStatements: [] },
  });
  if (isSame && conflicts === 0) return "unchanged";
  if (!isSame) {
    await insertVersion(scope, article.id, now, { reason });
    await closeOutdatedQuestions(scope, article.id, content);
    await recordActivity(scope, deps.events, {
      type: "change",
      message: `${quoteTitle(article.title)} was updated (version ${version}). ${reason}`,
      data: { articleId: article.id, title: article.title, channel: writing.channel.name, version },
    });
  }
  if (recheck?.hasErased) await wordsRetracted.announce(null, scope, { articleId: article.id });
  await articleChanged.announce(deps, scope, { articleId: article.id });
  await deps.events.notify(scope, { type: "article", id: article.id });
  return "updated";
}
