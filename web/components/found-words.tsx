import type { Article } from "../../shared/contract/articles.ts";
import { computeEditDistance } from "../../shared/domain/edit-distance.ts";

/** The length of a word in which one wrong letter is accepted. A word twice as long may have two, as in the search. */
const LETTERS_PER_MISTAKE = 4;
const COMMON_START = 4;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** True if the search accepts a word of an article for a typed one: another ending, or a mistyped letter. */
function matchesTypedWord(typed: string, word: string): boolean {
  if (typed.length < LETTERS_PER_MISTAKE) return word === typed;
  if (word.startsWith(typed) || (word.length >= LETTERS_PER_MISTAKE && typed.startsWith(word))) return true;
  const start = Math.max(COMMON_START, Math.min(typed.length, word.length) - 2);
  if (typed.slice(0, start) === word.slice(0, start)) return true;
  return computeEditDistance(typed, word) <= (typed.length < 2 * LETTERS_PER_MISTAKE ? 1 : 2);
}

const isFound = (word: string, typed: readonly string[]) =>
  typed.some((one) => matchesTypedWord(one, word.toLowerCase()));

interface FoundWordsProps {
  article: Article;
  part: "title" | "summary";
  /** The query string of the URL, with the searched words. */
  search: string;
}

/** A text with the words marked that a search accepts for the typed ones. */
export function MarkedWords({ text, search }: { text: string; search: string }) {
  const typed = wordsOf(search);
  return text.split(/([\p{L}\p{N}]+)/u).map((part, index) =>
    index % 2 === 1 && isFound(part, typed) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
      <mark key={index} className="rounded-sm bg-accent-wash text-inherit">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/**
 * The title or summary of a found article, with the searched words marked. If neither contains them, shows the part of
 * the text that does, or says where they are.
 */
export default function FoundWords({ article, part, search }: FoundWordsProps) {
  const keywords = new URLSearchParams(search).get("keywords") ?? "";
  if (part === "title") return <MarkedWords text={article.title} search={keywords} />;
  if (article.passage) return <MarkedWords text={`… ${article.passage} …`} search={keywords} />;
  const elsewhere = foundElsewhere(article, wordsOf(keywords));
  return (
    <>
      {elsewhere && <span className="text-soft">{elsewhere} · </span>}
      <MarkedWords text={article.summary} search={keywords} />
    </>
  );
}

/** Returns 'Tag: printer' or 'In the text' (far below) if neither title nor summary contains a searched word; otherwise ''. */
function foundElsewhere({ title, summary, tags, keywords }: Article, typed: readonly string[]): string {
  const holds = (text: string) => wordsOf(text).some((word) => isFound(word, typed));
  if (holds(title) || holds(summary)) return "";
  const tag = tags.find(holds);
  if (tag) return `Tag: ${tag}`;
  const keyword = keywords.find(holds);
  return keyword ? `Keyword: ${keyword}` : "In the text";
}
