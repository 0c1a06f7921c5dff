import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { SectionRole } from "../../../shared/domain/article.ts";
import { MarginStatements } from "./margin-statements.tsx";
import { entriesOf } from "./statement-runs.ts";

/** What a section is called when it brings no heading of its own. */
const HEADINGS: Record<SectionRole, string | null> = {
  question: "Question",
  answer: "Answer",
  symptom: "Symptom",
  cause: "Cause",
  fix: "Fix",
  steps: "Steps",
  explanation: null,
  context: "Context",
  note: "Note",
  disagreement: "Where they disagree",
};

export const headingOf = ({ role, heading }: { role: SectionRole; heading: string | null }) =>
  heading ?? HEADINGS[role];

export function ArticleSection({ section }: { section: ArticlePage["sections"][number] }) {
  const heading = headingOf(section);
  return (
    <section className="set-section">
      {heading && <h2 dir="auto">{heading}</h2>}
      {section.layout === "prose" ? <Prose section={section} /> : <Entries section={section} />}
    </section>
  );
}

function Prose({ section }: { section: ArticlePage["sections"][number] }) {
  return (
    <div dir="auto" className="set-prose">
      <MarginStatements statements={section.statements} />
    </div>
  );
}

function Entries({ section }: { section: ArticlePage["sections"][number] }) {
  const List = section.layout === "steps" ? "ol" : "ul";
  return (
    <List className={section.layout === "steps" ? "set-steps" : "set-bullets"}>
      {entriesOf(section.statements).map((entry, index, entries) => (
        <li key={index} dir="auto">
          <MarginStatements statements={entry} above={entries[index - 1]?.at(-1)} />
        </li>
      ))}
    </List>
  );
}
