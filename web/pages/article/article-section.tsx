import { useEffect, useRef } from "react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { getHeading } from "../../../shared/domain/section-headings.ts";
import { MarginStatements } from "./margin-statements.tsx";
import { groupListEntries } from "./statement-runs.ts";

interface ArticleSectionProps {
  section: ArticlePage["sections"][number];
  /** The section's anchor. */
  id?: string;
  /** The address names the section. The browser looked for the anchor before the article was loaded. */
  isTarget?: boolean;
}

export function ArticleSection({ section, id, isTarget = false }: ArticleSectionProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isTarget) element.current?.scrollIntoView();
  }, [isTarget]);
  const heading = getHeading(section);
  return (
    <section ref={element} id={id} className="set-section">
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
