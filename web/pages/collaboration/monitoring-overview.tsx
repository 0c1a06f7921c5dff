import { CircleAlert, CircleCheck, CirclePause } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { CHAT_MANIFESTS } from "../../../connectors/chat-manifests.ts";
import type { CollaborationChannel } from "../../../shared/contract/channels.ts";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { ChannelReadingState } from "../../components/channel-reading.tsx";
import { useMonitoringMode } from "../../components/monitoring-mode.tsx";
import { PlanLimits } from "../../components/plan-limits.tsx";
import { ReadingTimes } from "../../components/reading-times.tsx";
import { Section } from "../../components/section.tsx";
import { formatCount } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlatformMark } from "../../ui/platform-mark.tsx";
import { GoogleChatSetup } from "./google-chat-setup.tsx";

const RECENT = 10;
const AT_FOOT = "mt-auto self-start";

interface MonitoringOverviewProps {
  channels: CollaborationChannel[];
  integrations: CollaborationIntegration[];
}

const setUpText = (integrations: MonitoringOverviewProps["integrations"]) => (id: string, name: string) =>
  integrations.some(({ platform }) => platform === id) ? `Add another ${name}` : `Set up ${name}`;

export function MonitoringOverview({ channels, integrations }: MonitoringOverviewProps) {
  const [isSettingUp, setSettingUp] = useState(false);
  const troubled = integrations.filter(({ isActive, trouble }) => isActive && trouble !== null);
  const setUp = setUpText(integrations);
  const isTroubled = new Set(troubled.map(({ id }) => id));
  const recent = channels.toSorted((a, b) => newestFirst(a.lastChecked, b.lastChecked)).slice(0, RECENT);
  return (
    <div className="flex flex-col gap-12">
      <ul className="grid gap-4 sm:grid-cols-3">
        {CHAT_MANIFESTS.map(({ id, name }) => (
          <li key={id} className="flex flex-col gap-3 rounded-box border border-rule bg-raised p-5">
            <h2 className="flex flex-wrap items-center gap-2 font-medium">
              <PlatformMark platform={id} />
              {name}
            </h2>
            <PlatformFigures channels={channels.filter(({ platform }) => platform === id)} />
            {troubled
              .filter(({ platform }) => platform === id)
              .map((integration) => (
                <p key={integration.id} className="text-13 text-wrong">
                  {integration.name}: {integration.trouble}
                </p>
              ))}
            {id === "google-chat" ? (
              <Button
                size="small"
                className={AT_FOOT}
                aria-expanded={isSettingUp}
                onClick={() => setSettingUp(!isSettingUp)}
              >
                {setUp(id, name)}
              </Button>
            ) : (
              <Link to={`/channels?add=${id}`} className={getButtonClass({ size: "small", className: AT_FOOT })}>
                {setUp(id, name)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {isSettingUp && <GoogleChatSetup onClose={() => setSettingUp(false)} />}
      <MonitoringMode />
      <Section title="Recent Monitoring">
        {recent.length === 0 ? (
          <EmptyState title="Nothing is monitored yet">
            Connect a chat, then choose Add Monitoring for the channels to read.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-rule">
            {recent.map((channel) => (
              <RecentRow key={channel.id} channel={channel} isReadable={!isTroubled.has(channel.integrationId ?? "")} />
            ))}
          </ul>
        )}
      </Section>
      <PlanLimits />
    </div>
  );
}

/** Sorts channels that were never checked first, because somebody has just added them and waits. */
function newestFirst(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return b.localeCompare(a);
}

function PlatformFigures({ channels }: { channels: CollaborationChannel[] }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="font-serif text-32 lining-nums tabular-nums">{formatCount(channels.length)}</span>
      <span className="text-13 whitespace-nowrap text-soft">total monitored</span>
      <span className="max-sm:ml-auto lg:ml-auto">
        <Badge tone="outline">{`${channels.filter(({ isActive }) => isActive).length} active`}</Badge>
      </span>
    </p>
  );
}

function RecentRow({ channel, isReadable }: { channel: CollaborationChannel; isReadable: boolean }) {
  const { Icon, word, tone } = stateOf(channel, isReadable);
  return (
    <li className="flex items-start gap-3 py-3.5">
      <Icon className={`mt-0.5 size-[1.125rem] shrink-0 ${tone}`} aria-hidden="true" />
      <span className="sr-only">{word}</span>
      <div className="min-w-0 flex-1 lg:flex lg:items-baseline lg:justify-between lg:gap-6">
        <div className="min-w-0">
          <p className="font-medium break-words">{channel.channelName}</p>
          <ChannelReadingState channel={channel} />
          {channel.trouble && <p className="text-13 text-wrong">{channel.trouble}</p>}
        </div>
        <p className="text-13 text-soft lg:shrink-0">
          <ReadingTimes channel={channel} />
        </p>
      </div>
    </li>
  );
}

function stateOf({ isActive, trouble }: CollaborationChannel, isReadable: boolean) {
  if (!isActive) return { Icon: CirclePause, word: "Inactive", tone: "text-faint" };
  if (trouble || !isReadable) return { Icon: CircleAlert, word: "Needs attention", tone: "text-wrong" };
  return { Icon: CircleCheck, word: "Active", tone: "text-done" };
}

function MonitoringMode() {
  const { isAutomatic, nextCheck, modeSwitch } = useMonitoringMode();
  return (
    <Section title="Monitoring Mode" action={modeSwitch}>
      <p className="max-w-[70ch] pt-3 text-soft">
        {isAutomatic
          ? `Each watched channel is checked at its own frequency. ${nextCheck}`
          : "No channel is watched: each is read when you press Analyze on Collaboration Tools. Turn this on to have each active channel checked at its own frequency."}
      </p>
    </Section>
  );
}
