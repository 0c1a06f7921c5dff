import { BookOpenText, MessageSquareText, ScrollText, TriangleAlert } from "lucide-react";
import type { LogCounts } from "../../../shared/contract/activity.ts";
import { StatCard, StatRow } from "../../components/stat-card.tsx";
import { formatCount } from "../../lib/format.ts";

/** Counts all entries of the workspace, regardless of the filters. */
export function LogTiles({ counts }: { counts: LogCounts | undefined }) {
  const figure = (name: keyof LogCounts) => (counts ? formatCount(counts[name]) : "–");
  return (
    <StatRow>
      <StatCard title="Articles Created" value={figure("article_created")} icon={BookOpenText} />
      <StatCard title="Messages Analyzed" value={figure("messages")} icon={MessageSquareText} />
      <StatCard title="Errors" value={figure("error")} icon={TriangleAlert} />
      <StatCard title="Total Logs" value={figure("total")} icon={ScrollText} />
    </StatRow>
  );
}
