import type { UseQueryResult } from "@tanstack/react-query";
import { getChatAbilities } from "../../../connectors/chat-manifests.ts";
import type { AvailableChannel, CollaborationChannel } from "../../../shared/contract/channels.ts";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { ChannelListingNote } from "../../components/listing-note.tsx";
import { PlanRoom } from "../../components/plan-room.tsx";
import { formatCount, formatItems } from "../../lib/format.ts";
import { Field } from "../../ui/field.tsx";

interface OfferedChannelsProps {
  integration: CollaborationIntegration;
  offered: UseQueryResult<AvailableChannel[]>;
  monitored: CollaborationChannel[];
  chosenId: string;
  onChoose: (channel: { channelId: string; channelName: string }) => void;
}

/** The most channels shown. Browsers render longer lists slowly, and nobody reads them. */
const MOST_SHOWN = 500;

/**
 * Lets the person choose a channel from the platform's list, and fills in its details. A list that cannot be loaded
 * counts as empty.
 */
export function OfferedChannels({ integration, offered, monitored, chosenId, onChoose }: OfferedChannelsProps) {
  const known = new Set(
    monitored.filter(({ platform }) => platform === integration.platform).map(({ channelId }) => channelId),
  );
  const channels = (offered.data ?? []).filter(
    ({ integrationId, isArchived }) => integrationId === integration.id && !isArchived,
  );
  const { place: word, listed } = getChatAbilities(integration.platform);
  const shown = channels.slice(0, MOST_SHOWN);
  const rest = `${formatCount(shown.length)} of ${formatItems(channels.length, word)} are shown. Fill in the details of another one below.`;
  const nothing = offered.isLoading ? "Loading..." : `No ${word}s available`;
  return (
    <>
      <PlanRoom platform={integration.platform} monitored={monitored} />
      <Field label={`Choose a ${word}`} help={shown.length < channels.length ? rest : "Or fill in its details below."}>
        {(control) => (
          <select
            {...control}
            className="field-box"
            disabled={channels.length === 0}
            value={shown.some(({ id }) => id === chosenId) ? chosenId : ""}
            onChange={({ target }) => {
              const channel = channels.find(({ id }) => id === target.value);
              onChoose({ channelId: channel?.id ?? "", channelName: channel?.name ?? "" });
            }}
          >
            <option value="">{channels.length === 0 ? nothing : `Select a ${word}`}</option>
            {shown.map(({ id, name }) => (
              <option key={id} value={id} disabled={known.has(id)}>
                {known.has(id) ? `${name} (Already Added)` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {listed === "for-all" && offered.data && <ChannelListingNote />}
    </>
  );
}
