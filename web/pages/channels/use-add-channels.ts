import { useState } from "react";
import { type NewChannel, useAddChannel, useReadChannelsAgain } from "../../api/channels.ts";
import { ApiError } from "../../lib/api-error.ts";
import type { ChosenChannel } from "./chosen-channel.ts";

type Settings = Omit<NewChannel, keyof ChosenChannel>;

export interface AddedChannels {
  added: number;
  /** From the first that was refused on; empty when all were added. */
  left: ChosenChannel[];
  /** Why it was refused. */
  error: unknown;
}

/** Adds channels one after the other: each is kept, whatever becomes of the next. */
export function useAddChannels() {
  const { mutateAsync, error } = useAddChannel();
  const readAgain = useReadChannelsAgain();
  const [added, setAdded] = useState(0);
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);

  const add = async (channels: readonly ChosenChannel[], settings: Settings): Promise<AddedChannels> => {
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

/** Somebody else was faster. */
const isMonitoredAlready = (error: unknown) => error instanceof ApiError && error.status === 409;
