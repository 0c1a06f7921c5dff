import { Link } from "react-router";
import type { Channel } from "../../../shared/contract/channels.ts";
import { Section } from "../../components/section.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { BeingRead } from "./being-read.tsx";
import { ChannelRow } from "./channel-row.tsx";
import { Watching } from "./watching.tsx";

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
          <Watching />
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
