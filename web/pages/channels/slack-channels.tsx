import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AvailableChannel } from "../../../shared/contract/channels.ts";
import { ChannelListingNote } from "../../components/listing-note.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { ChannelChoice } from "./channel-choice.tsx";
import type { ChosenChannel } from "./chosen-channel.ts";

interface SlackChannelsProps {
  available: UseQueryResult<AvailableChannel[]>;
  known: Set<string>;
  chosen: readonly ChosenChannel[];
  /** How many channels the plan allows to choose; null without a limit. */
  room: number | null;
  onChoose: (channels: ChosenChannel[]) => void;
}

export function SlackChannels({ available, known, ...choice }: SlackChannelsProps) {
  useEffect(() => {
    if (available.isError)
      showToast({
        title: "Error fetching channels",
        text: "Unable to fetch available channels. Please check your integration configuration.",
        tone: "destructive",
      });
  }, [available.isError]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-13 font-medium">Channels</legend>
      <QueryView
        query={available}
        loading={<div className="late skeleton h-40" />}
        empty={<p className="text-soft">Slack offers no channel. Invite the bot to one, then come back.</p>}
      >
        {(channels) => (
          <>
            {channels.every(({ id }) => known.has(id)) && (
              <p className="text-soft">All Slack channels are already being monitored</p>
            )}
            <ChannelChoice word="channel" channels={channels} known={known} {...choice} />
            <ChannelListingNote />
          </>
        )}
      </QueryView>
    </fieldset>
  );
}
