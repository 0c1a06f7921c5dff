import { BookOpenText, Hash, MessageSquareText, Target } from "lucide-react";
import type { Stats } from "../../../shared/contract/activity.ts";
import { StatCard, type StatChange, StatRow } from "../../components/stat-card.tsx";
import { formatChange, formatCount } from "../../lib/format.ts";
import { formatPercent } from "../../lib/format-percent.ts";

export function StatCards({ stats }: { stats: Stats }) {
  const { weekOverWeek: week } = stats;
  return (
    <StatRow>
      <StatCard
        title="Articles Created"
        value={formatCount(stats.articlesCreated)}
        change={changeOf(week.articlesCreated)}
        icon={BookOpenText}
        to="/articles"
      />
      <StatCard
        title="Messages Analyzed"
        value={formatCount(stats.messagesAnalyzed)}
        change={changeOf(week.messagesAnalyzed)}
        icon={MessageSquareText}
        to="/logs?type=message_analyzed"
      />
      <StatCard
        title="Active Channels"
        value={formatCount(stats.activeChannels)}
        change={changeOf(week.activeChannels)}
        icon={Hash}
        to="/channels"
      />
      <StatCard
        title="Success Rate"
        value={formatPercent(stats.successRate)}
        change={changeOf(week.successRate)}
        note="Pages published without an error"
        icon={Target}
        to="/logs?type=error"
      />
    </StatRow>
  );
}

function changeOf(percent: number | null): StatChange {
  const kind = !percent ? "neutral" : percent > 0 ? "increase" : "decrease";
  return { kind, text: formatChange(percent) };
}
