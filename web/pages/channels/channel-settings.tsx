import type { Channel } from "../../../shared/contract/channels.ts";
import { AnswersSwitch } from "../../components/channel-switches/answers-switch.tsx";
import { NeverToModel } from "../../components/channel-switches/never-to-model.tsx";
import { QuestionsSwitch } from "../../components/channel-switches/questions-switch.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { ChannelAudience } from "./channel-audience.tsx";

interface ChannelSettingsProps {
  id: string;
  channel: Channel;
  /** The shown name: '#support'. */
  name: string;
}

/** Every further switch of one channel. */
export default function ChannelSettings({ id, channel, name }: ChannelSettingsProps) {
  return (
    <section
      id={id}
      aria-label={`Settings of ${name}`}
      className="basis-full rounded-box border border-rule bg-raised p-4 pt-1"
    >
      <Permitted change="channels">
        <QuestionsSwitch channel={channel} />
        <AnswersSwitch channel={channel} />
      </Permitted>
      <NeverToModel channelId={channel.id} name={name} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-3">
        <p className="text-13 text-soft">Articles from {name} are shown to the people who may read the channel.</p>
        <ChannelAudience channelId={channel.id} name={name} />
      </div>
    </section>
  );
}
