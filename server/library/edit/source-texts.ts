import { type ArticleText, lettersOf, listStatements, type Statement } from "../../../shared/domain/article.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import {
  listAppliedEdits,
  listSourceEdits,
  restoreSourceText,
  type SourceEdit,
  saveEditedSource,
} from "../articles/source-queries.ts";

type Edit = Pick<SourceEdit, "id" | "before" | "now" | "mark">;

/** How an article's content changed: the text before, and whether an earlier text came back. */
interface ContentUpdate {
  articleId: string;
  before: ArticleText;
  content: ArticleText;
  isRestored: boolean;
}

/**
 * Keeps the stored text of an edited message beside the sentences that were taken from it. It becomes the message's present text once a
 * sentence says what the message says now, and no other sentence still waits for a person's decision about the edit. The former text comes
 * back with the former sentences, when a decision is undone.
 */
export async function updateSourceTexts(
  scope: WorkspaceScope,
  { articleId, ...changed }: ContentUpdate,
): Promise<void> {
  const said = new Set(listStatements(changed.before).map(({ text }) => text));
  const statements = listStatements(changed.content);
  const citing = (id: string) => statements.filter(({ sources }) => sources.includes(id));
  const isWaiting = (statement: Statement, edit: Edit) =>
    sideOf(statement, edit) === "before" && !statement.keptDespite?.includes(edit.mark);
  for (const edit of await listAppliedEdits(scope, articleId))
    if (citing(edit.id).some((statement) => isWaiting(statement, edit)))
      await restoreSourceText(scope, articleId, edit.id);
  if (statements.every(({ sources }) => sources.length === 0)) return;
  const isTaken = (statement: Statement) => !changed.isRestored && !statement.hand && !said.has(statement.text);
  const follows = (statement: Statement, edit: Edit) => {
    const side = sideOf(statement, edit);
    return side === "now" || (side === "both" && isTaken(statement));
  };
  for (const edit of await listSourceEdits(scope, [articleId])) {
    const cited = citing(edit.id);
    if (cited.some((one) => follows(one, edit)) && !cited.some((one) => isWaiting(one, edit)))
      await saveEditedSource(scope, edit);
  }
}

/** Which of the message's texts says the sentence: literally, else by the words that only one of them has. */
function sideOf({ text }: Statement, { before, now }: Edit): "before" | "now" | "both" {
  const isIn = (words: string) => Number(lettersOf(words).includes(lettersOf(text)));
  const [wasIn, isInNow] = [isIn(before), isIn(now)];
  const own = wordsOf(text);
  const [former, present] = [wordsOf(before), wordsOf(now)];
  const only = (these: Set<string>, others: Set<string>) => own.intersection(these.difference(others)).size;
  const more = isInNow + wasIn > 0 ? isInNow - wasIn : only(present, former) - only(former, present);
  return more > 0 ? "now" : more < 0 ? "before" : "both";
}
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.:,]\p{N}+)*/gu));
