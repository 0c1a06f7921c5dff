import { type ComponentProps, type FormEvent, useId, useState } from "react";
import {
  CHAT_PLATFORMS,
  type ChatPlatform,
  EXPORT_PLATFORM,
  getChatAbilities,
} from "../../../connectors/chat-manifests.ts";
import type { AvailableChannel, Channel } from "../../../shared/contract/channels.ts";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { CHECK_FREQUENCY_MINUTES, CHECK_FREQUENCY_OPTIONS } from "../../../shared/domain/detection.ts";
import { PlanRoom, usePlanRoom } from "../../components/plan-room.tsx";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { useWatchChoice } from "../../components/watch-choice.tsx";
import { ApiError } from "../../lib/api-error.ts";
import { getChatPlatformName } from "../../lib/chat-platforms.ts";
import { formatCount, formatItems } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { RadioRow } from "../../ui/radio-row.tsx";
import { SaveError } from "../../ui/save-problem.tsx";
import { ChannelRuleForm } from "./channel-rule.tsx";
import type { ChosenChannel } from "./chosen-channel.ts";
import { ListedChannels } from "./listed-channels.tsx";
import { SlackChannels } from "./slack-channels.tsx";
import { type AddChannelsResult, useAddChannels } from "./use-add-channels.ts";
import type { Offers } from "./use-offers.ts";

interface AddChannelFormProps {
  monitored: Channel[];
  integrations: CollaborationIntegration[];
  offers: Offers;
  /** How many channels of a platform are not monitored yet. */
  leftOn: (platform: ChatPlatform) => number;
  /** Sentences with the time, the price and the plan's limit of reading a history; empty where reading is free. */
  cost: string;
  onAdded: () => void;
  onClose: () => void;
}

export default function AddChannelForm({ monitored, integrations, cost, ...props }: AddChannelFormProps) {
  const [chosen, choose] = useState<readonly ChosenChannel[]>([]);
  const [onlyNew, setOnlyNew] = useState(false);
  const [minutes, setMinutes] = useState<number>(CHECK_FREQUENCY_MINUTES.listDefault);
  const adding = useAddChannels();
  const connected = (id: ChatPlatform) => integrations.filter((one) => one.platform === id && canOffer(one));
  const { offers, leftOn, onAdded, onClose } = props;
  const [chosenPlatform, setPlatform] = useState<ChatPlatform | null>(null);
  const platform = chosenPlatform ?? firstWorthShowing((id) => connected(id).length > 0, leftOn);
  const available = offers.forAll;
  const known = new Set(monitored.filter((channel) => channel.platform === platform).map(({ channelId }) => channelId));
  const watch = useWatchChoice(chosen, monitored, onlyNew);
  const plan = usePlanRoom({ platform, monitored });
  const room = watch.isActive && plan ? plan.left : null;
  const choice = { known, chosen, room, onChoose: choose };

  const add = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await adding.add(chosen, {
      platform,
      isActive: watch.isActive,
      checkFrequencyMinutes: minutes,
      ...(onlyNew && { onlyNew }),
    });
    tellOutcome(outcome, watch.isWanted);
    if (outcome.added > 0) await watch.startWatching();
    choose(outcome.left);
    if (outcome.left.length === 0) onAdded();
  };

  return (
    <section aria-labelledby="add-channel" className="rounded-box border border-rule bg-raised p-5 sm:p-7">
      <h2 id="add-channel" className="font-serif text-24 font-medium">
        Add Channel
      </h2>
      <form onSubmit={(event) => void add(event)} className="mt-5 flex max-w-2xl flex-col gap-5">
        <PlatformField
          platform={platform}
          isOffered={(id) => connected(id).length > 0}
          leftOn={leftOn}
          onChange={(id) => {
            setPlatform(id);
            choose([]);
          }}
        />
        <PlanRoom platform={platform} monitored={monitored} />
        <OfferedChannels platform={platform} integrations={connected(platform)} available={available} {...choice} />
        <ChannelRules integrations={connected(platform)} known={known} available={available.data ?? []} />
        {watch.field}
        {watch.isWanted && <FrequencyField minutes={minutes} onChange={setMinutes} />}
        <HistoryField onlyNew={onlyNew} cost={cost} onChange={setOnlyNew} />
        <AddProblem adding={adding} />
        <AddOrCancel count={chosen.length} room={room} progress={adding.progress} onCancel={onClose} />
        <UnsavedGuard when={chosen.length > 0} />
      </form>
    </section>
  );
}

interface AddOrCancelProps {
  count: number;
  room: number | null;
  progress: { done: number; of: number } | null;
  onCancel: () => void;
}

const AddOrCancel = ({ count, room, progress, onCancel }: AddOrCancelProps) => (
  <div className="flex flex-wrap gap-3">
    <Button look="primary" type="submit" disabled={count === 0 || count > (room ?? count) || progress !== null}>
      {labelOf(count, progress)}
    </Button>
    <Button look="quiet" onClick={onCancel}>
      Cancel
    </Button>
  </div>
);

type OfferedChannelsProps = Pick<AddChannelFormProps, "integrations"> & { available: Offers["forAll"] } & Omit<
    ComponentProps<typeof ListedChannels>,
    "integrations"
  >;

function OfferedChannels({ platform, integrations, available, ...choice }: OfferedChannelsProps) {
  if (!isForAll(platform))
    return <ListedChannels key={platform} platform={platform} integrations={integrations} {...choice} />;
  if (integrations.length > 0) return <SlackChannels available={available} {...choice} />;
  return (
    <p className="text-soft">
      No active {getChatPlatformName(platform)} integration offers channels. Add one, or switch it on.
    </p>
  );
}

const AddProblem = ({ adding }: { adding: ReturnType<typeof useAddChannels> }) => (
  <SaveError error={adding.error} saved={adding.added > 0 ? sayAdded(adding.added) : null} />
);

interface HistoryFieldProps {
  onlyNew: boolean;
  cost: string;
  onChange: (onlyNew: boolean) => void;
}

/** A long history can fill the inbox at once. */
function HistoryField({ onlyNew, cost, onChange }: HistoryFieldProps) {
  const group = useId();
  const whole = "The whole history, back to the first message.";
  return (
    <fieldset>
      <legend className="font-medium">Earlier messages</legend>
      <RadioRow
        group={group}
        label="Also read earlier messages"
        effect={cost ? `${whole} ${cost}` : whole}
        isChosen={!onlyNew}
        onChoose={() => onChange(false)}
      />
      <RadioRow
        group={group}
        label="Only from now on"
        effect="Earlier messages can be read later, from the channel’s settings."
        isChosen={onlyNew}
        onChoose={() => onChange(true)}
      />
    </fieldset>
  );
}

interface PlatformFieldProps {
  platform: ChatPlatform;
  isOffered: (id: ChatPlatform) => boolean;
  /** How many channels of the platform are not monitored yet. */
  leftOn: (id: ChatPlatform) => number;
  onChange: (id: ChatPlatform) => void;
}

function PlatformField({ platform, isOffered, leftOn, onChange }: PlatformFieldProps) {
  const others = CHAT_PLATFORMS.filter((id) => id !== platform && leftOn(id) > 0).map(
    (id) => `${getChatPlatformName(id)} (${formatCount(leftOn(id))})`,
  );
  return (
    <Field label="Platform" help={others.length > 0 ? `Also available to add: ${others.join(", ")}` : undefined}>
      {(control) => (
        <select
          {...control}
          className="field-box"
          value={platform}
          onChange={(event) => onChange(event.target.value as ChatPlatform)}
        >
          {CHAT_PLATFORMS.map((id) => (
            <PlatformOption key={id} id={id} isOffered={isOffered(id)} />
          ))}
        </select>
      )}
    </Field>
  );
}

interface ChannelRulesProps {
  integrations: CollaborationIntegration[];
  known: Set<string>;
  available: AvailableChannel[];
}

function ChannelRules({ integrations, known, available }: ChannelRulesProps) {
  const following = integrations.filter(({ platform }) => getChatAbilities(platform).addsByRule);
  if (following.length === 0) return null;
  return (
    <details>
      <summary className="text-13 font-medium text-soft">Add channels by a rule</summary>
      <div className="mt-3 flex flex-col gap-6">
        {following.map((one) => (
          <ChannelRuleForm
            key={one.id}
            integration={one}
            open={available.filter(({ id, integrationId }) => integrationId === one.id && !known.has(id))}
          />
        ))}
      </div>
    </details>
  );
}

function labelOf(count: number, progress: { done: number; of: number } | null): string {
  if (progress) return progress.of === 1 ? "Adding..." : `Adding ${progress.done + 1} of ${progress.of}...`;
  return count > 1 ? `Add ${formatCount(count)} Channels` : "Add Channel";
}

/** The first platform with channels to add; before these are known, the first that is connected. */
function firstWorthShowing(isOffered: (id: ChatPlatform) => boolean, leftOn: (id: ChatPlatform) => number) {
  const connected = CHAT_PLATFORMS.filter(isOffered);
  return connected.find((id) => leftOn(id) > 0) ?? connected[0] ?? CHAT_PLATFORMS[0] ?? EXPORT_PLATFORM;
}

function tellOutcome({ added, left, error }: AddChannelsResult, isWatched: boolean): void {
  if (left.length === 0)
    showToast({
      title: added > 1 ? `${formatCount(added)} channels added` : "Channel added",
      text: isWatched
        ? `The channel${added > 1 ? "s are" : " is"} now being monitored for knowledge content.`
        : `${added > 1 ? "They are" : "It is"} read when you press Analyze.`,
    });
  else if (added === 0)
    showToast({ title: "Error", text: "Failed to add channel to monitoring.", tone: "destructive" });
  else
    showToast({
      title: `${formatCount(added)} of ${formatItems(added + left.length, "channel")} added`,
      text: `${error instanceof ApiError ? error.explanation : "No answer came from the server."} The others are still chosen.`,
      tone: "destructive",
    });
}

const sayAdded = (added: number) =>
  `${formatItems(added, "channel")} ${added === 1 ? "was" : "were"} added. The others are still chosen.`;

const isForAll = (platform: ChatPlatform) => getChatAbilities(platform).listed === "for-all";

/**
 * An integration that is switched off is left out where one request lists all. It is still asked where each one is listed alone,
 * and then reports what is wrong.
 */
const canOffer = ({ platform, isActive }: CollaborationIntegration) =>
  isActive || getChatAbilities(platform).listed === "for-one";

/** A platform whose integrations are listed together can be chosen without an integration; the list then explains the next step. */
function PlatformOption({ id, isOffered }: { id: ChatPlatform; isOffered: boolean }) {
  const isOpen = isOffered || isForAll(id);
  return (
    <option value={id} disabled={!isOpen}>
      {isOpen ? getChatPlatformName(id) : `No ${getChatPlatformName(id)} integrations configured`}
    </option>
  );
}

interface FrequencyFieldProps {
  minutes: number;
  onChange: (minutes: number) => void;
}

function FrequencyField({ minutes, onChange }: FrequencyFieldProps) {
  return (
    <Field label="Check frequency">
      {(control) => (
        <select
          {...control}
          className="field-box"
          value={minutes}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          {CHECK_FREQUENCY_OPTIONS.map((option) => (
            <option key={option} value={option}>
              {option === 1440 ? "1440 minutes (once daily)" : `${option} minutes`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
