import { findNewWords } from "../../../engine/excerpt/index.ts";
import type { Statement } from "../../../shared/domain/article.ts";
import type { SourceEdit } from "../articles/source-queries.ts";

/**
 * The sentences with which an edited message replaces one that is in doubt for its edit, as their author says them now. Undefined
 * where that cannot be told, or where several of its messages were edited.
 */
export function newWordsFor(statement: Statement, edits: readonly SourceEdit[]): Statement[] | undefined {
  const { doubt, correctedBy, keptDespite, sources } = statement;
  if (!doubt || correctedBy) return undefined;
  const found = edits.flatMap((edit) => {
    if (edit.before === "" || !sources.includes(edit.id) || keptDespite?.includes(edit.mark)) return [];
    const words = findNewWords(statement, edit);
    return words ? [words.map((one) => ({ ...one, sources: [edit.id] }))] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
