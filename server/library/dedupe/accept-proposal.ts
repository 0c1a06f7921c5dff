import { redactText } from "../../../engine/redact/redact.ts";
import type { StatementChange } from "../../../shared/contract/articles.ts";
import { type ArticleText, type Statement, statementsOf } from "../../../shared/domain/article.ts";
import { quoted } from "../../activity/index.ts";
import type { DecisionBefore } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict, invalid } from "../../errors.ts";
import { getChannel, getConversation } from "../../ingest/index.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { type ArticleRow, getArticle } from "../articles/queries.ts";
import { addSourcesOf, channelOfSources } from "../articles/source-queries.ts";
import { asRead, reworded } from "../articles/version-changes.ts";
import { wordsIn } from "../articles/words.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { changeContent } from "../edit/change-content.ts";
import type { EventDeps } from "../events.ts";
import { findItem, type ItemRow, subjectOf, updateItem } from "./item-queries.ts";
import { mapStatements, proposedContent } from "./knowledge-text.ts";
import { insertOwnArticle, ownTitle, redirectBack } from "./own-article.ts";

/** Keys of all sentences of a proposal, as `subjectOf` computes them. */
export interface ChosenSentences {
  taken: string[];
  left: string[];
}

type Proposed = Pick<ItemRow, "known" | "subject" | "fresh">;

/** The article with a proposal accepted: one of its sentences changed, or sentences added. */
function contentWith<Some extends ArticleText>(article: Some, { known, subject, fresh }: Proposed): Some {
  const [change] = fresh.summary;
  if (!known || !change) return proposedContent(article, fresh);
  return mapStatements(article, (statement) => (subjectOf(statement) === subject ? change : statement));
}

type StatementSection = StatementChange["section"];

const readAs = ({ form, text }: Statement, section: StatementSection) => ({
  form,
  section,
  text: form === "code" ? text : asRead(text),
});

/** The sentences of an article; those of the body come before the summary that repeats them. */
const placesOf = ({ summary, body }: ArticleText): { statement: Statement; section: StatementSection }[] => [
  ...body.flatMap(({ role, heading, statements }) =>
    statements.map((statement) => ({ statement, section: { role, heading } })),
  ),
  ...summary.map((statement) => ({ statement, section: null })),
];

/** The sentences that a proposal changes or adds, in reading order, each with its key. */
export function proposedChanges(article: ArticleText, proposed: Proposed): (StatementChange & { key: string })[] {
  const { fresh, subject } = proposed;
  const [change] = fresh.summary;
  if (proposed.known && change) {
    const before = placesOf(article).find(({ statement }) => subjectOf(statement) === subject);
    if (!before) return [];
    const { section } = before;
    return [{ key: subjectOf(change), ...reworded(readAs(before.statement, section), readAs(change, section)) }];
  }
  const known = new Set(statementsOf(article));
  const told = new Set<string>();
  return proposedContent(article, fresh).body.flatMap(({ role, heading, statements }) =>
    statements.flatMap((statement) => {
      const key = subjectOf(statement);
      if (known.has(statement) || told.has(key)) return [];
      told.add(key);
      const { form, text } = statement;
      const after = [{ text: form === "code" ? text : asRead(text), isChanged: false }];
      return [{ key, kind: "added" as const, form, section: { role, heading }, before: null, after }];
    }),
  );
}

/** The part of the fresh text that a person accepted. Throws when the proposal has other sentences than they saw. */
function chosenOf(article: ArticleText, item: Proposed, chosen: ChosenSentences | undefined): ItemRow["fresh"] {
  const { fresh } = item;
  if (!chosen) return fresh;
  if (chosen.taken.length === 0) throw invalid("Choose at least one sentence.");
  const seen = new Set([...chosen.taken, ...chosen.left]);
  const asked = new Set(proposedChanges(article, item).map(({ key }) => key));
  if (seen.symmetricDifference(asked).size > 0)
    throw conflict("The proposed change is another one by now. Look at its sentences again.");
  const taken = new Set(chosen.taken);
  return mapStatements(fresh, (statement) => (taken.has(subjectOf(statement)) ? statement : null));
}

/**
 * Adds a proposal, or the chosen sentences of it, to the article; the others are not proposed again. `by` null: the
 * workspace accepts additions automatically. Returns null when the proposal is not open.
 */
export async function acceptProposal(
  deps: EventDeps,
  scope: WorkspaceScope,
  { itemId, by, sentences }: { itemId: string; by: string | null; sentences?: ChosenSentences | undefined },
): Promise<UndoableDecision | null> {
  const item = await findItem(scope, itemId);
  if (item?.state !== "open") return null;
  const article = (await lockArticleRow(scope, item.articleId)) ?? (await getArticle(scope, item.articleId));
  const { summary, body } = contentWith(article, { ...item, fresh: chosenOf(article, item, sentences) });
  // Closed first: once the article has the sentences, the proposal would count as settled.
  await updateItem(scope, itemId, { state: "decided" });
  const added = item.known ? "A proposed change" : "A proposed addition";
  const part = sentences && sentences.left.length > 0 ? "Part of a proposed addition" : added;
  const how = by ? "was accepted." : "was accepted automatically.";
  const before = await changeContent(deps, scope, article, { summary, body, reason: `${part} ${how}`, by });
  return recordDecision(deps, scope, {
    subject: `proposal.${itemId}`,
    articleId: article.id,
    title: article.title,
    choice: "accept",
    before,
    by,
    what: `${part.replace("addition", "change")} ${how}`,
  });
}

interface OwnArticle {
  article: ArticleRow;
  item: ItemRow;
  title: string;
  sentences: ChosenSentences | undefined;
  by: string;
}

/** Turns a proposal into an article of its own; the other article stays as it is. Both are locked. */
export async function proposalAsArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  { article, item, sentences, by, ...named }: OwnArticle,
): Promise<{ articleId: string; undo: UndoableDecision }> {
  const { summary, body } = chosenOf(article, item, sentences);
  const own = { summary, body };
  await updateItem(scope, item.id, { state: "decided" });
  const title = redactText(named.title.trim().replace(/\s+/g, " ")).text;
  const conversation = await getConversation(scope, item.conversationId);
  const channelId = (await channelOfSources(scope, own, article.id)) ?? conversation.channelId;
  const { name: channelName } = await getChannel(scope, channelId);
  const articleId = await insertOwnArticle(deps, scope, {
    article,
    own,
    title,
    ...(title !== item.fresh.title && { titleHand: ownTitle(title, by) }),
    channel: { channelId, channelName },
    labels: labelsWithin(article, [title, ...statementsOf(own).map(({ text }) => text)].join("\n")),
    reason: `It was proposed as a change of ${quoted(article.title)}.`,
    by,
  });
  await addSourcesOf(scope, articleId, own, article.id);
  const undo = await recordDecision(deps, scope, {
    subject: `proposal.${item.id}`,
    articleId: article.id,
    title: article.title,
    choice: "own-article",
    before: { articles: [articleId] },
    by,
    what: `A proposed change became an article of its own, ${quoted(title)}.`,
  });
  return { articleId, undo };
}

/** The labels of an article that occur in a text. */
function labelsWithin({ tags, keywords }: ArticleRow, text: string): Pick<ArticleRow, "tags" | "keywords"> {
  const words = new Set(wordsIn(text));
  const occurs = (label: string) => wordsIn(label).every((word) => words.has(word));
  return { tags: tags.filter(occurs), keywords: keywords.filter(occurs) };
}

/**
 * Merges the article back that a proposal became, when that decision is undone. Throws 'conflict' when it was changed
 * since.
 */
export async function takeOwnArticleBack(
  deps: EventDeps,
  scope: WorkspaceScope,
  article: ArticleRow,
  { articles = [] }: DecisionBefore,
): Promise<void> {
  for (const from of articles) {
    const own = await lockArticleRow(scope, from);
    if (!own) continue;
    if (own.version !== 1 || own.state === "merged")
      throw conflict("The article that was made of it was changed since. It stays as it is.");
    await redirectBack(deps, scope, { from, to: article.id, reason: "A decision was undone." });
  }
}
