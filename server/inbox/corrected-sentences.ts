import { redactText } from "../../engine/redact/redact.ts";
import { type ArticleText, listStatements, MAY_BE_CORRECTED, type Statement } from "../../shared/domain/article.ts";
import type { StateBeforeDecision } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { conflict, invalid } from "../errors.ts";
import type { ArticleRow } from "../library/articles/index.ts";
import { getConflictKey, mapStatements } from "../library/dedupe/index.ts";
import { changeContent, createTitleEdit, lockArticleRow, setState } from "../library/edit/index.ts";
import type { EventDeps } from "../library/index.ts";
import { type DecisionCase, type DecisionOutcome, type DecisionRequest, recordInboxDecision } from "./decision-case.ts";

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
  const content = decideSentences(article, { taken, left });
  const reason = [...(titled.title ? [TITLED] : []), ...explain(left.length, taken.length)].join(" ");
  return changeContent(deps, scope, article, { ...titled, ...content, reason, by });
}

/**
 * Takes the mark off sentences that no later message corrects. The conversation no longer writes the article, so that the
 * mark does not come back; the article waits on.
 */
export async function decideNotCorrected(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: DecisionCase,
): Promise<DecisionOutcome> {
  const { article, choice, by } = given;
  const { state, stateReason } = article;
  const { taken = [] } = choice.sentences ?? {};
  if (taken.length === 0) throw invalid("Name the sentence that is not corrected.");
  const content = decideSentences(article, { taken, left: [] });
  const changed = await changeContent(deps, scope, article, { ...content, reason: NOT_CORRECTED, by });
  if (stateReason === MAY_BE_CORRECTED && listCorrectedSentences(content).length === 0)
    await setState(scope, article.id, { state, stateReason: null });
  const before = { state, stateReason, ...changed };
  return {
    message: NOT_CORRECTED,
    undo: await recordInboxDecision(deps, scope, given, { before, what: NOT_CORRECTED }),
  };
}

const NOT_CORRECTED = "A person decided that a later message does not correct it.";

/** The article without the sentences in `left`, and with those in `taken` unmarked. */
function decideSentences(article: ArticleRow, { taken, left }: { taken: string[]; left: string[] }): ArticleText {
  const known = new Set(listCorrectedSentences(article).map(({ key }) => key));
  if ([...taken, ...left].some((key) => !known.has(key)))
    throw conflict("The draft is another one by now. Look at its sentences again.");
  const content = mapStatements({ summary: article.summary, body: article.body }, (statement) => {
    const key = getConflictKey(statement);
    if (left.includes(key)) return null;
    return taken.includes(key) ? withoutMark(statement) : statement;
  });
  if (listStatements(content).length === 0) throw conflict("The article would be empty. Discard it instead.");
  return content;
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
