import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { useVersionChanges } from "../../api/articles.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { canEdit } from "./edit-link.tsx";
import { RestoreVersion } from "./restore-version.tsx";
import { StatementDifferences } from "./statement-differences.tsx";

/** All versions of the article, each with its reason. A click shows what changed. */
export default function VersionHistory({
  article,
}: {
  article: Pick<ArticlePage, "id" | "versions" | "version" | "state" | "publications">;
}) {
  return (
    <ol className="flex flex-col gap-3 text-soft">
      {article.versions.map((version) => (
        <Version key={version.version} article={article} version={version} />
      ))}
    </ol>
  );
}

interface VersionProps {
  article: Pick<ArticlePage, "id" | "version" | "state" | "publications">;
  version: ArticlePage["versions"][number];
}

function Version({ article, version }: VersionProps) {
  const [isOpen, setOpen] = useState(false);
  const id = `version-${version.version}`;
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3">
      <span className="font-mono text-13 leading-6 text-faint">v{version.version}</span>
      <div>
        <p className="wrap-anywhere">
          {version.reason}{" "}
          <span className="text-13 text-faint">
            <RelativeTime at={version.createdAt} />
            {version.by ? `, ${version.by}` : version.engine === "llm" && ", written by a language model"}
          </span>
        </p>
        {version.version > 1 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            className="touch not-printed text-link mt-0.5 inline-flex min-h-6 items-center gap-1 text-13"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight className={`size-3.5 transition-transform ${isOpen ? "rotate-90" : ""}`} aria-hidden="true" />
            {isOpen ? "Hide what changed" : "Show what changed"}
          </button>
        )}
        {version.version < article.version && !version.isPresent && canEdit(article) && (
          <RestoreVersion article={article} version={version.version} />
        )}
        <div id={id}>{isOpen && <VersionDifferences articleId={article.id} version={version.version} />}</div>
      </div>
    </li>
  );
}

/** Compares a version with the previous one, sentence by sentence. */
function VersionDifferences({ articleId, version }: { articleId: string; version: number }) {
  return (
    <QueryView query={useVersionChanges(articleId, version)} loading={<div className="late skeleton mt-2 h-24" />}>
      {(found) => (
        <div className="appear mt-2 border-t border-rule text-ink">
          <StatementDifferences found={found} />
        </div>
      )}
    </QueryView>
  );
}
