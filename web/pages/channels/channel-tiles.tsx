import { CirclePlus, Hash, Radio } from "lucide-react";
import type { AvailableChannel, Channel } from "../../../shared/contract/channels.ts";
import { StatCard, StatRow } from "../../components/stat-card.tsx";
import { formatCount } from "../../lib/format.ts";

interface ChannelTilesProps {
  monitored: Channel[];
  available: AvailableChannel[] | undefined;
}

export function ChannelTiles({ monitored, available = [] }: ChannelTilesProps) {
  const known = new Set(monitored.map(({ channelId }) => channelId));
  return (
    <StatRow>
      <StatCard
        title="Active Channels"
        value={formatCount(monitored.filter(({ isActive }) => isActive).length)}
        icon={Radio}
      />
      <StatCard title="Total Monitored" value={formatCount(monitored.length)} icon={Hash} />
      <StatCard
        title="Available to Add"
        value={formatCount(available.filter(({ id }) => !known.has(id)).length)}
        icon={CirclePlus}
      />
    </StatRow>
  );
}
