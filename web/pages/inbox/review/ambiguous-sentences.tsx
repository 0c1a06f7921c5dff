import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import { formatItems } from "../../../lib/format.ts";

const SHOWN = 3;

/** Says a day or a person by where it was written: 'today', 'this week', the 'me' of 'ask me'. */
const PASSING = new RegExp(
  [
    "\\b(?:today|tonight|tomorrow|yesterday|right now|at the moment)\\b",
    "\\b(?:this|next|last) (?:morning|afternoon|evening|week|month|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\\b",
    "(?<=\\b(?:ask|call|ping|text|mail|email|message|dm|tell) )me\\b",
    "(?<=\\b(?:send|give|forward|bring) (?:it|them|that|this) to )me\\b",
    "\\b(?:heute|gestern|zurzeit|derzeit|momentan)\\b",
    "\\b(?:diese|nächste|letzte) Woche\\b|\\b(?:diesen|nächsten|letzten) Monat\\b",
    "(?<=\\b(?:frag|fragt|ruf|ruft) )mich\\b|(?<=\\b(?:schick|schickt|gib|gebt|sag|sagt) (?:es |sie |das )?)mir\\b",
  ].join("|"),
  "iu",
);

interface AmbiguousSentence {
  before: string;
  word: string;
  after: string;
}

export function findAmbiguousSentences(sentences: readonly string[]): AmbiguousSentence[] {
  return [...new Set(sentences)].flatMap((marked) => {
    const text = marked.replace(/\*\*|`/g, "");
    const found = PASSING.exec(text);
    if (!found) return [];
    const end = found.index + found[0].length;
    return [{ before: text.slice(0, found.index), word: found[0], after: text.slice(end) }];
  });
}

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
