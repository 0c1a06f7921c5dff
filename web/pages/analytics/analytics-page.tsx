import { BookOpenText, Hash, MessageSquareText, Target } from "lucide-react";
import { lazy, Suspense } from "react";
import { useLatestLogs, useOverview, useStats } from "../../api/activity.ts";
import { Page } from "../../components/page.tsx";
import { useCan } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { StatCard, StatRow } from "../../components/stat-card.tsx";
import { formatCount } from "../../lib/format.ts";
import { formatPercent } from "../../lib/format-percent.ts";
import { ActivityBreakdown } from "./activity-breakdown.tsx";
import { ActivityOverTime } from "./over-time.tsx";
import { QuestionsAnswered } from "./questions-answered.tsx";
import { RECENT_LOGS, RecentActivity } from "./recent-activity.tsx";

const ModelSpending = lazy(() => import("./model-spending.tsx"));

/** Shown for an unknown figure: while it loads, or when loading failed. */
const UNKNOWN = "–";

export default function AnalyticsPage() {
  const overviewQuery = useOverview();
  const latest = useLatestLogs(RECENT_LOGS);
  const stats = useStats().data;
  const overview = overviewQuery.data;
  const count = (value: number | undefined) => (value === undefined ? UNKNOWN : formatCount(value));
  const successRate = stats?.successRate ?? null;
  const seconds = overview?.averageSeconds ?? null;

  return (
    <Page title="Analytics" description="How much your team's chat adds to the library">
      <StatRow>
        <StatCard
          title="Total Articles"
          value={count(overview?.articles)}
          icon={BookOpenText}
          note={`${count(overview?.articlesThisWeek)} this week`}
          to="/articles"
        />
        <StatCard
          title="Messages Analyzed"
          value={count(stats?.messagesAnalyzed)}
          icon={MessageSquareText}
          note={`${count(stats?.messagesAnalyzed)} total scanned`}
        />
        <StatCard title="Active Channels" value={count(stats?.activeChannels)} icon={Hash} to="/channels" />
        <StatCard title="Success Rate" value={formatPercent(successRate)} icon={Target} to="/logs?type=error" />
      </StatRow>
      <div className="mt-10 grid gap-x-14 gap-y-12 xl:grid-cols-2">
        <Section title="Performance Overview">
          <dl className="divide-y divide-rule">
            <Figure name="Articles this week" value={count(overview?.articlesThisWeek)} />
            <Figure name="Articles this month" value={count(overview?.articlesThisMonth)} />
            <Figure name="Average processing time" value={seconds === null ? UNKNOWN : `${seconds.toFixed(1)} s`} />
            <Figure name="Error rate" value={formatPercent(successRate === null ? null : 100 - successRate)} />
          </dl>
        </Section>
        <ActivityBreakdown query={overviewQuery} />
        <div className="xl:col-span-2">
          <ActivityOverTime />
        </div>
        <div className="xl:col-span-2">
          <RecentActivity query={latest} />
        </div>
        {/* Last on the page, so that loading it moves nothing. */}
        <div className="xl:col-span-2">
          <QuestionsAnswered />
        </div>
        <Spending />
      </div>
    </Page>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-soft">{name}</dt>
      {/* The key creates a new element for each value, so that the browser counts no layout shift. */}
      <dd key={value} className="flex-1 text-right font-serif text-19 lining-nums tabular-nums">
        {value}
      </dd>
    </div>
  );
}

function Spending() {
  const maySee = useCan()("read", "language-model");
  if (!maySee) return null;
  return (
    <div className="min-h-96 xl:col-span-2">
      <Suspense>
        <ModelSpending />
      </Suspense>
    </div>
  );
}
