import { useState } from "react";
import { type NewChannel, useAddChannel, useReloadChannels } from "../../api/channels.ts";
import { ApiError } from "../../lib/api-error.ts";
import type { ChosenChannel } from "./chosen-channel.ts";

type NewChannelSettings = Omit<NewChannel, keyof ChosenChannel>;

export interface AddChannelsResult {
  added: number;
  /** The channels from the first refused one on; empty when all were added. */
  left: ChosenChannel[];
  /** The error of the refused channel. */
  error: unknown;
}

/** Adds channels one after the other; each stays added, whatever happens to the next. */
export function useAddChannels() {
  const { mutateAsync, error } = useAddChannel();
  const readAgain = useReloadChannels();
  const [added, setAdded] = useState(0);
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);

  const add = async (channels: readonly ChosenChannel[], settings: NewChannelSettings): Promise<AddChannelsResult> => {
    try {
      for (const [done, channel] of channels.entries()) {
        setProgress({ done, of: channels.length });
        try {
          await mutateAsync({ ...channel, ...settings });
        } catch (refusal) {
          if (channels.length > 1 && isMonitoredAlready(refusal)) continue;
          setAdded(done);
          return { added: done, left: channels.slice(done), error: refusal };
        }
      }
      return { added: channels.length, left: [], error: null };
    } finally {
      setProgress(null);
      void readAgain();
    }
  };
  return { add, progress, error, /** Before the one that failed. */ added };
}

/** Another person has added it already. */
const isMonitoredAlready = (error: unknown) => error instanceof ApiError && error.status === 409;
