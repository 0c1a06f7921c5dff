import { Lock } from "lucide-react";
import { useState } from "react";
import type { AvailableChannel } from "../../../shared/contract/channels.ts";
import { formatChannel, formatCount, formatItems } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import type { ChosenChannel } from "./chosen-channel.ts";

const SEARCHABLE_FROM = 8;
/** More than this nobody looks through, and a browser draws them slowly. */
const MOST_SHOWN = 200;

interface ChannelChoiceProps {
  word: "channel" | "space";
  channels: AvailableChannel[];
  /** The platform's ids of those that are monitored. */
  known: Set<string>;
  chosen: ChosenChannel | null;
  onChoose: (channel: ChosenChannel) => void;
}

/** What a platform offers, to choose one of; those that are monitored stand there disabled. */
export function ChannelChoice({ word, channels, known, chosen, onChoose }: ChannelChoiceProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = channels.filter(
    ({ id, name }) => name.toLowerCase().includes(wanted) || id.toLowerCase() === wanted || id === chosen?.channelId,
  );
  const shown = found.slice(0, MOST_SHOWN);
  return (
    <>
      {channels.length >= SEARCHABLE_FROM && (
        <input
          type="search"
          aria-label={`Find a ${word}`}
          placeholder={`Find a ${word} by name or ID`}
          className="field-box"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {found.length === 0 ? (
        <p className="text-soft">{`No ${word} has this name or ID.`}</p>
      ) : (
        <ul className="max-h-72 divide-y divide-rule overflow-y-auto rounded-box border border-rule">
          {shown.map((channel) => (
            <Choice
              key={channel.id}
              channel={channel}
              label={word === "channel" ? formatChannel(channel.name) : channel.name}
              isAdded={known.has(channel.id)}
              isChosen={chosen?.channelId === channel.id}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      {shown.length < found.length && (
        <p className="text-13 text-soft">
          {`${formatCount(shown.length)} of ${formatItems(found.length, word)} are shown. Search by name or ID to see the others.`}
        </p>
      )}
    </>
  );
}

interface ChoiceProps {
  channel: AvailableChannel;
  label: string;
  isAdded: boolean;
  isChosen: boolean;
  onChoose: (channel: ChosenChannel) => void;
}

function Choice({ channel, label, isAdded, isChosen, onChoose }: ChoiceProps) {
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
            <span className="break-words">{label}</span>
            {channel.isPrivate && <Lock className="size-3.5 shrink-0 text-faint" aria-label="private" />}
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
