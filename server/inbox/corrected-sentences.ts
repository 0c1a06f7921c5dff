import { type ArticleText, listStatements, type Statement } from "../../shared/domain/article.ts";
import type { DecisionBefore } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { conflict } from "../errors.ts";
import type { ArticleRow } from "../library/articles/index.ts";
import { getConflictKey, mapStatements } from "../library/dedupe/index.ts";
import { changeContent, lockArticleRow } from "../library/edit/index.ts";
import type { EventDeps } from "../library/index.ts";
import type { Choice } from "./decision-case.ts";

interface CorrectedSentence {
  key: string;
  statement: Statement;
  /** The `externalId` of the correcting message. */
  by: string;
  /** Its author replaced it themselves: it is struck through. */
  isSure: boolean;
}

/** The sentences that later messages correct, each once. */
export function listCorrected(text: ArticleText): CorrectedSentence[] {
  const found = listStatements(text).flatMap((statement) => {
    const { doubt, correctedBy, sources } = statement;
    const isSure = /^~~.+~~$/s.test(statement.text) && sources.length > 1;
    const by = isSure ? sources.at(-1) : doubt && correctedBy;
    return by ? [{ key: getConflictKey(statement), statement, by, isSure }] : [];
  });
  return [...new Map(found.map((one) => [one.key, one])).values()];
}

/** Leaves corrected sentences out of an article that is being approved, or lets them stay without a doubt; it is locked. */
export async function decideCorrected(
  deps: EventDeps,
  scope: WorkspaceScope,
  { id }: Pick<ArticleRow, "id">,
  { sentences, by }: { sentences: Choice["sentences"]; by: string | null },
): Promise<Pick<DecisionBefore, "versions" | "writtenFrom">> {
  const { taken = [], left = [] } = sentences ?? {};
  if (taken.length + left.length === 0) return {};
  // The approval has made a version of it.
  const article = await lockArticleRow(scope, id);
  if (!article) throw new Error("A locked article disappeared");
  const known = new Set(listCorrected(article).map(({ key }) => key));
  if ([...taken, ...left].some((key) => !known.has(key)))
    throw conflict("The draft is another one by now. Look at its sentences again.");
  const { summary, body } = mapStatements({ summary: article.summary, body: article.body }, (statement) => {
    const key = getConflictKey(statement);
    if (left.includes(key)) return null;
    return taken.includes(key) ? withoutMark(statement) : statement;
  });
  if (listStatements({ summary, body }).length === 0) throw conflict("The article would be empty. Discard it instead.");
  return changeContent(deps, scope, article, { summary, body, reason: explain(left.length, taken.length), by });
}

function withoutMark(marked: Statement): Statement {
  const { doubt: _, correctedBy: __, text, ...statement } = marked;
  return { ...statement, text: text.replace(/^~~(.+)~~$/s, "$1") };
}

function explain(left: number, kept: number): string {
  const count = (many: number) => (many === 1 ? "A corrected sentence" : `${many} corrected sentences`);
  if (kept === 0) return `${count(left)} left out by a person.`;
  if (left === 0) return `${count(kept)} kept by a person.`;
  return `${count(left)} left out by a person, and ${kept} kept.`;
}
