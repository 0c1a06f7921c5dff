import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Channel } from "../../../shared/contract/channels.ts";
import { useChannels } from "../../api/channels.ts";
import { useSetChannelMonitoring } from "../../api/collaboration-channels.ts";
import { useMonitoring } from "../../api/settings.ts";
import { getRefusalText } from "../../components/channel-switches/refusal-text.ts";
import { useWatchState } from "../../components/channel-switches/watch-state.ts";
import { useCan } from "../../components/permissions.tsx";
import { useWatchOnlyChannels } from "../../components/watch-only.ts";
import { showToast } from "../../lib/toast-store.ts";

const StopDialog = lazy(() => import("./stop-dialog.tsx"));

export interface WatchControl {
  may: boolean;
  isWatched: boolean;
  /** 'Watch' or 'Stop watching' */
  label: string;
  /** True from the press until the server has answered. */
  isPending: boolean;
  choose: () => void;
  /** Asks what happens to the channel's articles; null where it has none. */
  question: ReactNode;
}

const failed = (error: unknown) =>
  showToast({
    title: "Error",
    text: getRefusalText(error, "Failed to update channel status"),
    tone: "destructive",
  });

/** Starts and stops watching a channel; both can be taken back. */
export function useWatchControl(channel: Channel, name: string): WatchControl {
  const { id } = channel;
  const may = useCan();
  const { isWatched } = useWatchState()(channel);
  const isManual = useMonitoring().data?.mode === "manual";
  const { data: channels = [] } = useChannels();
  const switching = useSetChannelMonitoring();
  const watchOnly = useWatchOnlyChannels();
  const [isAsking, setAsking] = useState(false);
  const [isStarting, setStarting] = useState(false);

  const stop = (takeBack: () => void = () => undefined) =>
    switching.mutate(
      { id, isActive: false },
      {
        onSuccess: () => {
          showToast({ title: `${name} is no longer watched`, action: { label: "Undo", run: () => void start() } });
          takeBack();
        },
        onError: failed,
      },
    );
  /** Where nothing is watched yet, the other channels are switched off. */
  const start = async () => {
    setStarting(true);
    try {
      const takeBack = isManual
        ? await watchOnly(channels, new Set([id]))
        : await switching.mutateAsync({ id, isActive: true }).then(() => async () => stop());
      showToast({
        title: `${name} is watched`,
        ...(isManual && channels.length > 1 && { text: "The other channels are off until you watch them." }),
        action: { label: "Undo", run: () => void takeBack().catch(failed) },
      });
    } catch (error) {
      failed(error);
    }
    setStarting(false);
  };
  const choose = () => {
    if (!isWatched) void start();
    else if (channel.articles > 0) setAsking(true);
    else stop();
  };
  return {
    may: may("change", "channels") && (!isManual || may("change", "settings")),
    isWatched,
    label: isWatched ? "Stop watching" : "Watch",
    isPending: isStarting || switching.isPending,
    choose,
    question: isAsking && <StopQuestion channel={channel} name={name} onClose={() => setAsking(false)} onStop={stop} />,
  };
}

interface StopQuestionProps {
  channel: Channel;
  name: string;
  onClose: () => void;
  onStop: (takeBack?: () => void) => void;
}

const StopQuestion = ({ channel, name, onClose, onStop }: StopQuestionProps) => (
  <Suspense fallback={null}>
    <StopDialog
      channel={channel}
      title={`Stop watching ${name}?`}
      text="New messages are no longer read, and a running analysis of the channel stops."
      confirm="Stop watching"
      onClose={onClose}
      onStop={onStop}
    />
  </Suspense>
);
