import { Lock } from "lucide-react";
import { useState } from "react";
import type { AvailableChannel } from "../../../shared/contract/channels.ts";
import { formatChannel, formatCount, formatItems } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import type { ChosenChannel } from "./chosen-channel.ts";

const SEARCHABLE_FROM = 8;
/** Nobody looks through more entries, and browsers render them slowly. */
const MOST_SHOWN = 200;

interface ChannelChoiceProps {
  word: "channel" | "space";
  channels: AvailableChannel[];
  /** The platform's ids of the monitored channels. */
  known: Set<string>;
  chosen: readonly ChosenChannel[];
  /** How many channels the plan allows to choose; null without a limit. */
  room: number | null;
  onChoose: (channels: ChosenChannel[]) => void;
}

/** Chooses from the channels that a platform offers. Monitored channels are listed but disabled. */
export function ChannelChoice({ word, channels, known, chosen, room, onChoose }: ChannelChoiceProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const chosenIds = new Set(chosen.map(({ channelId }) => channelId));
  const found = channels.filter(
    ({ id, name }) => name.toLowerCase().includes(wanted) || id.toLowerCase() === wanted || chosenIds.has(id),
  );
  const shown = found.slice(0, MOST_SHOWN);
  const left = room === null ? Number.POSITIVE_INFINITY : room - chosen.length;
  const toggle = (channel: AvailableChannel, isChosen: boolean) =>
    onChoose(isChosen ? [...chosen, asChosen(channel)] : chosen.filter(({ channelId }) => channelId !== channel.id));
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
              isChosen={chosenIds.has(channel.id)}
              isOpen={left > 0}
              onToggle={(isChosen) => toggle(channel, isChosen)}
            />
          ))}
        </ul>
      )}
      <ChooseAll
        word={word}
        open={found.filter(({ id }) => !known.has(id))}
        chosen={chosen}
        chosenIds={chosenIds}
        isSearch={wanted !== ""}
        room={left}
        onChoose={onChoose}
      />
      {shown.length < found.length && (
        <p className="text-13 text-soft">
          {`${formatCount(shown.length)} of ${formatItems(found.length, word)} are shown. Search by name or ID to see the others.`}
        </p>
      )}
    </>
  );
}

const asChosen = ({ id, name, integrationId }: AvailableChannel): ChosenChannel => ({
  channelId: id,
  channelName: name,
  integrationId,
});

interface ChooseAllProps {
  word: "channel" | "space";
  /** The matching channels that can be chosen. */
  open: AvailableChannel[];
  chosen: readonly ChosenChannel[];
  chosenIds: Set<string>;
  isSearch: boolean;
  /** How many more channels may be chosen. */
  room: number;
  onChoose: (channels: ChosenChannel[]) => void;
}

/** Shows the number of chosen channels, and chooses all results of a search with one press. */
function ChooseAll({ word, open, chosen, chosenIds, isSearch, room, onChoose }: ChooseAllProps) {
  const left = open.filter(({ id }) => !chosenIds.has(id));
  if (open.length + chosen.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
      <output className="text-soft">
        {chosen.length === 0 ? `No ${word} chosen` : `${formatItems(chosen.length, word)} chosen`}
      </output>
      {left.length > 0 && left.length <= room && (
        <Button size="small" onClick={() => onChoose([...chosen, ...left.map(asChosen)])}>
          {`Choose ${isSearch ? "the" : "all"} ${formatCount(left.length)}${isSearch ? " found" : ""}`}
        </Button>
      )}
      {chosen.length > 0 && (
        <Button size="small" look="quiet" onClick={() => onChoose([])}>
          Choose none
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  channel: AvailableChannel;
  label: string;
  isAdded: boolean;
  isChosen: boolean;
  /** False once the plan has no room for another channel. */
  isOpen: boolean;
  onToggle: (isChosen: boolean) => void;
}

function Choice({ channel, label, isAdded, isChosen, isOpen, onToggle }: ChoiceProps) {
  const { description } = channel;
  return (
    <li>
      <label className="flex cursor-pointer items-start gap-3 px-3 py-2.5 has-checked:bg-accent-wash has-disabled:cursor-not-allowed has-disabled:text-faint">
        <input
          type="checkbox"
          className="mt-1 size-4 accent-accent"
          disabled={isAdded || (!isOpen && !isChosen)}
          checked={isChosen}
          onChange={(event) => onToggle(event.target.checked)}
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
