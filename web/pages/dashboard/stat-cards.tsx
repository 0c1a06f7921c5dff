import { BookOpenText, Hash, MessageSquareText, Target } from "lucide-react";
import type { Stats } from "../../../shared/contract/activity.ts";
import { type Change, StatCard, StatRow } from "../../components/stat-card.tsx";
import { formatChange, formatCount } from "../../lib/format.ts";

export function StatCards({ stats }: { stats: Stats }) {
  const { weekOverWeek: week } = stats;
  return (
    <StatRow>
      <StatCard
        title="Articles Created"
        value={formatCount(stats.articlesCreated)}
        {...changeOf(week.articlesCreated, stats.articlesCreated)}
        icon={BookOpenText}
        to="/articles"
      />
      <StatCard
        title="Messages Analyzed"
        value={formatCount(stats.messagesAnalyzed)}
        {...changeOf(week.messagesAnalyzed, stats.messagesAnalyzed)}
        icon={MessageSquareText}
        to="/logs?type=message_analyzed"
      />
      <StatCard
        title="Active Channels"
        value={formatCount(stats.activeChannels)}
        {...changeOf(week.activeChannels, stats.activeChannels)}
        icon={Hash}
        to="/channels"
      />
      <StatCard
        title="Success Rate"
        value={stats.articlesRated === 0 ? "–" : `${stats.successRate}%`}
        {...changeOf(week.successRate, stats.articlesRated)}
        icon={Target}
        to="/logs?type=error"
      />
    </StatRow>
  );
}

/** `count`: what there is; nothing of nothing is no change. */
function changeOf(percent: number | null, count = 1): { change?: Change } {
  if (count === 0 && percent === null) return {};
  const kind = !percent ? "neutral" : percent > 0 ? "increase" : "decrease";
  return { change: { kind, text: formatChange(percent) } };
}
