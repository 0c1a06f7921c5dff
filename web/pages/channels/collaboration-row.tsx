import { lazy, Suspense } from "react";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { useChannels } from "../../api/channels.ts";
import { ApiError } from "../../api/client.ts";
import {
  useChangeCollaborationIntegration,
  useDeleteCollaborationIntegration,
  useTestCollaborationIntegration,
} from "../../api/collaboration-integrations.ts";
import { IntegrationActions } from "../../components/integration-actions.tsx";
import { IntegrationState } from "../../components/integration-state.tsx";
import { RelativeTime } from "../../components/moment.tsx";
import { useCan } from "../../components/permissions.tsx";
import { getErrorMessage } from "../../lib/api-error.ts";
import { getChatPlatformName } from "../../lib/chat-platforms.ts";
import { formatItems } from "../../lib/format.ts";
import { handleResult } from "../../lib/handle-result.ts";
import { showToast } from "../../lib/toast-store.ts";
import { PlatformMark } from "../../ui/platform-mark.tsx";
import { ServerSentence } from "../../ui/server-sentence.tsx";
import { Switch } from "../../ui/switch.tsx";
import { CredentialProofs } from "./credential-proofs.tsx";

/** Shown until a channel of the integration is read. */
const ProveReading = lazy(() => import("./prove-reading.tsx"));

interface CollaborationRowProps {
  integration: CollaborationIntegration;
  onEdit: () => void;
  onAddChannel: () => void;
}

export function CollaborationRow({ integration, onEdit, onAddChannel }: CollaborationRowProps) {
  const { id, name, platform, isActive } = integration;
  const mayChange = useCan()("change", "integrations");
  const change = useChangeCollaborationIntegration();
  const isUnused = useChannels().data?.every(({ integrationId }) => integrationId !== id) === true;

  const activate = (active: boolean) =>
    change.mutate(
      { id, isActive: active },
      {
        onSuccess: () =>
          showToast({
            title: "Integration updated",
            text: "Collaboration integration has been updated successfully.",
            ...(!active && { action: { label: "Undo", run: () => activate(true) } }),
          }),
        onError: (error) =>
          showToast({
            title: "Update failed",
            text: getErrorMessage(error, "Unable to update integration. Please try again."),
            tone: "destructive",
          }),
      },
    );

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <PlatformMark platform={platform} />
        <div className="min-w-0">
          <p className="font-medium">{name}</p>
          <p className="text-13 text-soft">
            {getChatPlatformName(platform)}
            {integration.isConnected && " · connected by OAuth"} · added{" "}
            <RelativeTime at={integration.createdAt} as="day" />
          </p>
          {integration.trouble && (
            <p className="text-13 text-wrong">
              <ServerSentence text={integration.trouble} />
            </p>
          )}
          <Arrival integration={integration} />
          <ChannelRuleState integration={integration} />
          <CredentialProofs integration={integration} />
        </div>
      </div>
      <div className="flex items-center gap-2.5 text-13 text-soft">
        <Switch checked={isActive} disabled={!mayChange} label={`Read ${name}`} onChange={activate} />
        <IntegrationState integration={integration} />
      </div>
      {mayChange && <Actions integration={integration} onEdit={onEdit} />}
      {mayChange && isUnused && isActive && (
        <Suspense fallback={<div className="late skeleton h-18 basis-full" />}>
          <ProveReading integration={integration} onAddChannel={onAddChannel} />
        </Suspense>
      )}
    </li>
  );
}

/** Whether new messages arrive immediately or with each check, and why. */
function Arrival({ integration: { arrival, trouble } }: Pick<CollaborationRowProps, "integration">) {
  if (!arrival || trouble) return null;
  const how = arrival.isAtOnce
    ? "New messages arrive at once."
    : `New messages are found at each channel's frequency. ${arrival.why ?? "Arriving at once is being set up."}`;
  return <p className="text-13 text-soft">{how}</p>;
}

const SURE = "Are you sure you want to delete this integration? This action cannot be undone.";
const WHAT_STAYS = "Its credentials are deleted and its channels are no longer read. Messages and articles stay.";

function Actions({ integration, onEdit }: Omit<CollaborationRowProps, "onAddChannel">) {
  const removal = useDeleteCollaborationIntegration();
  const trial = useTestCollaborationIntegration();
  const test = () =>
    trial.mutate(integration.id, {
      onSuccess: ({ success, message, warnings }) =>
        showToast({
          title: success ? "Test successful" : "Test failed",
          text: [message, ...warnings].join(" "),
          tone: success ? "default" : "destructive",
        }),
      onError: (error) =>
        showToast({
          title: "Test failed",
          text: error instanceof ApiError ? error.explanation : "Unable to test integration. Please try again.",
          tone: "destructive",
        }),
    });
  const remove = () =>
    handleResult(
      removal.mutateAsync(integration.id),
      () => showToast({ title: "Integration deleted" }),
      () =>
        showToast({
          title: "Delete failed",
          text: "Unable to delete integration. Please try again.",
          tone: "destructive",
        }),
    );

  return (
    <IntegrationActions
      integration={integration}
      platform={integration.platform}
      platformName={getChatPlatformName(integration.platform)}
      isTesting={trial.isPending}
      onEdit={onEdit}
      onTest={test}
      onDelete={remove}
      deleteText={
        <>
          <span className="block">{SURE}</span>
          <span className="mt-2 block">{WHAT_STAYS}</span>
        </>
      }
    />
  );
}

const RULES = { invited: "each channel the bot is invited to", public: "every public channel" };

/** The rule that adds channels of this integration automatically. */
function ChannelRuleState({ integration: { channelRule } }: { integration: CollaborationIntegration }) {
  if (!channelRule || channelRule.rule === "chosen") return null;
  const { rule, comparedAt, waiting, trouble } = channelRule;
  return (
    <p className="text-13 text-soft">
      {`Also monitors ${RULES[rule]}.`}
      {comparedAt === null && " Looking for channels..."}
      {waiting > 0 && ` ${formatItems(waiting, "channel")} wait${waiting === 1 ? "s" : ""}.`}
      {trouble && <span className="text-wrong"> {trouble}</span>}
    </p>
  );
}
