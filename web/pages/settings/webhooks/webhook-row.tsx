import { useState } from "react";
import type { Webhook, WebhookDelivery } from "../../../../shared/contract/webhooks.ts";
import { WEBHOOK_EVENT_NAMES } from "../../../../shared/domain/webhooks.ts";
import { useChangeWebhook, useRemoveWebhook, useSendTest } from "../../../api/webhooks.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { formatChannel } from "../../../lib/format.ts";
import { handleResult } from "../../../lib/handle-result.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-dialog.tsx";
import { Deliveries } from "./deliveries.tsx";
import { showWebhookFailure } from "./failed.ts";
import { NewSecretDialog } from "./secret-dialog.tsx";
import { EditWebhookDialog } from "./webhook-dialog.tsx";

export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, events, readerChannels } = webhook;
  const [isOpen, setOpen] = useState(false);
  const { host } = new URL(url);
  return (
    <li className="flex flex-col gap-3 py-5">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2.5">
          <span className="min-w-0 font-mono text-13 font-medium wrap-anywhere">{url}</span>
          <State webhook={webhook} />
        </p>
        <p className="text-13 text-soft">{events.map((event) => WEBHOOK_EVENT_NAMES[event]).join(" · ")}</p>
        <p className="text-13 text-pretty text-soft">
          {readerChannels.length === 0
            ? "told of what everybody may read"
            : `told of what everybody may read, and of ${readerChannels.map(({ name }) => formatChannel(name)).join(", ")}`}
        </p>
        <Health webhook={webhook} />
      </div>
      <Actions webhook={webhook} host={host} onTested={() => setOpen(true)} />
      <div>
        <Button
          size="small"
          look="quiet"
          className="-ml-2.5"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "Hide" : "Show"} deliveries to ${host}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide deliveries" : "Show deliveries"}
        </Button>
        {isOpen && <Deliveries webhookId={id} host={host} />}
      </div>
    </li>
  );
}

function State({ webhook: { isActive, offBecause, failingSince } }: { webhook: Webhook }) {
  if (!isActive) return <Badge tone={offBecause ? "wrong" : "neutral"}>Off</Badge>;
  return failingSince ? <Badge tone="wrong">Failing</Badge> : <Badge tone="done">On</Badge>;
}

function Health({ webhook }: { webhook: Webhook }) {
  const { isActive, offBecause, failingSince, lastDeliveredAt, oldSecretUntil } = webhook;
  return (
    <>
      {!isActive && offBecause && <p className="text-13 text-wrong">{offBecause}</p>}
      {isActive && failingSince && (
        <p className="text-13 text-pretty text-wrong">
          Nothing has arrived since <RelativeTime at={failingSince} as="minute" />. After five days it is switched off.
        </p>
      )}
      <p className="text-13 text-soft">
        {lastDeliveredAt ? (
          <>
            Last delivery <RelativeTime at={lastDeliveredAt} />
          </>
        ) : (
          "Nothing delivered yet"
        )}
        {oldSecretUntil && (
          <>
            {" "}
            · The previous secret works until <RelativeTime at={oldSecretUntil} as="minute" />
          </>
        )}
      </p>
    </>
  );
}

interface ActionsProps {
  webhook: Webhook;
  host: string;
  onTested: () => void;
}

function Actions({ webhook, host, onTested }: ActionsProps) {
  const { id, isActive } = webhook;
  const [isEditing, setEditing] = useState(false);
  const testing = useSendTest();
  const changing = useChangeWebhook();
  const removing = useRemoveWebhook();
  const test = () =>
    handleResult(
      testing.mutateAsync(id),
      (delivery) => {
        showToast(testToast(delivery));
        onTested();
      },
      showWebhookFailure("Test not sent"),
    );
  const toggle = () =>
    handleResult(
      changing.mutateAsync({ id, isActive: !isActive }),
      () => showToast({ title: isActive ? "Webhook switched off" : "Webhook switched on" }),
      showWebhookFailure("Webhook not changed"),
    );
  const remove = () =>
    handleResult(
      removing.mutateAsync(id),
      () => showToast({ title: "Webhook removed", text: `Nothing is sent to ${host} any more.` }),
      showWebhookFailure("Webhook not removed"),
    );
  return (
    <div className="flex flex-wrap gap-2">
      <EditWebhookDialog webhook={webhook} open={isEditing} onClose={() => setEditing(false)} />
      <Button size="small" disabled={testing.isPending} onClick={test} aria-label={`Send a test to ${host}`}>
        {testing.isPending ? "Sending..." : "Send Test"}
      </Button>
      <Button size="small" onClick={() => setEditing(true)} aria-label={`Edit ${host}`}>
        Edit
      </Button>
      <NewSecretDialog webhookId={id} host={host} />
      <Button
        size="small"
        disabled={changing.isPending}
        onClick={toggle}
        aria-label={`Switch ${host} ${isActive ? "off" : "on"}`}
      >
        {isActive ? "Switch Off" : "Switch On"}
      </Button>
      <ConfirmButton
        title={`Remove the webhook to ${host}?`}
        text="Nothing is sent there any more, and the list of its deliveries is deleted. This cannot be undone."
        confirm="Remove webhook"
        onConfirm={remove}
      >
        <Button size="small" disabled={removing.isPending} aria-label={`Remove ${host}`}>
          Remove
        </Button>
      </ConfirmButton>
    </div>
  );
}

function testToast({ state, status, response }: WebhookDelivery) {
  if (state === "delivered") return { title: "Test delivered", text: `The address answered with ${status}.` };
  const text = status === null ? (response ?? "There was no answer.") : `The address answered with ${status}.`;
  return { title: "Test not delivered", text, tone: "destructive" as const };
}
