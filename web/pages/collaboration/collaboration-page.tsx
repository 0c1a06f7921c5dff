import { Tabs } from "radix-ui";
import { useState } from "react";
import { useCollaborationChannels } from "../../api/collaboration-channels.ts";
import { useCollaborationIntegrations } from "../../api/collaboration-integrations.ts";
import { useMonitoring } from "../../api/settings.ts";
import { Page } from "../../components/page.tsx";
import { useCan } from "../../components/permissions.tsx";
import { QueryView, useAllLoaded } from "../../ui/query-view.tsx";
import { AddMonitoring } from "./add-monitoring.tsx";
import { ManageMonitoring } from "./manage-monitoring.tsx";
import { MonitoringOverview } from "./monitoring-overview.tsx";

const TAB =
  "-mb-px min-h-11 border-b-2 border-transparent px-1 font-medium text-soft hover:text-ink disabled:cursor-not-allowed disabled:text-faint data-[state=active]:border-accent data-[state=active]:text-ink";

export default function CollaborationPage() {
  const integrations = useCollaborationIntegrations();
  const channels = useCollaborationChannels();
  const isThere = useAllLoaded([integrations, channels, useMonitoring()]);
  const mayChange = useCan()("change", "channels");
  const [tab, setTab] = useState("overview");
  return (
    <Page title="Collaboration Monitoring" description="Which channels are read, and how often">
      <QueryView query={integrations} isReady={isThere} loading={<div className="late skeleton h-64" />}>
        {(connected) => (
          <QueryView query={channels} loading={<div className="late skeleton h-64" />}>
            {(monitored) => (
              <Tabs.Root value={tab} onValueChange={setTab}>
                <Tabs.List aria-label="Monitoring" className="flex flex-wrap gap-x-7 border-b border-rule">
                  <Tabs.Trigger value="overview" className={TAB}>
                    Overview
                  </Tabs.Trigger>
                  {mayChange && (
                    <>
                      <Tabs.Trigger value="add" className={TAB} disabled={connected.length === 0}>
                        Add Monitoring
                        {connected.length === 0 && (
                          <span className="max-sm:block max-sm:text-12"> (Setup required)</span>
                        )}
                      </Tabs.Trigger>
                      <Tabs.Trigger value="manage" className={TAB}>
                        Manage
                      </Tabs.Trigger>
                    </>
                  )}
                </Tabs.List>
                <Tabs.Content value="overview" className="pt-8">
                  <MonitoringOverview channels={monitored} integrations={connected} />
                </Tabs.Content>
                <Tabs.Content value="add" className="pt-8">
                  <AddMonitoring integrations={connected} monitored={monitored} onAdded={() => setTab("overview")} />
                </Tabs.Content>
                <Tabs.Content value="manage" className="pt-4">
                  <ManageMonitoring channels={monitored} />
                </Tabs.Content>
              </Tabs.Root>
            )}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}
