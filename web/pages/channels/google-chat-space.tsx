import { useEffect, useState } from "react";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { Field } from "../../ui/field.tsx";
import type { ChosenChannel } from "./add-channel-form.tsx";

interface GoogleChatSpaceProps {
  integrations: CollaborationIntegration[];
  onChoose: (channel: ChosenChannel | null) => void;
}

/** A space is named by hand; the one of the integration's own configuration is the suggestion. */
export function GoogleChatSpace({ integrations, onChoose }: GoogleChatSpaceProps) {
  const [integrationId, setIntegrationId] = useState(integrations[0]?.id ?? "");
  const suggested = integrations.find(({ id }) => id === integrationId)?.config.chatSpaceId ?? "";
  const [spaceId, setSpaceId] = useState(suggested);
  const [name, setName] = useState("");
  useEffect(() => {
    const isComplete = integrationId && spaceId.trim() && name.trim();
    onChoose(isComplete ? { integrationId, channelId: spaceId.trim(), channelName: name.trim() } : null);
  }, [integrationId, spaceId, name, onChoose]);
  return (
    <>
      <Field label="Integration">
        {(control) => (
          <select
            {...control}
            className="field-box"
            value={integrationId}
            onChange={(event) => setIntegrationId(event.target.value)}
          >
            {integrations.map((integration) => (
              <option key={integration.id} value={integration.id}>
                {integration.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Space ID" help="The last part of the space's address, after /room/." required>
        {(control) => (
          <input
            {...control}
            className="field-box"
            value={spaceId}
            onChange={(event) => setSpaceId(event.target.value)}
          />
        )}
      </Field>
      <Field label="Space name" help="What it is called here and in articles." required>
        {(control) => (
          <input {...control} className="field-box" value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
    </>
  );
}
