import { Fragment } from "react";
import { InlineText } from "../../components/inline-text.tsx";
import { CodeBlock } from "./code-block.tsx";
import { SourcedRun } from "./sourced-run.tsx";
import { runsOf, type Statement } from "./statement-runs.ts";

/** Statements in reading order, each with its sources in the margin. */
export function MarginStatements({ statements }: { statements: readonly Statement[] }) {
  return runsOf(statements).map((run, index) => {
    const [first] = run.statements;
    return first?.form === "code" ? (
      <SourcedRun key={index} sources={run.sources} block>
        <CodeBlock code={first.text} language={first.language} />
      </SourcedRun>
    ) : (
      <Fragment key={index}>
        <SourcedRun sources={run.sources}>
          {run.statements.map((statement, position) => (
            <Fragment key={position}>
              {position > 0 && " "}
              <InlineText inline={statement.inline} />
            </Fragment>
          ))}
        </SourcedRun>{" "}
      </Fragment>
    );
  });
}
