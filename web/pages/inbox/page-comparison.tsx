import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { usePageTextChanges } from "../../api/page-text-changes.ts";
import { useCan } from "../../components/permissions.tsx";
import { formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { StatementDifferences } from "../article/statement-differences.tsx";

interface PageComparisonProps {
  articleId: string;
  publicationId: string;
}

/** Compares an article with its page side by side; the page is read from the platform when this opens. */
export function PageComparison(props: PageComparisonProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (!useCan()("change", "inbox")) return null;
  return (
    <div className="mt-3">
      <Button
        size="small"
        look="quiet"
        className="-ml-2.5"
        data-compare
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-keyshortcuts="c"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown className={isOpen ? "size-4 rotate-180" : "size-4"} aria-hidden="true" />
        {isOpen ? "Hide the differences" : "Compare page and article"}
      </Button>
      {isOpen && (
        <div id={id} className="mt-2 border-t border-rule">
          <Differences {...props} />
        </div>
      )}
    </div>
  );
}

function Differences({ articleId, publicationId }: PageComparisonProps) {
  return (
    <QueryView
      query={usePageTextChanges(articleId, publicationId)}
      loading={
        <output className="mt-3 block">
          <span className="text-soft">Reading the page...</span>
          <span className="late skeleton mt-3 block h-16" />
        </output>
      }
    >
      {({ changes, left, canTake }) => (
        <>
          {canTake ? (
            <StatementDifferences found={changes} names={["Article", "Page"]} />
          ) : (
            <p className="mt-3 text-soft">
              {left > 0 ? "The sentences are the same." : "The page says what the article says."}
            </p>
          )}
          {left > 0 && (
            <p className="mt-2 text-13 text-soft">
              {formatItems(left, "other change")} on the page cannot be shown here, such as a table or a picture. Open
              the page to see {left === 1 ? "it" : "them"}.
            </p>
          )}
        </>
      )}
    </QueryView>
  );
}
