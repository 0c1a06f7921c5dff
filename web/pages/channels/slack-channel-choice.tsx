import type { UseQueryResult } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import type { AvailableChannel, Channel } from "../../../shared/contract/channels.ts";
import { Badge } from "../../ui/badge.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import type { ChosenChannel } from "./add-channel-form.tsx";

const SEARCHABLE_FROM = 8;

interface SlackChannelChoiceProps {
  available: UseQueryResult<AvailableChannel[]>;
  monitored: Channel[];
  chosen: ChosenChannel | null;
  onChoose: (channel: ChosenChannel) => void;
}

export function SlackChannelChoice({ available, monitored, chosen, onChoose }: SlackChannelChoiceProps) {
  const [search, setSearch] = useState("");
  const known = new Set(monitored.map(({ channelId }) => channelId));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-13 font-medium">Channel</legend>
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
            {channels.length >= SEARCHABLE_FROM && (
              <input
                type="search"
                aria-label="Find a channel"
                placeholder="Find a channel"
                className="field-box"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            )}
            <ul className="max-h-72 divide-y divide-rule overflow-y-auto rounded-box border border-rule">
              {channels
                .filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
                .map((channel) => (
                  <Choice
                    key={channel.id}
                    channel={channel}
                    isAdded={known.has(channel.id)}
                    isChosen={chosen?.channelId === channel.id}
                    onChoose={onChoose}
                  />
                ))}
            </ul>
          </>
        )}
      </QueryView>
    </fieldset>
  );
}

interface ChoiceProps {
  channel: AvailableChannel;
  isAdded: boolean;
  isChosen: boolean;
  onChoose: (channel: ChosenChannel) => void;
}

function Choice({ channel, isAdded, isChosen, onChoose }: ChoiceProps) {
  const { id, name, description, integrationId } = channel;
  return (
    <li>
      <label className="flex cursor-pointer items-start gap-3 px-3 py-2.5 has-checked:bg-accent-wash has-disabled:cursor-not-allowed has-disabled:text-faint">
        <input
          type="radio"
          name="channel"
          className="mt-1 size-4 accent-accent"
          disabled={isAdded}
          checked={isChosen}
          onChange={() => onChoose({ channelId: id, channelName: name, integrationId })}
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5 font-medium">
            #{name}
            {channel.isPrivate && <Lock className="size-3.5 text-faint" aria-label="private" />}
          </span>
          {description && <span className="block truncate text-13 text-faint">{description}</span>}
          {!channel.isMember && !isAdded && (
            <span className="block text-13 text-busy">The bot must be invited to this channel first.</span>
          )}
        </span>
        {isAdded && <Badge>Already Added</Badge>}
      </label>
    </li>
  );
}
