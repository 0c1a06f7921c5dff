import { useState } from "react";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { useOfferedChannels } from "../../api/collaboration-channels.ts";
import { useListingTrouble } from "../../components/listing-trouble.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ChannelChoice } from "./channel-choice.tsx";
import type { ChosenChannel } from "./chosen-channel.ts";

interface GoogleChatSpacesProps {
  integrations: CollaborationIntegration[];
  known: Set<string>;
  chosen: readonly ChosenChannel[];
  onChoose: (channels: ChosenChannel[]) => void;
}

/** The spaces an integration shows; one that it does not show is named by hand. */
export function GoogleChatSpaces({ integrations, known, chosen, onChoose }: GoogleChatSpacesProps) {
  const [integrationId, setIntegrationId] = useState(integrations[0]?.id ?? "");
  const integration = integrations.find(({ id }) => id === integrationId);
  const spaces = useOfferedChannels(integration);
  const trouble = useListingTrouble(integration?.platform, spaces.error);
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
        <legend className="mb-1.5 text-13 font-medium">Spaces</legend>
        {spaces.isLoading && <div className="late skeleton h-24" />}
        {trouble && (
          <div role="alert" className="flex flex-col items-start gap-3">
            <p className="text-13 text-wrong">{trouble} Until then you can name a space by hand below.</p>
            <Button size="small" onClick={() => void spaces.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {!spaces.isLoading && (spaces.data ?? []).length === 0 && <p className="text-soft">No spaces available</p>}
        {spaces.data && spaces.data.length > 0 && (
          <ChannelChoice word="space" channels={spaces.data} known={known} chosen={chosen} onChoose={onChoose} />
        )}
      </fieldset>
      {integration && (
        <details className="text-13" key={integrationId}>
          <summary className="font-medium text-soft">Name a space that is not listed</summary>
          <SpaceByHand integration={integration} onChoose={onChoose} />
        </details>
      )}
    </>
  );
}

interface SpaceByHandProps {
  integration: CollaborationIntegration;
  onChoose: (channels: ChosenChannel[]) => void;
}

/** The space of the integration's own configuration is the suggestion. */
function SpaceByHand({ integration: { id: integrationId, config }, onChoose }: SpaceByHandProps) {
  const [space, setSpace] = useState({ id: config.chatSpaceId ?? "", name: "" });
  const change = (part: Partial<typeof space>) => {
    const next = { ...space, ...part };
    setSpace(next);
    const [channelId, channelName] = [next.id.trim(), next.name.trim()];
    onChoose(channelId && channelName ? [{ integrationId, channelId, channelName }] : []);
  };
  return (
    <div className="mt-3 grid gap-5 sm:grid-cols-2">
      <Field label="Space ID" help="The last part of the space's address, after /room/." required>
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
      <Field label="Space name" help="What it is called here and in articles." required>
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
