import { Fragment } from "react";
import { ContradictionNote } from "../../components/article-notices/contradiction.tsx";
import { InlineText } from "../../components/inline-text.tsx";
import { CodeBlock } from "./code-block.tsx";
import { isAboutStatement } from "./contradictions.ts";
import { useSourceView } from "./source-view.ts";
import { SourcedSentences } from "./sourced-run.tsx";
import {
  type ArticleStatement,
  groupStatementsBySources,
  haveSameSources,
  isSamePersonEdit,
} from "./statement-runs.ts";

interface MarginStatementsProps {
  statements: readonly ArticleStatement[];
  /** The preceding statement. If it cites the same messages, their note is not repeated. */
  above?: ArticleStatement | undefined;
}

/** Statements in reading order, each with its sources in the margin. */
export function MarginStatements({ statements, above }: MarginStatementsProps) {
  const { contradictions, contradictedAt } = useSourceView();
  return groupStatementsBySources(statements).map((run, index, runs) => {
    const [first] = run.statements;
    const before = index === 0 ? above : runs[index - 1];
    const continues =
      before !== undefined && haveSameSources(before.sources, run.sources) && isSamePersonEdit(before.hand, run.hand);
    return first?.form === "code" ? (
      <SourcedSentences key={index} sources={run.sources} hand={run.hand} continues={continues} block>
        {first.doubt && <span className="block text-13 text-busy">{first.doubt}</span>}
        <CodeBlock code={first.text} language={first.language} />
      </SourcedSentences>
    ) : (
      <Fragment key={index}>
        <SourcedSentences sources={run.sources} hand={run.hand} continues={continues}>
          {run.statements.map((statement, position) => (
            <Fragment key={position}>
              {position > 0 && " "}
              {contradictions.some((one) => isAboutStatement(one, statement)) ? (
                <span className="underline decoration-busy decoration-wavy underline-offset-4">
                  <InlineText inline={statement.inline} />
                </span>
              ) : (
                <InlineText inline={statement.inline} />
              )}
            </Fragment>
          ))}
        </SourcedSentences>{" "}
        {run.statements
          .flatMap((statement) => contradictedAt.get(statement) ?? [])
          .map((one) => (
            <ContradictionNote key={one.itemId} contradiction={one} />
          ))}
      </Fragment>
    );
  });
}
