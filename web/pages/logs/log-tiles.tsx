import { BookOpenText, MessageSquareText, ScrollText, TriangleAlert } from "lucide-react";
import type { Log } from "../../../shared/contract/activity.ts";
import { StatCard, StatRow } from "../../components/stat-card.tsx";
import { formatCount } from "../../lib/format.ts";

export function LogTiles({ logs }: { logs: readonly Log[] }) {
  const countOf = (type: Log["type"]) => formatCount(logs.filter((log) => log.type === type).length);
  return (
    <StatRow>
      <StatCard title="Articles Created" value={countOf("article_created")} icon={BookOpenText} />
      <StatCard title="Messages Analyzed" value={countOf("message_analyzed")} icon={MessageSquareText} />
      <StatCard title="Errors" value={countOf("error")} icon={TriangleAlert} />
      <StatCard title="Total Logs" value={formatCount(logs.length)} icon={ScrollText} />
    </StatRow>
  );
}
