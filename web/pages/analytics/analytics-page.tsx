import { BookOpenText, Hash, MessageSquareText, Target } from "lucide-react";
import { useLogs, useStats } from "../../api/activity.ts";
import { useArticles } from "../../api/articles.ts";
import { useRuns } from "../../api/runs.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { StatCard, StatRow } from "../../components/stat-card.tsx";
import { formatCount } from "../../lib/format.ts";
import { ActivityBreakdown } from "./activity-breakdown.tsx";
import { createdWithin, errorRateOf, meanSecondsOf } from "./figures.ts";
import { RecentActivity } from "./recent-activity.tsx";

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

export default function AnalyticsPage() {
  const articles = useArticles();
  const logs = useLogs();
  const runs = useRuns();
  const stats = useStats().data;
  const written = articles.data ?? [];
  const errorRate = errorRateOf(logs.data ?? []);
  const thisWeek = createdWithin(written, WEEK_DAYS);
  const seconds = meanSecondsOf(runs.data ?? []);
  const messages = stats ? formatCount(stats.messagesAnalyzed) : "–";

  return (
    <Page title="Analytics" description="How much your team's chat adds to the library">
      <StatRow>
        <StatCard
          title="Total Articles"
          value={formatCount(written.length)}
          icon={BookOpenText}
          note={`${formatCount(thisWeek)} this week`}
          to="/articles"
        />
        <StatCard
          title="Messages Analyzed"
          value={messages}
          icon={MessageSquareText}
          note={`${messages} total scanned`}
        />
        <StatCard
          title="Active Channels"
          value={stats ? formatCount(stats.activeChannels) : "–"}
          icon={Hash}
          to="/channels"
        />
        <StatCard title="Success Rate" value={`${round(100 - errorRate)}%`} icon={Target} to="/logs?type=error" />
      </StatRow>
      <div className="mt-10 grid gap-x-14 gap-y-12 xl:grid-cols-2">
        <Section title="Performance Overview">
          <dl className="divide-y divide-rule">
            <Figure name="Articles this week" value={formatCount(thisWeek)} />
            <Figure name="Articles this month" value={formatCount(createdWithin(written, MONTH_DAYS))} />
            <Figure name="Average processing time" value={seconds === null ? "–" : `${seconds.toFixed(1)} s`} />
            <Figure name="Error rate" value={`${round(errorRate)}%`} />
          </dl>
        </Section>
        <ActivityBreakdown query={articles} />
        <div className="xl:col-span-2">
          <RecentActivity query={logs} />
        </div>
      </div>
    </Page>
  );
}

const round = (percent: number) => Math.round(percent * 10) / 10;

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-soft">{name}</dt>
      <dd className="font-serif text-19 lining-nums tabular-nums">{value}</dd>
    </div>
  );
}
