import type { Channel } from "../../../shared/contract/channels.ts";
import { useReadEarlierMessages } from "../../api/channels.ts";
import { AnswersSwitch } from "../../components/channel-switches/answers-switch.tsx";
import { ModelExclusionSwitch } from "../../components/channel-switches/never-to-model.tsx";
import { QuestionsSwitch } from "../../components/channel-switches/questions-switch.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { formatDay } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ChannelAudience } from "./channel-audience.tsx";
import type { WatchControl } from "./use-watch-control.tsx";

interface ChannelSettingsProps {
  id: string;
  channel: Channel;
  /** The shown name: '#support'. */
  name: string;
  watching: WatchControl;
}

/** The specified toggle changes nothing. It stands apart from the working switches, and names the button that works. */
function StatusToggle({
  name,
  watching: { label, isWatched, choose },
}: Pick<ChannelSettingsProps, "name" | "watching">) {
  const sayItComesLater = () =>
    showToast({
      title: "Feature coming soon",
      text: "Channel status toggle will be available in the next update.",
      action: { label, run: choose },
    });
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 border-t border-rule pt-3 text-13 text-faint">
      <Switch isQuiet checked={isWatched} label={`Status toggle of ${name}`} onChange={sayItComesLater} />
      <p>Status toggle: not available yet. Use “{label}” above.</p>
    </div>
  );
}

/** The channel was added for new messages only. */
function EarlierMessages({ channelId, since }: { channelId: string; since: string }) {
  const { mutate, isPending } = useReadEarlierMessages();
  const read = () =>
    mutate(channelId, {
      onSuccess: () =>
        showToast({
          title: "Earlier messages are read",
          text: "They are read at the next check, back to the first one.",
        }),
      onError: () => showToast({ title: "Error", text: "Nothing was changed.", tone: "destructive" }),
    });
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-3">
      <p className="text-13 text-soft">Messages since {formatDay(since)} are read.</p>
      <Button look="quiet" disabled={isPending} onClick={read}>
        Read earlier messages
      </Button>
    </div>
  );
}

/** Every further switch of one channel. */
export default function ChannelSettings({ id, channel, name, watching }: ChannelSettingsProps) {
  return (
    <section
      id={id}
      aria-label={`Settings of ${name}`}
      className="basis-full rounded-box border border-rule bg-raised p-4 pt-1"
    >
      <Permitted change="channels">
        <QuestionsSwitch channel={channel} />
        <AnswersSwitch channel={channel} />
        {channel.readsFrom && <EarlierMessages channelId={channel.id} since={channel.readsFrom} />}
      </Permitted>
      <ModelExclusionSwitch channelId={channel.id} name={name} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-3">
        <p className="text-13 text-soft">Articles from {name} are shown to the people who may read the channel.</p>
        <ChannelAudience channelId={channel.id} name={name} />
      </div>
      <StatusToggle name={name} watching={watching} />
    </section>
  );
}
