import { useState } from "react";
import { explainWhoMay } from "../../../../shared/domain/access.ts";
import { MOST_WEBHOOKS } from "../../../../shared/domain/webhooks.ts";
import { useUser } from "../../../api/account.ts";
import { useWebhooks } from "../../../api/webhooks.ts";
import { Page } from "../../../components/page.tsx";
import { useCan } from "../../../components/permissions.tsx";
import { Section } from "../../../components/section.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { NewWebhookDialog } from "./webhook-dialog.tsx";
import { WebhookRow } from "./webhook-row.tsx";

export default function WebhooksPage() {
  const may = useCan();
  const { data: user } = useUser();
  return (
    <Page title="Webhooks" description="Your programs are notified of changes to articles">
      {user && !may("read", "webhooks") ? (
        <p className="text-soft">{explainWhoMay("read", "webhooks")}</p>
      ) : (
        user && <Webhooks />
      )}
    </Page>
  );
}

function Webhooks() {
  const webhooks = useWebhooks();
  const [isMaking, setMaking] = useState(false);
  const isFull = (webhooks.data?.length ?? 0) >= MOST_WEBHOOKS;
  return (
    <div className="max-w-3xl">
      <Section
        title="Addresses"
        action={
          <Button look="primary" disabled={isFull} onClick={() => setMaking(true)}>
            Add Webhook
          </Button>
        }
      >
        <NewWebhookDialog open={isMaking} onClose={() => setMaking(false)} />
        <p className="max-w-[60ch] pt-4 text-pretty text-soft">
          Each event is sent as a small signed message; your program reads the article with an API key.{" "}
          <a href="/docs/webhooks" className="text-link">
            How to receive it
          </a>
          {isFull && ` There are ${MOST_WEBHOOKS}, which is the most: remove one that is no longer used.`}
        </p>
        <QueryView
          query={webhooks}
          loading={<div className="late skeleton mt-4 h-24" />}
          empty={
            <EmptyState title="No webhooks yet">
              Add the address of a program to notify when articles are created, changed or retracted.
            </EmptyState>
          }
        >
          {(all) => (
            <ul aria-label="Webhooks" className="divide-y divide-rule">
              {all.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          )}
        </QueryView>
      </Section>
    </div>
  );
}
