import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { getHeading } from "../../../shared/domain/section-headings.ts";
import { MarginStatements } from "./margin-statements.tsx";
import { groupListEntries } from "./statement-runs.ts";

export function ArticleSection({ section }: { section: ArticlePage["sections"][number] }) {
  const heading = getHeading(section);
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
      {groupListEntries(section.statements).map((entry, index, entries) => (
        <li key={index} dir="auto">
          <MarginStatements statements={entry} above={entries[index - 1]?.at(-1)} />
        </li>
      ))}
    </List>
  );
}
