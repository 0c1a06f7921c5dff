import { type ReactNode, useId, useState } from "react";
import { useMonitoring } from "../api/settings.ts";
import { formatChannel, formatItems } from "../lib/format.ts";
import { showToast } from "../lib/toast-store.ts";
import { useWatchOnlyChannels } from "./watch-only.ts";

interface WatchChoice {
  /** Whether the channel is added as active. */
  isActive: boolean;
  /** False for a channel that is read only when a person presses Analyze. It needs no frequency. */
  isWanted: boolean;
  /**
   * Called after a channel was added. Turns automatic monitoring on for the workspace, if the person wants it and it is
   * off.
   */
  startWatching: () => Promise<void>;
  field: ReactNode;
}

/**
 * Asks whether the chosen channels are watched. The box is ticked unless the person unticks it. Channels that are read
 * only on request stay that way.
 */
export function useWatchChoice(
  chosen: readonly { channelName: string }[],
  monitored: readonly { id: string; isActive: boolean }[],
  onlyNew = false,
): WatchChoice {
  const { data: monitoring } = useMonitoring();
  const watchOnly = useWatchOnlyChannels();
  const [wanted, setWanted] = useState(true);
  const isManual = monitoring?.mode === "manual";
  const startWatching = async () => {
    if (!wanted || !isManual) return;
    await watchOnly(monitored, new Set()).catch(() =>
      showToast({
        title: "Not watching yet",
        text: "The channel was added. Turn on watching above the list of channels.",
        tone: "destructive",
      }),
    );
  };
  const others = isManual ? monitored.filter(({ isActive }) => isActive).length : 0;
  return {
    isActive: wanted || isManual,
    isWanted: wanted,
    startWatching,
    field: (
      <WatchField
        label={questionOf(chosen.map(({ channelName }) => channelName).filter(Boolean))}
        help={wanted ? effectOf(chosen.length, others, onlyNew) : "It is read when you press Analyze."}
        checked={wanted}
        onChange={setWanted}
      />
    ),
  };
}

interface WatchFieldProps {
  label: string;
  help: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function WatchField({ label, help, checked, onChange }: WatchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="mt-1 size-4.5 shrink-0 accent-accent"
        aria-describedby={`${id}-help`}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="touch font-medium wrap-anywhere">
          {label}
        </label>
        <p id={`${id}-help`} className="text-13 text-pretty text-soft">
          {help}
        </p>
      </div>
    </div>
  );
}

function questionOf(names: readonly string[]): string {
  if (names.length > 1) return `Watch these ${names.length} channels from now on`;
  return `Watch ${names[0] === undefined ? "the channel" : formatChannel(names[0])} from now on`;
}

/** Says beforehand that the history is read, because its drafts reach the inbox within minutes. */
function effectOf(added: number, others: number, onlyNew: boolean): string {
  const effect = onlyNew
    ? "New messages are read without anybody pressing Analyze."
    : `${added > 1 ? "Their" : "Its"} earlier messages are read first, and drafts from them wait in the inbox. New messages are then read without anybody pressing Analyze.`;
  return others > 0
    ? `${effect} ${formatItems(others, "other channel")} ${others === 1 ? "is" : "are"} off until you watch ${others === 1 ? "it" : "them"}.`
    : effect;
}
