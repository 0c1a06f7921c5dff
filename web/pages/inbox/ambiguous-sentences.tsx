import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { formatItems } from "../../lib/format.ts";
import { findAmbiguousSentences } from "./passing-words.ts";

const SHOWN = 3;

/** The sentences of an article as Markdown. */
export const listSentences = ({ summaryStatements, sections }: Pick<ArticlePage, "summaryStatements" | "sections">) =>
  [...summaryStatements, ...sections.flatMap((section) => section.statements)].flatMap(({ form, text }) =>
    form === "code" ? [] : [text],
  );

/** Shows before an approval which sentences a later reader would misunderstand. */
export function AmbiguousSentences({ sentences }: { sentences: readonly string[] }) {
  const found = findAmbiguousSentences(sentences);
  if (found.length === 0) return null;
  return (
    <section
      aria-label="Words that pass"
      className="mt-4 max-w-[75ch] rounded-box border border-rule bg-sunken p-4 text-13"
    >
      <h2 className="font-semibold">Readers will not know which day or who is meant</h2>
      <ul className="mt-1 flex flex-col gap-1 text-soft">
        {found.slice(0, SHOWN).map(({ before, word, after }) => (
          <li key={before + word + after} dir="auto" className="wrap-anywhere">
            {before}
            <strong className="font-semibold text-ink">{word}</strong>
            {after}
          </li>
        ))}
      </ul>
      {found.length > SHOWN && (
        <p className="mt-1 text-faint">And {formatItems(found.length - SHOWN, "more sentence")}.</p>
      )}
    </section>
  );
}
