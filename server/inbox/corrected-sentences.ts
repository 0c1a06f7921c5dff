import { redactText } from "../../engine/redact/redact.ts";
import { type ArticleText, listStatements, type Statement } from "../../shared/domain/article.ts";
import type { StateBeforeDecision } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { conflict } from "../errors.ts";
import type { ArticleRow } from "../library/articles/index.ts";
import { getConflictKey, mapStatements } from "../library/dedupe/index.ts";
import { changeContent, createTitleEdit, lockArticleRow } from "../library/edit/index.ts";
import type { EventDeps } from "../library/index.ts";
import type { DecisionRequest } from "./decision-case.ts";

interface CorrectedSentence {
  key: string;
  statement: Statement;
  /** The `externalId` of the correcting message. */
  by: string;
  /** Its author replaced it themselves: it is struck through. */
  isSure: boolean;
}

/** The sentences that later messages correct, each once. */
export function listCorrectedSentences(text: ArticleText): CorrectedSentence[] {
  const found = listStatements(text).flatMap((statement) => {
    const { doubt, correctedBy, sources } = statement;
    const isSure = /^~~.+~~$/s.test(statement.text) && sources.length > 1;
    const by = isSure ? sources.at(-1) : doubt && correctedBy;
    return by ? [{ key: getConflictKey(statement), statement, by, isSure }] : [];
  });
  return [...new Map(found.map((one) => [one.key, one])).values()];
}

/**
 * Changes an article as its approval says, which is locked: its title, and corrected sentences that are left out or stay without a
 * doubt.
 */
export async function changeApprovedSentences(
  deps: EventDeps,
  scope: WorkspaceScope,
  { id }: Pick<ArticleRow, "id">,
  { title, sentences, by }: Pick<DecisionRequest, "title" | "sentences"> & { by: string | null },
): Promise<Pick<StateBeforeDecision, "versions" | "writtenFrom">> {
  const { taken = [], left = [] } = sentences ?? {};
  // The approval has made a version of it.
  const article = await lockArticleRow(scope, id);
  if (!article) throw new Error("A locked article disappeared");
  const titled = by && title ? titleBy(article, title, by) : {};
  if (taken.length + left.length === 0 && !titled.title) return {};
  const known = new Set(listCorrectedSentences(article).map(({ key }) => key));
  if ([...taken, ...left].some((key) => !known.has(key)))
    throw conflict("The draft is another one by now. Look at its sentences again.");
  const { summary, body } = mapStatements({ summary: article.summary, body: article.body }, (statement) => {
    const key = getConflictKey(statement);
    if (left.includes(key)) return null;
    return taken.includes(key) ? withoutMark(statement) : statement;
  });
  if (listStatements({ summary, body }).length === 0) throw conflict("The article would be empty. Discard it instead.");
  const reason = [...(titled.title ? [TITLED] : []), ...explain(left.length, taken.length)].join(" ");
  return changeContent(deps, scope, article, { ...titled, summary, body, reason, by });
}

const TITLED = "Title changed by a person.";

function titleBy(article: ArticleRow, typed: string, by: string): Partial<Pick<ArticleRow, "title" | "hand">> {
  const title = redactText(typed.trim().replace(/\s+/g, " ")).text;
  if (title === article.title) return {};
  return { title, hand: { ...article.hand, title: createTitleEdit(title, by) } };
}

function withoutMark(marked: Statement): Statement {
  const { doubt: _, correctedBy: __, text, ...statement } = marked;
  return { ...statement, text: text.replace(/^~~(.+)~~$/s, "$1") };
}

function explain(left: number, kept: number): string[] {
  const count = (many: number) => (many === 1 ? "A corrected sentence" : `${many} corrected sentences`);
  if (left > 0 && kept > 0) return [`${count(left)} left out by a person, and ${kept} kept.`];
  if (left > 0) return [`${count(left)} left out by a person.`];
  return kept > 0 ? [`${count(kept)} kept by a person.`] : [];
}
