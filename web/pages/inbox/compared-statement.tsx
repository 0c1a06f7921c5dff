import type { SourcedStatement } from "../../../shared/contract/inbox.ts";
import { InlineText } from "../../components/inline-text.tsx";
import { CodeBlock } from "../article/code-block.tsx";
import { StatementAuthor } from "./statement-author.tsx";

/** A statement with who said it, as one of two that are compared. */
export function ComparedStatement({ title, statement }: { title: string; statement: SourcedStatement }) {
  return (
    <section className="min-w-0 max-md:[&+&]:mt-3 max-md:[&+&]:border-t max-md:[&+&]:border-rule max-md:[&+&]:pt-4">
      {title && <p className="text-13 font-medium text-faint">{title}</p>}
      <StatementText statement={statement} />
      <StatementAuthor saidBy={statement.saidBy} />
    </section>
  );
}

export function StatementText({ statement }: { statement: Pick<SourcedStatement, "form" | "text" | "inline"> }) {
  if (statement.form === "code") return <CodeBlock code={statement.text} language={null} />;
  return (
    <p dir="auto" className="mt-1 font-serif text-19 wrap-anywhere">
      <InlineText inline={statement.inline} />
    </p>
  );
}
