import { UsersRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import type { Article } from "../../../shared/contract/articles.ts";
import { useUser } from "../../api/account.ts";
import { useStats } from "../../api/activity.ts";
import { useTopArticles } from "../../api/articles.ts";
import { useChannels } from "../../api/channels.ts";
import { useCollaborationIntegrations } from "../../api/collaboration-integrations.ts";
import { useIntegrations } from "../../api/integrations.ts";
import { usePresence } from "../../api/presence.ts";
import { useMonitoring, useSettings } from "../../api/settings.ts";
import { OnboardingOverlays } from "../../components/onboarding/onboarding-overlays.tsx";
import { Page } from "../../components/page.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { QueryView, useAllLoaded } from "../../ui/query-view.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ConnectedIntegrations } from "./connected-integrations.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { MonitoringStatus } from "./monitoring-status.tsx";
import { RecentArticles, type RecentArticlesProps } from "./recent-articles.tsx";
import { SinceLastVisit } from "./since-last-visit.tsx";
import { SlackTestCard } from "./slack-test-card.tsx";
import { StatCards } from "./stat-cards.tsx";

const DetectionCard = lazy(() => import("./detection-card.tsx"));
const WaitingForModel = lazy(() => import("./work-waiting-for-model.tsx"));
const DemoPresence = lazy(() => import("../../components/presence/demo-presence.tsx"));
const RealPresence = lazy(() => import("../../components/presence/real-presence.tsx"));

const HEAD = { title: "Dashboard", description: "Monitor and manage your knowledge extraction workflow" };

/** The number of recent articles on the dashboard. */
const SHOWN_ARTICLES = 5;

const pointToConfiguration = () =>
  showToast({ title: "Add Integration", text: "Navigate to Configuration to add new integrations." });

export default function DashboardPage() {
  const { data: user } = useUser();
  const stats = useStats();
  const articles = useTopArticles("", SHOWN_ARTICLES);
  const integrations = useIntegrations();
  // These two queries decide the first steps of a new workspace, which are above everything else.
  const steps = [useChannels(), useCollaborationIntegrations()];
  const isThere = useAllLoaded([stats, articles, integrations, useSettings(), useMonitoring(), ...steps]);
  const [teamActivity, setTeamActivity] = useState(false);
  return (
    <>
      {user && <OnboardingOverlays user={user} />}
      <QueryView
        query={stats}
        isReady={isThere}
        loading={<Spinner label="Loading dashboard..." />}
        failed={(failure) => <Page {...HEAD}>{failure}</Page>}
      >
        {(figures) => (
          <Page
            {...HEAD}
            onAddIntegration={pointToConfiguration}
            extra={
              <Button aria-haspopup="dialog" onClick={() => setTeamActivity(true)}>
                <UsersRound className="size-4" aria-hidden="true" />
                Team Activity
              </Button>
            }
          >
            <Beginning personId={user?.id} articles={articles.data} />
            <StatCards stats={figures} />
            <div className="mt-6 grid gap-x-14 md:mt-10 gap-y-12 xl:grid-cols-[minmax(0,1fr)_22rem]">
              <div className="flex min-w-0 flex-col gap-12">
                <ArticlesAndTest query={articles} integrations={integrations.data ?? []} />
              </div>
              <div className="flex min-w-0 flex-col gap-12">
                <MonitoringStatus activeChannels={figures.activeChannels} />
                <ConnectedIntegrations query={integrations} onAdd={pointToConfiguration} />
                <Suspense fallback={<div className="late skeleton h-[531px]" />}>
                  <DetectionCard />
                </Suspense>
              </div>
            </div>
            <div className="mt-12 border-t border-rule pt-3">
              {user && <Presence viewer={user} open={teamActivity} onChange={setTeamActivity} />}
            </div>
          </Page>
        )}
      </QueryView>
    </>
  );
}

/**
 * The dashboard's top: the first steps of a new workspace, or the news since the last visit. Below, the work that waits
 * for a language model.
 */
function Beginning({ personId, articles }: { personId: string | undefined; articles: Article[] | undefined }) {
  return (
    <>
      {articles && <FirstSteps articles={articles} />}
      {articles?.length !== 0 && (
        // Reserves the space while the articles load, so that the page does not move.
        <div className="mb-8 min-h-22 sm:min-h-20">
          {personId && articles && <SinceLastVisit personId={personId} newest={articles[0]} />}
        </div>
      )}
      <Suspense fallback={null}>
        <WaitingForModel />
      </Suspense>
    </>
  );
}

/**
 * Shows articles and then the test. In a workspace without articles the test comes first, and stays there after it has
 * created some.
 */
function ArticlesAndTest(articles: RecentArticlesProps) {
  const [beganEmpty] = useState(articles.query.data?.length === 0);
  const [first, second] = [<RecentArticles key="articles" {...articles} />, <SlackTestCard key="test" />];
  return beganEmpty ? [second, first] : [first, second];
}

interface PresenceProps {
  viewer: User;
  open: boolean;
  onChange: (open: boolean) => void;
}

/** The members who use the product now. In a demonstration for one person, invented people. */
function Presence({ viewer, open, onChange }: PresenceProps) {
  const { data: here, dataUpdatedAt } = usePresence();
  const room = <div className="min-h-9" />;
  if (!here) return room;
  const panel = { open, onOpen: () => onChange(true), onClose: () => onChange(false) };
  return (
    <Suspense fallback={room}>
      {here.showsDemo ? (
        <DemoPresence viewer={viewer} {...panel} />
      ) : (
        <RealPresence here={here} asOf={dataUpdatedAt} {...panel} />
      )}
    </Suspense>
  );
}
