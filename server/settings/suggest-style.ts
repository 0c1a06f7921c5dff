import { createHash } from "node:crypto";
import { diffIndices } from "node-diff3";
import type { StyleSuggestion, WritingSettings } from "../../shared/contract/writing.ts";
import { type ArticleText, listStatements } from "../../shared/domain/article.ts";

/** An article before and after a person changed it. */
export interface ArticleBeforeAndAfter {
  articleId: string;
  before: ArticleText;
  after: ArticleText;
}

const LEAST_ARTICLES = 3;
const MOST_SUGGESTIONS = 10;
const MOST_WORDS = 3;
const MOST_CHARACTERS = 60;

interface Replacement {
  kind: StyleSuggestion["kind"];
  from: string;
  to: string;
}

/**
 * Suggests a rule for the writing style if people replaced the same word, or renamed the same heading, in at least three
 * articles. Leaves out rules that style and glossary already contain.
 */
export function suggestStyle(
  edits: readonly ArticleBeforeAndAfter[],
  { style, glossary }: WritingSettings,
  dismissed: readonly string[],
): StyleSuggestion[] {
  const seen = new Map<string, Replacement & { articles: Set<string>; edits: number }>();
  for (const edit of edits) {
    const inEdit = new Map(replacementsIn(edit).map((one) => [keyOf(one), one]));
    for (const [key, one] of inEdit) {
      const before = seen.get(key) ?? { ...one, articles: new Set<string>(), edits: 0 };
      before.articles.add(edit.articleId);
      before.edits += 1;
      seen.set(key, before);
    }
  }
  const neverSaid = new Set(glossary.flatMap(({ neverSay }) => neverSay.map((word) => word.toLowerCase())));
  return (
    [...seen.values()]
      .map(({ articles, ...one }) => ({ ...one, id: idOf(one), sentence: sentenceOf(one), articles: articles.size }))
      .filter(({ articles }) => articles >= LEAST_ARTICLES)
      .filter(({ id, sentence }) => !dismissed.includes(id) && !style?.includes(sentence))
      .filter(({ from }) => !neverSaid.has(from.toLowerCase()))
      // Edits that contradict each other give no rule.
      .filter(
        ({ kind, from, to, edits: times }) => (seen.get(keyOf({ kind, from: to, to: from }))?.edits ?? 0) < times / 2,
      )
      .toSorted((a, b) => b.articles - a.articles || b.edits - a.edits || a.from.localeCompare(b.from))
      .slice(0, MOST_SUGGESTIONS)
  );
}

const keyOf = ({ kind, from, to }: Replacement) => JSON.stringify([kind, from.toLowerCase(), to.toLowerCase()]);
const idOf = (one: Replacement) => createHash("sha256").update(keyOf(one)).digest("hex").slice(0, 24);

const sentenceOf = ({ kind, from, to }: Replacement) =>
  kind === "word" ? `Write "${to}" instead of "${from}".` : `Call a section "${to}", not "${from}".`;

function replacementsIn({ before, after }: ArticleBeforeAndAfter): Replacement[] {
  const texts = (text: ArticleText) =>
    listStatements(text).flatMap((statement) => (statement.form === "sentence" ? [statement.text] : []));
  const headings = (text: ArticleText) => text.body.flatMap(({ heading }) => heading ?? []);
  return [
    ...changedPairs(texts(before), texts(after)).flatMap(([old, now]) => wordsReplaced(old, now)),
    ...changedPairs(headings(before), headings(after)).flatMap(([from, to]) => replacement("heading", from, to)),
  ];
}

/** Returns pairs of words and their replacements. */
function changedPairs(before: string[], after: string[]): [string, string][] {
  return diffIndices(before, after).flatMap(({ buffer1: [from, count], buffer2: [to, other] }) =>
    count === other
      ? Array.from({ length: count }, (_, at): [string, string] => [before[from + at] ?? "", after[to + at] ?? ""])
      : [],
  );
}

function wordsReplaced(old: string, now: string): Replacement[] {
  const [before, after] = [wordsOf(old), wordsOf(now)];
  const hunks = diffIndices(before, after);
  // A mostly new sentence was replaced, not reworded.
  const replaced = hunks.reduce((sum, { buffer1 }) => sum + buffer1[1], 0);
  if (replaced > before.length / 2) return [];
  return hunks.flatMap(({ buffer1: [from, count], buffer2: [to, other] }) =>
    count === 0 || other === 0 || count > MOST_WORDS || other > MOST_WORDS
      ? []
      : replacement("word", before.slice(from, from + count).join(" "), after.slice(to, to + other).join(" ")),
  );
}

const wordsOf = (text: string) =>
  text.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));

/** Skips numbers, codes and addresses, which are facts and not style. */
function replacement(kind: Replacement["kind"], from: string, to: string): Replacement[] {
  const isStyle = [from, to].every(
    (text) => /^[\p{L}\p{M} ’'-]+$/u.test(text) && /\p{L}/u.test(text) && text.length <= MOST_CHARACTERS,
  );
  return isStyle && from !== to ? [{ kind, from, to }] : [];
}
