import type { Channel } from "../../../shared/contract/channels.ts";
import { useWatchState } from "../../components/channel-switches/watch-state.ts";
import { useMonitoringMode } from "../../components/monitoring-mode.tsx";
import { formatCount, formatItems } from "../../lib/format.ts";

/** Whether new messages are read without anybody asking for it, above the list of channels. */
export function WatchingOverview({ channels }: { channels: Channel[] }) {
  const { isAutomatic, nextCheck, modeSwitch } = useMonitoringMode();
  const stateOf = useWatchState();
  const watched = channels.filter((channel) => stateOf(channel).isWatched).length;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3">
      <p className="min-w-0 flex-1 basis-64 text-pretty text-soft">
        {isAutomatic
          ? `${formatCount(watched)} of ${formatItems(channels.length, "channel")} ${watched === 1 ? "is" : "are"} watched. ${nextCheck}`
          : unwatchedText(channels.length)}
      </p>
      {modeSwitch}
    </div>
  );
}

function unwatchedText(channels: number): string {
  if (channels === 0) return "No channel is watched: new messages are read when you press Analyze.";
  const unwatched = channels === 1 ? "The channel is not" : `${formatCount(channels)} channels, none`;
  return `${unwatched} watched: new messages are read when you press Analyze. Edits and deletions of messages already read are followed.`;
}
