import type { CollaborationChannel } from "../../shared/contract/channels.ts";
import { useMonitoring } from "../api/settings.ts";
import { formatFrequency, formatMinute } from "../lib/format.ts";
import { platformName } from "../lib/platforms.ts";
import { Moment } from "./moment.tsx";

/** Where a channel is, how often it is checked while that happens by itself, when that was last, and when it is next if that happens by itself. */
export function ReadingTimes({ channel }: { channel: CollaborationChannel }) {
  const { platform, checkFrequencyMinutes, lastChecked, nextCheck } = channel;
  const isManual = useMonitoring().data?.mode === "manual";
  const pace = isManual
    ? "checked on demand"
    : `every ${formatFrequency(checkFrequencyMinutes).replace("once daily", "day")}`;
  return (
    <>
      {platformName(platform)} · {pace} ·{" "}
      <span className="inline-block">last checked: {lastChecked ? <Moment at={lastChecked} /> : "Never"}</span>
      {nextCheck && (
        <>
          {" · "}
          <span className="inline-block">next check {whenNext(nextCheck)}</span>
        </>
      )}
    </>
  );
}

const whenNext = (moment: string) => (Date.parse(moment) <= Date.now() ? "in a moment" : formatMinute(moment));
