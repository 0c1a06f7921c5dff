import type { UseQueryResult } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AvailableChannel, Channel } from "../../../shared/contract/channels.ts";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { CHECK_FREQUENCY_MINUTES, CHECK_FREQUENCY_OPTIONS } from "../../../shared/domain/detection.ts";
import { useAddChannel } from "../../api/channels.ts";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { SaveProblem } from "../../ui/save-problem.tsx";
import type { ChosenChannel } from "./chosen-channel.ts";
import { GoogleChatSpaces } from "./google-chat-spaces.tsx";
import { SlackChannels } from "./slack-channels.tsx";

interface AddChannelFormProps {
  monitored: Channel[];
  integrations: CollaborationIntegration[];
  available: UseQueryResult<AvailableChannel[]>;
  onClose: () => void;
}

export function AddChannelForm({ monitored, integrations, available, onClose }: AddChannelFormProps) {
  const [chosen, choose] = useState<ChosenChannel | null>(null);
  const [minutes, setMinutes] = useState<number>(CHECK_FREQUENCY_MINUTES.listDefault);
  const adding = useAddChannel();
  const hasSlack = integrations.some(({ platform, isActive }) => platform === "slack" && isActive);
  const googleChats = integrations.filter((integration) => integration.platform === "google-chat");
  const [platform, setPlatform] = useState<"slack" | "google-chat">(
    hasSlack || googleChats.length === 0 ? "slack" : "google-chat",
  );
  const known = new Set(monitored.filter((channel) => channel.platform === platform).map(({ channelId }) => channelId));

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) return;
    adding.mutate(
      { ...chosen, platform, isActive: true, checkFrequencyMinutes: minutes },
      {
        onSuccess: () => {
          showToast({
            title: "Channel added",
            text: "The channel is now being monitored for knowledge content.",
          });
          onClose();
        },
        onError: () => showToast({ title: "Error", text: "Failed to add channel to monitoring.", tone: "destructive" }),
      },
    );
  };

  return (
    <section aria-labelledby="add-channel" className="rounded-box border border-rule bg-raised p-5 sm:p-7">
      <h2 id="add-channel" className="font-serif text-24 font-medium">
        Add Channel
      </h2>
      <form onSubmit={add} className="mt-5 flex max-w-2xl flex-col gap-5">
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Field label="Platform">
            {(control) => (
              <select
                {...control}
                className="field-box"
                value={platform}
                onChange={(event) => {
                  setPlatform(event.target.value as typeof platform);
                  choose(null);
                }}
              >
                <option value="slack">Slack</option>
                <option value="google-chat" disabled={googleChats.length === 0}>
                  {googleChats.length === 0 ? "No Google Chat integrations configured" : "Google Chat"}
                </option>
              </select>
            )}
          </Field>
          <Field label="Check frequency">
            {(control) => (
              <select
                {...control}
                className="field-box"
                value={minutes}
                onChange={(event) => setMinutes(Number(event.target.value))}
              >
                {CHECK_FREQUENCY_OPTIONS.map((option) => (
                  <option key={option} value={option}>
                    {option === 1440 ? "1440 minutes (once daily)" : `${option} minutes`}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        {platform === "slack" && !hasSlack ? (
          <p className="text-soft">No active Slack integration offers channels. Add one, or switch it on.</p>
        ) : platform === "slack" ? (
          <SlackChannels available={available} known={known} chosen={chosen} onChoose={choose} />
        ) : (
          <GoogleChatSpaces integrations={googleChats} known={known} chosen={chosen} onChoose={choose} />
        )}
        <SaveProblem error={adding.error} />
        <div className="flex flex-wrap gap-3">
          <Button look="primary" type="submit" disabled={!chosen || adding.isPending}>
            {adding.isPending ? "Adding..." : "Add Channel"}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
        <UnsavedGuard when={chosen !== null} />
      </form>
    </section>
  );
}
