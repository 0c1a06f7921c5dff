import type { CollaborationChannel } from "../../../shared/contract/channels.ts";
import { AnswersSwitch } from "../../components/channel-switches/answers-switch.tsx";
import { QuestionsSwitch } from "../../components/channel-switches/questions-switch.tsx";
import { useToggleChannelMonitoring } from "../../components/channel-switches/use-watch-channel.ts";
import { ReadingTimes } from "../../components/reading-times.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlatformMark } from "../../ui/platform-mark.tsx";
import { Switch } from "../../ui/switch.tsx";

export function ManageMonitoring({ channels }: { channels: CollaborationChannel[] }) {
  const choose = useToggleChannelMonitoring();
  if (channels.length === 0)
    return (
      <EmptyState title="Nothing is monitored yet">
        Channels you add are listed here, where you can switch them on and off.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-rule">
      {channels.map((channel) => {
        const { id, channelName, platform, isActive } = channel;
        return (
          <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 py-3.5">
            <PlatformMark platform={platform} />
            <div className="min-w-0">
              <p className="font-medium break-words">{channelName}</p>
              <p className="text-13 text-soft">
                <ReadingTimes channel={channel} />
              </p>
              {channel.trouble && <p className="text-13 text-wrong">{channel.trouble}</p>}
            </div>
            <div className="flex items-start gap-3">
              <span className="text-13 text-soft" aria-hidden="true">
                {isActive ? "Active" : "Inactive"}
              </span>
              <Switch checked={isActive} label={`Monitor ${channelName}`} onChange={(checked) => choose(id, checked)} />
            </div>
            <div className="col-span-2 col-start-2">
              <QuestionsSwitch channel={channel} />
              <AnswersSwitch channel={channel} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
