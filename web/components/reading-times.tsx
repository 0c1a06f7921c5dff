import { Fragment, type ReactNode } from "react";
import type { CollaborationChannel } from "../../shared/contract/channels.ts";
import { useMonitoring } from "../api/settings.ts";
import { chatPlatformName } from "../lib/chat-platforms.ts";
import { formatFrequency, formatMinute } from "../lib/format.ts";
import { Facts } from "../ui/facts.tsx";
import { Moment } from "./moment.tsx";

/** The channel's platform, check frequency (if automatic), last check and next check (if automatic); then more notes. */
export function ReadingTimes({ channel, children }: { channel: CollaborationChannel; children?: ReactNode }) {
  const { platform, checkFrequencyMinutes, lastChecked, nextCheck } = channel;
  const isManual = useMonitoring().data?.mode === "manual";
  const pace = isManual
    ? "checked on demand"
    : `every ${formatFrequency(checkFrequencyMinutes).replace("once daily", "day")}`;
  return (
    <Facts>
      {chatPlatformName(platform)}
      {pace}
      <Fragment key="last">last checked: {lastChecked ? <Moment at={lastChecked} /> : "Never"}</Fragment>
      {nextCheck && `next check ${whenNext(nextCheck)}`}
      {children}
    </Facts>
  );
}

const whenNext = (moment: string) => (Date.parse(moment) <= Date.now() ? "in a moment" : formatMinute(moment));
