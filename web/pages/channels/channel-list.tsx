import { lazy, Suspense } from "react";
import { Link } from "react-router";
import type { Channel } from "../../../shared/contract/channels.ts";
import { isGoingOn, useRuns } from "../../api/runs.ts";
import { RunProgress } from "../../components/run-progress.tsx";
import { Section } from "../../components/section.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ChannelRow } from "./channel-row.tsx";

const StopRun = lazy(() => import("../../components/stop-run.tsx"));

export function ChannelList({ channels }: { channels: Channel[] }) {
  return (
    <Section
      title="Monitored Channels"
      action={
        <Link to="/collaboration" className="touch text-13 text-link">
          Collaboration Monitoring
        </Link>
      }
    >
      {channels.length === 0 ? (
        <EmptyState title="No channel is monitored yet">
          Choose Add Channel and pick a channel where people ask for help.
        </EmptyState>
      ) : (
        <>
          <BeingRead />
          <ul className="divide-y divide-rule">
            {channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** Lists the runs that a person requested or that cost something. The scheduled checks take seconds and are left out. */
function BeingRead() {
  const going = useRuns().data?.filter(
    (run) => run.kind === "analyse" && isGoingOn(run) && (run.isRequested || run.progress.dollars),
  );
  return going?.map((run) => (
    <section key={run.id} aria-label="Being read" className="border-b border-rule pb-4">
      <RunProgress run={run}>
        <Suspense fallback={<div className="h-9" />}>
          <StopRun run={run} />
        </Suspense>
      </RunProgress>
    </section>
  ));
}
