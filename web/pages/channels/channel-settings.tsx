import type { Channel } from "../../../shared/contract/channels.ts";
import { useMonitoring } from "../../api/settings.ts";
import { AnswersSwitch } from "../../components/channel-switches/answers-switch.tsx";
import { ChannelOption } from "../../components/channel-switches/channel-option.tsx";
import { NeverToModel } from "../../components/channel-switches/never-to-model.tsx";
import { QuestionsSwitch } from "../../components/channel-switches/questions-switch.tsx";
import { useWatchChannel } from "../../components/channel-switches/use-watch-channel.ts";
import { May } from "../../components/may.tsx";
import { formatFrequency } from "../../lib/format.ts";
import { ChannelAudience } from "./channel-audience.tsx";

interface ChannelSettingsProps {
  id: string;
  channel: Channel;
  /** The shown name: '#support'. */
  name: string;
}

/** Every switch of one channel. */
export default function ChannelSettings({ id, channel, name }: ChannelSettingsProps) {
  return (
    <section
      id={id}
      aria-label={`Settings of ${name}`}
      className="basis-full rounded-box border border-rule bg-raised p-4 pt-1"
    >
      <May change="channels">
        <WatchSwitch channel={channel} name={name} />
        <QuestionsSwitch channel={channel} />
        <AnswersSwitch channel={channel} />
      </May>
      <NeverToModel channelId={channel.id} name={name} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-3">
        <p className="text-13 text-soft">Articles from {name} are shown to the people who may read the channel.</p>
        <ChannelAudience channelId={channel.id} name={name} />
      </div>
    </section>
  );
}

function WatchSwitch({ channel, name }: Pick<ChannelSettingsProps, "channel" | "name">) {
  const watch = useWatchChannel();
  const isManual = useMonitoring().data?.mode === "manual";
  return (
    <ChannelOption
      name="Watch"
      label={`Watch ${name}`}
      text={isManual ? ON_DEMAND : `New messages are read ${paceOf(channel)}.`}
      isOn={channel.isActive}
      cannot={null}
      onChange={(isActive) => watch(channel.id, isActive)}
    />
  );
}

const ON_DEMAND = "Automatic monitoring is off, so the channel is read when somebody presses Analyze.";

const paceOf = ({ reading, checkFrequencyMinutes }: Channel) =>
  reading.isLive ? "as they arrive" : `every ${formatFrequency(checkFrequencyMinutes).replace("once daily", "day")}`;
