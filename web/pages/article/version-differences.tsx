import { useVersionChanges } from "../../api/articles.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { StatementDifferences } from "./statement-differences.tsx";

/** Compares a version with the previous one, sentence by sentence. */
export function VersionDifferences({ articleId, version }: { articleId: string; version: number }) {
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
