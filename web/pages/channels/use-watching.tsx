import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Channel } from "../../../shared/contract/channels.ts";
import { useChannels } from "../../api/channels.ts";
import { useSwitchChannel } from "../../api/collaboration-channels.ts";
import { useChooseMonitoring, useMonitoring } from "../../api/settings.ts";
import { getRefusalText } from "../../components/channel-switches/server-says.ts";
import { useWatchState } from "../../components/channel-switches/watch-state.ts";
import { useCan } from "../../components/may.tsx";
import { formatItems } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";

const StopDialog = lazy(() => import("./stop-dialog.tsx"));

interface Watching {
  may: boolean;
  /** 'Watch' or 'Stop watching' */
  label: string;
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
export function useWatching(channel: Channel, name: string): Watching {
  const { id } = channel;
  const may = useCan();
  const { isWatched } = useWatchState()(channel);
  const isManual = useMonitoring().data?.mode === "manual";
  const others = (useChannels().data ?? []).filter((one) => one.isActive && one.id !== id).length;
  const switching = useSwitchChannel();
  const mode = useChooseMonitoring();
  const [isAsking, setAsking] = useState(false);

  const stop = (takeBack: () => void = () => undefined) =>
    switching.mutate(
      { id, isActive: false },
      {
        onSuccess: () => {
          showToast({ title: `${name} is no longer watched`, action: { label: "Undo", run: start } });
          takeBack();
        },
        onError: failed,
      },
    );
  /** Checks on demand apply to the whole workspace, so ending them starts watching its other active channels too. */
  const start = async () => {
    try {
      if (!channel.isActive || !isManual) await switching.mutateAsync({ id, isActive: true });
      if (isManual) await mode.mutateAsync("automatic");
    } catch (error) {
      failed(error);
      return;
    }
    showToast({
      title: `${name} is watched`,
      ...(isManual && others > 0 && { text: `Watching is now on for ${formatItems(others, "more channel")} too.` }),
      action: { label: "Undo", run: () => (isManual ? mode.mutate("manual", { onError: failed }) : stop()) },
    });
  };
  const choose = () => {
    if (!isWatched) void start();
    else if (channel.articles > 0) setAsking(true);
    else stop();
  };
  return {
    may: may("change", "channels") && (!isManual || may("change", "settings")),
    label: isWatched ? "Stop watching" : "Watch",
    choose,
    question: isAsking && (
      <Suspense fallback={null}>
        <StopDialog
          channel={channel}
          title={`Stop watching ${name}?`}
          text="New messages are no longer read, and a running analysis of the channel stops."
          confirm="Stop watching"
          onClose={() => setAsking(false)}
          onStop={stop}
        />
      </Suspense>
    ),
  };
}
