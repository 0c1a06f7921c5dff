import { Link } from "react-router";
import type { WebhookDelivery } from "../../../../shared/contract/webhooks.ts";
import { type DeliveryState, MOST_DELIVERIES_LISTED, WEBHOOK_EVENT_NAMES } from "../../../../shared/domain/webhooks.ts";
import { useDeliveries, useResendDelivery } from "../../../api/webhooks.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { handleResult } from "../../../lib/handle-result.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { showWebhookFailure } from "./failed.ts";

const STATES: Readonly<Record<DeliveryState, { label: string; tone: BadgeTone }>> = {
  waiting: { label: "Waiting", tone: "busy" },
  delivered: { label: "Delivered", tone: "done" },
  failed: { label: "Failed", tone: "wrong" },
  skipped: { label: "Not sent", tone: "neutral" },
};

export function Deliveries({ webhookId, host }: { webhookId: string; host: string }) {
  const deliveries = useDeliveries(webhookId);
  return (
    <QueryView
      query={deliveries}
      loading={<div className="late skeleton mt-3 h-16" />}
      empty={
        <p className="pt-2 text-13 text-soft">Nothing happened yet that it is to be told. Send a test to try it.</p>
      }
    >
      {(all) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
            <p className="text-13 text-soft">
              The last {MOST_DELIVERIES_LISTED} at most, newest first, kept for 30 days.
            </p>
            <Button
              size="small"
              look="quiet"
              disabled={deliveries.isFetching}
              onClick={() => void deliveries.refetch()}
            >
              Refresh
            </Button>
          </div>
          <ul aria-label={`Deliveries to ${host}`} className="mt-1 divide-y divide-rule border-y border-rule">
            {all.map((delivery) => (
              <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
            ))}
          </ul>
        </>
      )}
    </QueryView>
  );
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { id, type, article, state, tries, status, response, createdAt, nextAt } = delivery;
  const replaying = useResendDelivery();
  const name = WEBHOOK_EVENT_NAMES[type];
  const replay = () =>
    handleResult(
      replaying.mutateAsync({ id: webhookId, deliveryId: id }),
      (done) =>
        done.state === "delivered"
          ? showToast({ title: "Delivered", text: `The address answered with ${done.status}.` })
          : showToast({
              title: STATES[done.state].label,
              text: done.response ?? "There was no answer.",
              tone: "destructive",
            }),
      showWebhookFailure("Not replayed"),
    );
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 text-13">
          <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          <span className="font-medium">{name}</span>
          <span className="text-soft">
            <RelativeTime at={createdAt} as="minute" />
          </span>
        </p>
        {article && (
          <Link to={`/articles/${article.id}`} className="text-13 text-link wrap-anywhere">
            {article.title}
          </Link>
        )}
        <p className="text-13 text-soft">
          {status !== null && `answered ${status} · `}
          {tries === 1 ? "1 try" : `${tries} tries`}
          {state === "waiting" && nextAt && (
            <>
              {" "}
              · next try <RelativeTime at={nextAt} as="minute" />
            </>
          )}
        </p>
        {response && <p className="max-h-24 overflow-y-auto font-mono text-12 text-soft wrap-anywhere">{response}</p>}
        <p className="font-mono text-12 text-faint wrap-anywhere">{id}</p>
      </div>
      <Button size="small" disabled={replaying.isPending} onClick={replay} aria-label={`Replay ${name} ${id}`}>
        {replaying.isPending ? "Sending..." : "Replay"}
      </Button>
    </li>
  );
}
