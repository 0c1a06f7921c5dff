import type { ArticleFiltering } from "./use-article-filters.ts";

interface NearMatchesProps {
  /** Words that no article has. */
  unknown: readonly string[];
  filtering: ArticleFiltering;
}

/** Shown above articles that contain only some of the searched words, so that nobody takes them for full matches. */
export default function NearMatches({ unknown, filtering }: NearMatchesProps) {
  const isNarrowed = filtering.count > 1;
  return (
    <output className="mt-2 block">
      <span className="block font-serif text-19">
        No article {isNarrowed && "with these filters "}matches all of your words
      </span>
      <span className="mt-1 block text-soft">
        {unknown.length > 0 && `${namesOf(unknown)} in no article. `}These match some of them:
      </span>
    </output>
  );
}

/** Names words in a sentence: '“referral” and “bonus” are', '“referral” is'. */
function namesOf(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`);
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(quoted);
  return `${list} ${words.length === 1 ? "is" : "are"}`;
}
