import type { Comparison } from "../../../engine/contract.ts";
import { lettersOf, listStatements, type Statement } from "../../../shared/domain/article.ts";
import type { FreshKnowledge } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { findEditedSource } from "../articles/source-location.ts";
import { changeContent } from "../edit/change-content.ts";
import type { EventDeps } from "../events.ts";
import { explainRecheck, findRecheck } from "../retract/recheck-queries.ts";
import { mapStatements } from "./knowledge-text.ts";

interface EditedSentencesUpdate {
  article: ArticleRow;
  fresh: FreshKnowledge;
  comparison: Comparison;
  edited: ReadonlySet<string>;
  channelName: string;
}

/**
 * Updates sentences whose only source message was edited. The sentence was its author's text and stays the author's
 * text, so no person is asked. A sentence that a person wrote, changed or kept, or that other messages confirm, stays,
 * and a person is asked about it. Returns the updated article and comparison.
 */
export async function updateEditedSentences(
  deps: EventDeps,
  scope: WorkspaceScope,
  { article, fresh, comparison, edited, channelName }: EditedSentencesUpdate,
): Promise<{ article: ArticleRow; comparison: Comparison }> {
  const followed = findRewordedSentences({ article, fresh, comparison, edited });
  const says = listStatements(fresh);
  if (followed.size === 0) return { article, comparison };
  const { summary, body } = mapStatements(
    { summary: article.summary, body: article.body },
    (statement, at) => followed.get(at) ?? statement,
  );
  const causes = (await findRecheck(scope, article.id))?.causes ?? [];
  const reason = explainRecheck(causes) ?? `A message in #${channelName} was edited.`;
  await changeContent(deps, scope, article, { summary, body, reason });
  const changed = await lockArticleRow(scope, article.id);
  if (!changed) throw new Error("A locked article disappeared");
  const pairs = comparison.pairs.map((pair) =>
    followed.get(pair.known) === says[pair.fresh] ? { ...pair, relation: "same" as const } : pair,
  );
  const isSettled = pairs.every(({ relation }) => relation !== "contradicts");
  const relation = comparison.relation !== "contradicts" || !isSettled ? comparison.relation : "same";
  return { article: changed, comparison: { ...comparison, pairs, relation } };
}

/**
 * For a workspace in which a person decides about edits first: nothing changes, and each sentence that
 * `updateEditedSentences` would update contradicts its successor, unless both have the same words.
 */
export function askAboutEditedSentences(given: Omit<EditedSentencesUpdate, "channelName">): Comparison {
  const { article, comparison, fresh } = given;
  const reworded = findRewordedSentences(given);
  const [known, says] = [listStatements(article), listStatements(fresh)];
  const pairs = comparison.pairs.map((pair) => {
    const [before, now] = [known[pair.known], reworded.get(pair.known)];
    if (!before || !now || now !== says[pair.fresh]) return pair;
    return hasSameWords(before, now)
      ? { ...pair, relation: "same" as const }
      : { ...pair, relation: "contradicts" as const, settled: false };
  });
  return { ...comparison, pairs };
}

const hasSameWords = (one: Statement, other: Statement) => lettersOf(one.text) === lettersOf(other.text);

/** The sentences that only an edited message says, by position, each with the sentence that took its place there. */
function findRewordedSentences({
  article,
  fresh,
  comparison,
  edited,
}: Omit<EditedSentencesUpdate, "channelName">): Map<number, Statement> {
  const known = listStatements(article);
  const says = listStatements(fresh);
  const followed = new Map<number, Statement>();
  for (const { known: at, fresh: index, relation } of comparison.pairs) {
    const [before, now] = [known[at], says[index]];
    if (!before || !now || !isAuthorsOwn(before)) continue;
    // The same condition in other words: the message no longer contains the former text, and the article does not yet
    // contain the new text.
    const isOpen =
      relation === "contradicts" || !(isSaid(before, says) || isSaid(now, [...known, ...followed.values()]));
    if (!isOpen || now.sources.length !== 1 || now.doubt) continue;
    if (findEditedSource(before, now, edited)) followed.set(at, now);
  }
  return followed;
}

const isSaid = ({ text }: Statement, others: Statement[]) => others.some((one) => one.text === text);

const isAuthorsOwn = ({ hand, keptDespite, correctedBy, sources }: Statement) =>
  !(hand || keptDespite || correctedBy) && sources.length === 1;
