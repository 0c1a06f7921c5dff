import { type FormEvent, useState } from "react";
import { getChatAbilities } from "../../../connectors/chat-manifests.ts";
import type { CollaborationChannel } from "../../../shared/contract/channels.ts";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { CHECK_FREQUENCY_MINUTES } from "../../../shared/domain/detection.ts";
import { useMonitorChannel } from "../../api/collaboration-channels.ts";
import { useOfferedChannels } from "../../api/offered-channels.ts";
import { getRefusalText } from "../../components/channel-switches/refusal-text.ts";
import { useChannelListingTrouble } from "../../components/listing-trouble.ts";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { useWatchChoice } from "../../components/watch-choice.tsx";
import { getChatPlatformName } from "../../lib/chat-platforms.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { SaveError } from "../../ui/save-problem.tsx";
import { findFrequencyProblem, readFrequency } from "./frequency.ts";
import { OfferedChannels } from "./offered-channels.tsx";

interface AddMonitoringProps {
  integrations: CollaborationIntegration[];
  monitored: CollaborationChannel[];
  onAdded: () => void;
}

const BLANK = { channelId: "", channelName: "" };

export function AddMonitoring({ integrations, monitored, onAdded }: AddMonitoringProps) {
  const [integrationId, setIntegrationId] = useState("");
  const [channel, setChannel] = useState(BLANK);
  const [minutes, setMinutes] = useState(String(CHECK_FREQUENCY_MINUTES.formDefault));
  const integration = integrations.find(({ id }) => id === integrationId);
  const offered = useOfferedChannels(integration);
  const adding = useMonitorChannel();
  const checkFrequencyMinutes = readFrequency(minutes);
  const watch = useWatchChoice([channel], monitored);
  useChannelListingTrouble(integration?.platform, isListedForOne(integration) ? offered.error : null);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const [channelId, channelName] = [channel.channelId.trim(), channel.channelName.trim()];
    if (!integration || !channelId || !channelName) return tellIncomplete();
    if ((watch.isWanted && findFrequencyProblem(checkFrequencyMinutes)) || adding.isPending) return;
    const { id: integrationId, platform } = integration;
    adding.mutate(
      { integrationId, platform, channelId, channelName, checkFrequencyMinutes, isActive: watch.isActive },
      {
        onSuccess: async () => {
          showToast({ title: "Success", text: "Channel monitoring added successfully" });
          await watch.startWatching();
          onAdded();
        },
        onError: tellNotAdded,
      },
    );
  };

  return (
    <form noValidate onSubmit={add} className="flex max-w-xl flex-col gap-5">
      <IntegrationField
        integrations={integrations}
        chosen={integration}
        onChoose={(id) => {
          setIntegrationId(id);
          setChannel(BLANK);
        }}
      />
      {integration && (
        <OfferedChannels
          integration={integration}
          offered={offered}
          monitored={monitored}
          chosenId={channel.channelId}
          onChoose={setChannel}
        />
      )}
      <DetailFields channel={channel} onChange={setChannel} />
      {watch.field}
      {watch.isWanted && <FrequencyField minutes={minutes} onChange={setMinutes} />}
      <SaveError error={adding.error} />
      <Button look="primary" type="submit" className="self-start" disabled={adding.isPending}>
        {adding.isPending ? "Adding..." : "Add Monitoring"}
      </Button>
      <UnsavedGuard when={channel.channelId !== "" || channel.channelName !== ""} />
    </form>
  );
}

const isListedForOne = (integration: CollaborationIntegration | undefined) =>
  integration !== undefined && getChatAbilities(integration.platform).listed === "for-one";

const tellIncomplete = () =>
  showToast({
    title: "Error",
    text: "Please select an integration and fill in all channel details",
    tone: "destructive",
  });

const tellNotAdded = (error: unknown) =>
  showToast({ title: "Error", text: getRefusalText(error, "Failed to add channel monitoring"), tone: "destructive" });

interface FrequencyFieldProps {
  minutes: string;
  onChange: (minutes: string) => void;
}

function FrequencyField({ minutes, onChange }: FrequencyFieldProps) {
  const error = findFrequencyProblem(readFrequency(minutes));
  return (
    <Field label="Check Frequency (minutes)" error={error}>
      {(control) => (
        <input
          {...control}
          type="number"
          className="field-box max-w-40"
          min={CHECK_FREQUENCY_MINUTES.min}
          max={CHECK_FREQUENCY_MINUTES.max}
          value={minutes}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onChange(String(readFrequency(minutes)))}
        />
      )}
    </Field>
  );
}

interface IntegrationFieldProps {
  integrations: CollaborationIntegration[];
  chosen: CollaborationIntegration | undefined;
  onChoose: (id: string) => void;
}

function IntegrationField({ integrations, chosen, onChoose }: IntegrationFieldProps) {
  return (
    <Field label="Integration" required>
      {(control) => (
        <select
          {...control}
          className="field-box"
          value={chosen?.id ?? ""}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">Select an integration</option>
          {integrations.map(({ id, name, platform }) => (
            <option key={id} value={id}>
              {`${name} (${getChatPlatformName(platform)})`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface DetailFieldsProps {
  channel: typeof BLANK;
  onChange: (channel: typeof BLANK) => void;
}

function DetailFields({ channel, onChange }: DetailFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Channel ID" required help="Exactly as the platform shows it.">
        {(control) => (
          <input
            {...control}
            className="field-box"
            maxLength={200}
            value={channel.channelId}
            onChange={(event) => onChange({ ...channel, channelId: event.target.value })}
          />
        )}
      </Field>
      <Field label="Channel Name" required help="What it is called here and in articles.">
        {(control) => (
          <input
            {...control}
            className="field-box"
            maxLength={200}
            value={channel.channelName}
            onChange={(event) => onChange({ ...channel, channelName: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
