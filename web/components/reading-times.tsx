import { Fragment, type ReactNode } from "react";
import type { CollaborationChannel } from "../../shared/contract/channels.ts";
import { getChatPlatformName } from "../lib/chat-platforms.ts";
import { formatDateTime } from "../lib/format.ts";
import { Facts } from "../ui/facts.tsx";
import { useWatchState } from "./channel-switches/watch-state.ts";
import { RelativeTime } from "./moment.tsx";

/** Shows a channel's platform, whether it is watched, the time of its last check and of the next one. */
export function ReadingTimes({ channel, children }: { channel: CollaborationChannel; children?: ReactNode }) {
  const { platform, lastChecked, nextCheck, reading } = channel;
  const { isWatched, state } = useWatchState()(channel);
  return (
    <Facts>
      {getChatPlatformName(platform)}
      <span className={isWatched ? "text-done" : undefined}>{state}</span>
      <Fragment key="last">last checked: {lastChecked ? <RelativeTime at={lastChecked} /> : "Never"}</Fragment>
      {nextCheck && `${reading.isLive ? "looks for missed ones" : "next check"} ${whenNext(nextCheck)}`}
      {children}
    </Facts>
  );
}

const whenNext = (moment: string) => (Date.parse(moment) <= Date.now() ? "in a moment" : formatDateTime(moment));
