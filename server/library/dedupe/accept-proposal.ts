import { isInformative } from "../../../engine/compare/index.ts";
import type { StatementChange } from "../../../shared/contract/articles.ts";
import { type ArticleText, listStatements, type Section, type Statement } from "../../../shared/domain/article.ts";
import { getHeading } from "../../../shared/domain/section-headings.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict, invalid } from "../../errors.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { getArticle } from "../articles/queries.ts";
import { compareWording, toReadText } from "../articles/version-changes.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { changeContent } from "../edit/change-content.ts";
import type { EventDeps } from "../events.ts";
import { findItem, getConflictKey, type ItemRow, updateItem } from "./item-queries.ts";
import { buildProposedContent, mapStatements, pickOffered } from "./knowledge-text.ts";

/** Keys of all sentences of a proposal, as `getConflictKey` computes them. */
export interface ChosenSentences {
  taken: string[];
  left: string[];
}

type Proposed = Pick<ItemRow, "known" | "subject" | "fresh">;

/** The article with a proposal accepted: one of its sentences changed, or sentences added. */
function contentWith<Some extends ArticleText>(article: Some, { known, subject, fresh }: Proposed): Some {
  const [change] = fresh.summary;
  if (!known || !change) return buildProposedContent(article, pickOffered(fresh));
  return mapStatements(article, (statement) => (getConflictKey(statement) === subject ? change : statement));
}

type StatementSection = StatementChange["section"];

const readAs = ({ form, text }: Statement, section: StatementSection) => ({
  form,
  section,
  text: form === "code" ? text : toReadText(text),
});

/** The sentences of an article; those of the body come before the summary that repeats them. */
const placesOf = ({ summary, body }: ArticleText): { statement: Statement; section: StatementSection }[] => [
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

/** The sentences that a proposal changes or adds, in reading order, each with its key; added ones with their neighbours. */
export function listProposedChanges(article: ArticleText, proposed: Proposed): ProposedChange[] {
  const { fresh, subject } = proposed;
  const [change] = fresh.summary;
  if (proposed.known && change) {
    const before = placesOf(article).find(({ statement }) => getConflictKey(statement) === subject);
    if (!before) return [];
    const { section } = before;
    return [
      { key: getConflictKey(change), ...compareWording(readAs(before.statement, section), readAs(change, section)) },
    ];
  }
  const known = new Set(listStatements(article));
  const told = new Set<string>();
  const placed = listUnderHeadings(buildProposedContent(article, pickOffered(fresh)).body);
  const said = ({ form, text }: Statement) => (form === "code" ? text : toReadText(text));
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

/** The statements of a body in reading order, each with the section whose heading it stands under. */
function listUnderHeadings(body: Section[]): { statement: Statement; section: StatementSection }[] {
  let section: StatementSection = null;
  return body.flatMap((part) => {
    if (!section || getHeading(part)) section = { role: part.role, heading: part.heading };
    const under = section;
    return part.statements.map((statement) => ({ statement, section: under }));
  });
}

/**
 * The part of the fresh text that a person accepted, with the statements that are asked as conflicts. Throws when the proposal
 * has other sentences than they saw.
 */
export function pickChosen(
  article: ArticleText,
  item: Proposed,
  chosen: ChosenSentences | undefined,
): ItemRow["fresh"] {
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
  const { summary, body } = contentWith(article, { ...item, fresh: pickChosen(article, item, sentences) });
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
