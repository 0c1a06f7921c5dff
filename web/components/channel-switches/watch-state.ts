import type { CollaborationChannel } from "../../../shared/contract/channels.ts";
import { useMonitoring } from "../../api/settings.ts";
import { formatFrequency } from "../../lib/format.ts";

type WatchableChannel = Pick<CollaborationChannel, "isActive" | "checkFrequencyMinutes" | "lastChecked" | "reading">;

interface WatchState {
  isWatched: boolean;
  /** The channel's state in words, such as 'Watched, checked every 10 minutes'. */
  state: string;
}

/** A channel is watched if the workspace monitors automatically and the channel is active. */
export function useWatchState(): (channel: WatchableChannel) => WatchState {
  const isManual = useMonitoring().data?.mode === "manual";
  return (channel) => {
    const isWatched = channel.isActive && !isManual;
    return { isWatched, state: isWatched ? watchedState(channel) : unwatchedState(channel) };
  };
}

const watchedState = ({ reading, checkFrequencyMinutes }: WatchableChannel) =>
  reading.isLive
    ? "Watched live: messages are read as they arrive"
    : `Watched, checked every ${formatFrequency(checkFrequencyMinutes).replace("once daily", "day").replace(/^1 /, "")}`;

const unwatchedState = ({ lastChecked }: WatchableChannel) =>
  lastChecked === null ? "Never read: press Analyze to read it" : "Not watched: read when you press Analyze";
