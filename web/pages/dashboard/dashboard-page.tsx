import { useStats } from "../../api/activity.ts";
import { useArticles } from "../../api/articles.ts";
import { useIntegrations } from "../../api/integrations.ts";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { ConnectedIntegrations } from "./connected-integrations.tsx";
import { DetectionCard } from "./detection-card.tsx";
import { MonitoringStatus } from "./monitoring-status.tsx";
import { RecentArticles } from "./recent-articles.tsx";
import { SlackTestCard } from "./slack-test-card.tsx";
import { StatCards } from "./stat-cards.tsx";

const pointToConfiguration = () =>
  showToast({ title: "Add Integration", text: "Navigate to Configuration to add new integrations." });

export default function DashboardPage() {
  const stats = useStats();
  const articles = useArticles();
  const integrations = useIntegrations();
  return (
    <QueryView query={stats} loading={<Spinner label="Loading dashboard..." />}>
      {(figures) => (
        <Page
          title="Dashboard"
          description="Monitor and manage your knowledge extraction workflow"
          onAddIntegration={pointToConfiguration}
        >
          <StatCards stats={figures} />
          <div className="mt-10 grid gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="flex min-w-0 flex-col gap-12">
              <SlackTestCard />
              <RecentArticles query={articles} integrations={integrations.data ?? []} />
            </div>
            <div className="flex min-w-0 flex-col gap-12">
              <MonitoringStatus activeChannels={figures.activeChannels} />
              <ConnectedIntegrations query={integrations} onAdd={pointToConfiguration} />
              <DetectionCard />
            </div>
          </div>
        </Page>
      )}
    </QueryView>
  );
}
