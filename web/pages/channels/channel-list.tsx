import { Link } from "react-router";
import type { Channel } from "../../../shared/contract/channels.ts";
import { Section } from "../../components/section.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ChannelRow } from "./channel-row.tsx";
import { RunningAnalyses } from "./running-analyses.tsx";
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
