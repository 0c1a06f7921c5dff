import { listStatements } from "../../../shared/domain/article.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChangedMessages } from "../../ingest/index.ts";
import { lockArticleRow, saveRow } from "../articles/article-queries.ts";
import { buildSearchText, joinStatementTexts } from "../articles/content-text.ts";
import { deleteSources } from "../articles/source-queries.ts";
import { listVersionContents, rewriteVersion } from "../articles/version-queries.ts";
import { dropSearchWords } from "../articles/word-queries.ts";
import { eraseInboxQuotes } from "../dedupe/erase-in-inbox.ts";
import { wordsRetracted } from "../events.ts";
import { eraseModelAnswers } from "./answer-queries.ts";
import { describeLost, listCutOutStatements, removeDeletedFromCutOut } from "./cut-out.ts";
import {
  collectRemainingMessages,
  hasLostQuestion,
  isEditedByPeople,
  LOST_QUESTION,
  NEUTRAL_TITLE,
  type QuotedContent,
  type RemainingMessages,
  removeDeletedText,
} from "./quotes.ts";
import { markTextErased } from "./recheck-queries.ts";
import {
  forgetPageTitles,
  listLogLines,
  listMessagesOfArticle,
  listPageTitles,
  rewriteLogLine,
} from "./trace-queries.ts";

const TITLE_ERASED = "An article was written or updated. Its title was erased with a message that was deleted.";

/**
 * Erases quotes of deleted messages from these articles, their versions, sources, search words, log lines, pending
 * publications and questions to people. Also erases a model's answers about the changed messages. The text is erased at
 * once, before the recheck rewrites the articles and records it in their history. The caller has locked the articles.
 */
export async function eraseDeleted(
  scope: WorkspaceScope,
  changes: ChangedMessages,
  articleIds: string[],
): Promise<void> {
  await eraseModelAnswers(scope, changes.externalIds);
  for (const articleId of articleIds) {
    const remaining = await readConversation(scope, articleId);
    if (remaining.gone.size === 0) continue;
    await eraseInVersions(scope, articleId, remaining);
    const hasErased = await eraseInArticle(scope, articleId, remaining);
    await eraseInLogAndTitles(scope, articleId, remaining);
    const wasTold = await eraseInboxQuotes(scope, articleId, remaining);
    if (hasErased || wasTold) await updateArticlePages(scope, articleId);
  }
}

/** The current messages that the article cites or from which it was written. */
async function readConversation(scope: WorkspaceScope, articleId: string): Promise<RemainingMessages> {
  const rows = await listMessagesOfArticle(scope, articleId);
  const gone = new Set(rows.filter((row) => row.gone).map(({ id }) => id));
  const article = rows.some(({ forgotten }) => forgotten) ? await lockArticleRow(scope, articleId) : null;
  const there = rows
    .filter((row) => !row.gone)
    .map(({ id, text, forgotten }) => ({
      externalId: id,
      text: forgotten ? `${text} ${getRemainingText(article, id, gone)}` : text,
    }));
  return collectRemainingMessages(gone, there, [...new Set(rows.map(({ channel }) => channel))].join(" "));
}

/**
 * Replaces the text of a message that retention erased: returns the sentences that cite it, except sentences that also
 * cite a deleted message.
 */
function getRemainingText(
  article: Pick<QuotedContent, "summary" | "body"> | null,
  id: string,
  gone: ReadonlySet<string>,
): string {
  return listStatements(article ?? { summary: [], body: [] })
    .filter(({ sources }) => sources.includes(id) && !sources.some((source) => gone.has(source)))
    .map(({ text }) => text)
    .join(" ");
}

async function eraseInVersions(scope: WorkspaceScope, articleId: string, remaining: RemainingMessages): Promise<void> {
  for (const { version, title, summary, body, labels } of await listVersionContents(scope, articleId)) {
    const known = { title, summary, body, tags: labels?.tags ?? [], hand: labels?.hand ?? {} };
    const left = removeDeletedText(known, remaining);
    if (isSame(known, left)) continue;
    await rewriteVersion(scope, articleId, version, {
      title: left.title,
      summary: left.summary,
      body: left.body,
      ...(labels && { labels: { ...labels, tags: left.tags } }),
    });
  }
}

/**
 * If its question was deleted, an article in one of these states waits for a person. In all other states the article
 * already has no page.
 */
const WITHOUT_QUESTION = ["stands", "draft"] as const;

/** Returns true if text had to be erased. */
async function eraseInArticle(
  scope: WorkspaceScope,
  articleId: string,
  remaining: RemainingMessages,
): Promise<boolean> {
  const row = await lockArticleRow(scope, articleId);
  const sourcesGone = await deleteSources(scope, articleId, [...remaining.gone]);
  if (!row) return false;
  const { title, summary, body, tags, keywords, hand } = row;
  const known: QuotedContent = { title, summary, body, tags, keywords, hand };
  const left = removeDeletedText(known, remaining);
  const cutOut = [...removeDeletedFromCutOut(row.cutOut, remaining), ...listCutOutStatements(known, remaining)];
  if (isSame(known, left)) {
    if (row.cutOut.length > 0) await saveRow(scope, articleId, { cutOut });
    return sourcesGone > 0;
  }
  const text = joinStatementTexts(left);
  const isStump =
    WITHOUT_QUESTION.some((state) => state === row.state) &&
    !isEditedByPeople(known) &&
    hasLostQuestion(known, left, row.form);
  const lost = listStatements(known).length - listStatements(left).length;
  // A person verified all of its sentences. What a model wrote makes sense without the question.
  const isAskedAgain =
    row.state === "stands" && (row.confirmedAt !== null ? isStump || lost > 0 : isStump && row.form === "written");
  const why = isAskedAgain ? askAgain(isStump, describeLost(known, remaining)) : LOST_QUESTION;
  const waits = isAskedAgain
    ? { reviewAt: new Date(), stateReason: why }
    : isStump && { state: "draft" as const, stateReason: why };
  await saveRow(scope, articleId, { ...left, ...text, ...waits, cutOut });
  await dropSearchWords(scope, buildSearchText(row), buildSearchText({ ...left, ...text }));
  return true;
}

function askAgain(hasLostQuestion: boolean, lost: string): string {
  if (hasLostQuestion) return "Its question was deleted in the chat.";
  return `A message was deleted in the chat, and the article lost ${lost} with it.`;
}

/** Log lines and publications contain the article's title, which may come from a message. */
async function eraseInLogAndTitles(
  scope: WorkspaceScope,
  articleId: string,
  remaining: RemainingMessages,
): Promise<void> {
  const isGone = (title: string) => removeDeletedText({ title }, remaining).title !== title;
  for (const { id, data } of await listLogLines(scope, articleId)) {
    if (typeof data.title !== "string" || !isGone(data.title)) continue;
    await rewriteLogLine(scope, id, { message: TITLE_ERASED, data: { ...data, title: NEUTRAL_TITLE } });
  }
  const pages = (await listPageTitles(scope, articleId)).filter(({ title }) => title !== null && isGone(title));
  await forgetPageTitles(
    scope,
    pages.map(({ id }) => id),
  );
}

async function updateArticlePages(scope: WorkspaceScope, articleId: string): Promise<void> {
  await wordsRetracted.announce(null, scope, { articleId });
  await markTextErased(scope, articleId);
}

const isSame = (one: Partial<QuotedContent>, other: Partial<QuotedContent>) =>
  JSON.stringify(one) === JSON.stringify(other);
