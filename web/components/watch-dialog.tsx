import { useId, useState } from "react";
import type { Channel } from "../../shared/contract/channels.ts";
import { useChannels } from "../api/channels.ts";
import { getErrorMessage } from "../lib/api-error.ts";
import { formatChannel, formatItems } from "../lib/format.ts";
import { showToast } from "../lib/toast-store.ts";
import { Button } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";
import { useWatchOnlyChannels } from "./watch-only.ts";

const failed = (error: unknown) =>
  showToast({
    title: "Error",
    text: getErrorMessage(error, "Failed to change the monitoring. Please try again."),
    tone: "destructive",
  });

/** Asks which channels are watched from now on. */
export default function WatchDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { channels, watched, toggle, start } = useChoice();
  return (
    <Modal
      open
      onClose={onClose}
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <h2 id={`${id}-title`} className="font-serif text-24">
        Watch which channels?
      </h2>
      <p id={`${id}-text`} className="mt-2 text-pretty text-soft">
        {channels?.length === 0
          ? "There is no channel yet. Those that you add are watched."
          : "Their messages are read without anybody pressing Analyze. Articles that need no review are published at once."}
      </p>
      {channels === undefined && <div className="late skeleton mt-4 h-36" />}
      <ul className="mt-4 divide-y divide-rule border-y border-rule empty:hidden">
        {channels?.map((channel) => (
          <ChannelChoice
            key={channel.id}
            channel={channel}
            isChosen={watched.has(channel.id)}
            onToggle={() => toggle(channel.id)}
          />
        ))}
      </ul>
      {channels?.some(({ id: channel, isActive }) => isActive && !watched.has(channel)) && (
        <p className="mt-3 text-13 text-pretty text-soft">
          Channels without a tick are switched off: they are neither read nor are questions answered there.
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          disabled={channels === undefined || (channels.length > 0 && watched.size === 0)}
          onClick={() => {
            onClose();
            void start();
          }}
        >
          {watched.size === 0 ? "Watch" : `Watch ${formatItems(watched.size, "channel")}`}
        </Button>
      </div>
    </Modal>
  );
}

function useChoice() {
  const watchOnly = useWatchOnlyChannels();
  const { data: channels } = useChannels();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const watched = chosen ?? usualChoice(channels ?? []);
  const start = async () => {
    try {
      const takeBack = await watchOnly(channels ?? [], watched);
      showToast({
        title: `${formatItems(watched.size, "channel")} ${watched.size === 1 ? "is" : "are"} watched`,
        action: { label: "Undo", run: () => void takeBack().catch(failed) },
      });
    } catch (error) {
      failed(error);
    }
  };
  const toggle = (channel: string) => {
    const next = new Set(watched);
    if (!next.delete(channel)) next.add(channel);
    setChosen(next);
  };
  return { channels, watched, toggle, start };
}

interface ChannelChoiceProps {
  channel: Channel;
  isChosen: boolean;
  onToggle: () => void;
}

function ChannelChoice({ channel, isChosen, onToggle }: ChannelChoiceProps) {
  const id = useId();
  return (
    <li className="flex items-start gap-3 py-2.5">
      <input
        id={id}
        type="checkbox"
        className="mt-1 size-4.5 shrink-0 accent-accent"
        aria-describedby={`${id}-read`}
        checked={isChosen}
        onChange={onToggle}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="touch font-medium wrap-anywhere">
          {formatChannel(channel.channelName)}
        </label>
        <p id={`${id}-read`} className="text-13 text-soft">
          {channel.lastChecked === null
            ? "Never read: its earlier messages are read first"
            : `${formatItems(channel.messagesRead, "message")} read so far`}
        </p>
      </div>
    </li>
  );
}

/**
 * The active channels that have already been read; if there are none, all active channels. Otherwise the whole history
 * of a channel would be read unexpectedly.
 */
function usualChoice(channels: readonly Channel[]): ReadonlySet<string> {
  const active = channels.filter(({ isActive }) => isActive);
  const read = active.filter(({ lastChecked }) => lastChecked !== null);
  return new Set((read.length > 0 ? read : active).map(({ id }) => id));
}
