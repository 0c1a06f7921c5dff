import { Link } from "react-router";
import type { Channel } from "../../../shared/contract/channels.ts";
import { isUnfinished, useRuns } from "../../api/runs.ts";
import { RunWithStop } from "../../components/run-progress.tsx";
import { Section } from "../../components/section.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ChannelRow } from "./channel-row.tsx";
import { WatchingOverview } from "./watching-overview.tsx";

/** The id of the list. */
export const CHANNEL_LIST = "monitored-channels";

/** An added channel is at the top, where it is seen. */
const newestFirst = (a: Channel, b: Channel) => b.createdAt.localeCompare(a.createdAt);

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
        <EmptyState title="No channel added yet">
          Choose Add Channel and pick a channel where people ask for help.
        </EmptyState>
      ) : (
        <>
          <WatchingOverview channels={channels} />
          <RunningAnalyses />
          <ul id={CHANNEL_LIST} className="scroll-mt-20 divide-y divide-rule">
            {channels.toSorted(newestFirst).map((channel) => (
              <ChannelRow key={channel.id} channel={channel} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** Lists the runs that a person requested or that cost something. The scheduled checks take seconds and are left out. */
function RunningAnalyses() {
  const going = useRuns().data?.filter(
    (run) => run.kind === "analyse" && isUnfinished(run) && (run.isRequested || run.progress.dollars),
  );
  return going?.map((run) => (
    <section key={run.id} aria-label="Being read" className="border-b border-rule pb-4 *:mt-0 *:border-t-0">
      <RunWithStop run={run} />
    </section>
  ));
}
