import { CirclePlus, Hash, Radio } from "lucide-react";
import type { Channel } from "../../../shared/contract/channels.ts";
import { useMonitoring } from "../../api/settings.ts";
import { StatCard, StatRow } from "../../components/stat-card.tsx";
import { formatCount } from "../../lib/format.ts";
import { countUnmonitored, type Offers } from "./use-offers.ts";

interface ChannelTilesProps {
  monitored: Channel[];
  offers: Offers;
}

export function ChannelTiles({ monitored, offers }: ChannelTilesProps) {
  const isManual = useMonitoring().data?.mode === "manual";
  return (
    <StatRow isLineOnPhone>
      <StatCard
        title="Active Channels"
        value={formatCount(monitored.filter(({ isActive }) => isActive).length)}
        icon={Radio}
        note={isManual ? "Not watched" : "Watched"}
      />
      <StatCard title="Total Monitored" value={formatCount(monitored.length)} icon={Hash} />
      <StatCard title="Available to Add" value={formatCount(countUnmonitored(offers, monitored))} icon={CirclePlus} />
    </StatRow>
  );
}
