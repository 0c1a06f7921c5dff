import { useState } from "react";
import { type ChatPlatform, getChatAbilities } from "../../../connectors/chat-manifests.ts";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { useOfferedChannels } from "../../api/offered-channels.ts";
import { useChannelListingTrouble } from "../../components/listing-trouble.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ChannelChoice } from "./channel-choice.tsx";
import type { ChosenChannel } from "./chosen-channel.ts";

interface ListedChannelsProps {
  platform: ChatPlatform;
  integrations: CollaborationIntegration[];
  known: Set<string>;
  chosen: readonly ChosenChannel[];
  /** How many channels the plan allows to choose; null without a limit. */
  room: number | null;
  onChoose: (channels: ChosenChannel[]) => void;
}

/** The channels or spaces that an integration lists. Where others are readable too, one can be entered by hand. */
export function ListedChannels({ platform, integrations, known, chosen, room, onChoose }: ListedChannelsProps) {
  const { place, named } = getChatAbilities(platform);
  const [integrationId, setIntegrationId] = useState(integrations[0]?.id ?? "");
  const integration = integrations.find(({ id }) => id === integrationId);
  const offered = useOfferedChannels(integration);
  const trouble = useChannelListingTrouble(integration?.platform, offered.error);
  return (
    <>
      <Field label="Integration">
        {(control) => (
          <select
            {...control}
            className="field-box"
            value={integrationId}
            onChange={(event) => {
              setIntegrationId(event.target.value);
              onChoose([]);
            }}
          >
            {integrations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 text-13 font-medium">{`${capital(place)}s`}</legend>
        {offered.isLoading && <div className="late skeleton h-24" />}
        {trouble && (
          <div role="alert" className="flex flex-col items-start gap-3">
            <p className="text-13 text-wrong">
              {trouble} {named && `Until then you can name a ${place} by hand below.`}
            </p>
            <Button size="small" onClick={() => void offered.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {!offered.isLoading && (offered.data ?? []).length === 0 && (
          <p className="text-soft">{`No ${place}s available`}</p>
        )}
        {offered.data && offered.data.length > 0 && (
          <ChannelChoice word={place} channels={offered.data} {...{ known, chosen, room, onChoose }} />
        )}
      </fieldset>
      {integration && named && (
        <details className="text-13" key={integrationId}>
          <summary className="font-medium text-soft">{`Name a ${place} that is not listed`}</summary>
          <ByHand integration={integration} onChoose={onChoose} place={place} {...named} />
        </details>
      )}
    </>
  );
}

interface ByHandProps {
  integration: CollaborationIntegration;
  place: string;
  help: string;
  suggestedBy: string;
  onChoose: (channels: ChosenChannel[]) => void;
}

/** Suggests the value from the integration's own configuration. */
function ByHand({ integration, place, help, suggestedBy, onChoose }: ByHandProps) {
  const { id: integrationId, config } = integration;
  const suggestion = (config as Record<string, string | undefined>)[suggestedBy];
  const [space, setSpace] = useState({ id: suggestion ?? "", name: "" });
  const change = (part: Partial<typeof space>) => {
    const next = { ...space, ...part };
    setSpace(next);
    const [channelId, channelName] = [next.id.trim(), next.name.trim()];
    onChoose(channelId && channelName ? [{ integrationId, channelId, channelName }] : []);
  };
  return (
    <div className="mt-3 grid gap-5 sm:grid-cols-2">
      <Field label={`${capital(place)} ID`} help={help} required>
        {(control) => (
          <input
            {...control}
            className="field-box"
            maxLength={200}
            value={space.id}
            onChange={(event) => change({ id: event.target.value })}
          />
        )}
      </Field>
      <Field label={`${capital(place)} name`} help="What it is called here and in articles." required>
        {(control) => (
          <input
            {...control}
            className="field-box"
            maxLength={200}
            value={space.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
