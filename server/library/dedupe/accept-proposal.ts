import { isInformative } from "../../../engine/compare/index.ts";
import type { StatementChange } from "../../../shared/contract/articles.ts";
import { type ArticleText, listStatements, type Section, type Statement } from "../../../shared/domain/article.ts";
import { getHeading } from "../../../shared/domain/section-headings.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict, invalid } from "../../errors.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { getArticle } from "../articles/queries.ts";
import { compareWording, toVisibleText } from "../articles/version-changes.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { changeContent } from "../edit/change-content.ts";
import type { EventDeps } from "../events.ts";
import { findInboxItem, getConflictKey, type InboxItemRow, updateInboxItem } from "./item-queries.ts";
import { buildProposedContent, mapStatements, pickTextWithoutConflicts } from "./knowledge-text.ts";

/** Keys of all sentences of a proposed addition, as `getConflictKey` computes them. */
export interface ChosenSentences {
  taken: string[];
  left: string[];
}

type ProposedItem = Pick<InboxItemRow, "known" | "subject" | "fresh">;

/** Returns the article with a proposed change accepted: one sentence changed, or sentences added. */
function applyProposal<Some extends ArticleText>(article: Some, { known, subject, fresh }: ProposedItem): Some {
  const [change] = fresh.summary;
  if (!known || !change) return buildProposedContent(article, pickTextWithoutConflicts(fresh));
  return mapStatements(article, (statement) => (getConflictKey(statement) === subject ? change : statement));
}

type StatementSection = StatementChange["section"];

const toReadStatement = ({ form, text }: Statement, section: StatementSection) => ({
  form,
  section,
  text: form === "code" ? text : toVisibleText(text),
});

/** The sentences of an article. Sentences of the body come first, because the summary repeats them. */
const listPlacedSentences = ({ summary, body }: ArticleText): { statement: Statement; section: StatementSection }[] => [
  ...body.flatMap(({ role, heading, statements }) =>
    statements.map((statement) => ({ statement, section: { role, heading } })),
  ),
  ...summary.map((statement) => ({ statement, section: null })),
];

type ProposedChange = StatementChange & {
  key: string;
  around?: { before?: string; after?: string };
  isSmallTalk?: true;
};

/**
 * Lists the sentences that a proposal changes or adds, in reading order, each with its key. Each added sentence has its
 * neighbours.
 */
export function listProposedChanges(article: ArticleText, proposed: ProposedItem): ProposedChange[] {
  const { fresh, subject } = proposed;
  const [change] = fresh.summary;
  if (proposed.known && change) {
    const before = listPlacedSentences(article).find(({ statement }) => getConflictKey(statement) === subject);
    if (!before) return [];
    const { section } = before;
    return [
      {
        key: getConflictKey(change),
        ...compareWording(toReadStatement(before.statement, section), toReadStatement(change, section)),
      },
    ];
  }
  const known = new Set(listStatements(article));
  const told = new Set<string>();
  const placed = listUnderHeadings(buildProposedContent(article, pickTextWithoutConflicts(fresh)).body);
  const said = ({ form, text }: Statement) => (form === "code" ? text : toVisibleText(text));
  return placed.flatMap(({ statement, section }, place) => {
    const key = getConflictKey(statement);
    if (known.has(statement) || told.has(key)) return [];
    told.add(key);
    const isKnown = (one: { statement: Statement }) => known.has(one.statement);
    const [above, below] = [placed.slice(0, place).findLast(isKnown), placed.slice(place + 1).find(isKnown)];
    const around = {
      ...(above && { before: said(above.statement) }),
      ...(below && { after: said(below.statement) }),
    };
    const after = [{ text: said(statement), isChanged: false }];
    const { form } = statement;
    const talk = form === "sentence" && !isInformative(statement.text) && { isSmallTalk: true as const };
    return [{ key, kind: "added" as const, form, section, before: null, after, around, ...talk }];
  });
}

/** Lists a body's statements in reading order, each with the section under whose heading it is. */
function listUnderHeadings(body: Section[]): { statement: Statement; section: StatementSection }[] {
  let section: StatementSection = null;
  return body.flatMap((part) => {
    if (!section || getHeading(part)) section = { role: part.role, heading: part.heading };
    const under = section;
    return part.statements.map((statement) => ({ statement, section: under }));
  });
}

/**
 * Returns the part of the new text that a person accepted, including statements in conflict with the article. Throws if
 * the proposal has other sentences than the person saw.
 */
export function pickAcceptedText(
  article: ArticleText,
  item: ProposedItem,
  chosen: ChosenSentences | undefined,
): InboxItemRow["fresh"] {
  const { fresh } = item;
  if (!chosen) return fresh;
  if (chosen.taken.length === 0) throw invalid("Choose at least one sentence.");
  const seen = new Set([...chosen.taken, ...chosen.left]);
  const asked = new Set(listProposedChanges(article, item).map(({ key }) => key));
  if (seen.symmetricDifference(asked).size > 0)
    throw conflict("The proposed change is another one by now. Look at its sentences again.");
  const taken = new Set([...chosen.taken, ...(fresh.contradicting ?? [])]);
  return mapStatements(fresh, (statement) => (taken.has(getConflictKey(statement)) ? statement : null));
}

/**
 * Adds the proposal's sentences, or the chosen ones, to the article. Sentences that were not chosen are not proposed
 * again. `by` is null if the workspace accepts additions automatically. Returns null if the proposal is no longer open.
 */
export async function acceptProposal(
  deps: EventDeps,
  scope: WorkspaceScope,
  { itemId, by, sentences }: { itemId: string; by: string | null; sentences?: ChosenSentences | undefined },
): Promise<UndoableDecision | null> {
  const item = await findInboxItem(scope, itemId);
  if (item?.state !== "open") return null;
  const article = (await lockArticleRow(scope, item.articleId)) ?? (await getArticle(scope, item.articleId));
  const { summary, body } = applyProposal(article, { ...item, fresh: pickAcceptedText(article, item, sentences) });
  // Closes the item first. Otherwise the proposal would count as settled as soon as the article has the sentences.
  await updateInboxItem(scope, itemId, { state: "decided" });
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
