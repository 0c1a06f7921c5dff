import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { Subscription } from "../../../../shared/contract/billing.ts";
import { PLANS, type PlanId, SUBSCRIPTION_CATALOGUE } from "../../../../shared/domain/plans.ts";
import { useCancelPlan, useChangePlan, useResumePlan } from "../../../api/billing.ts";
import { ApiError } from "../../../api/client.ts";
import { useSubscription } from "../../../api/subscription.ts";
import { Page } from "../../../components/page.tsx";
import { Section } from "../../../components/section.tsx";
import { formatDay } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { showToast } from "../../../ui/toast-store.ts";
import { BillingInformation } from "./billing-information.tsx";
import { PlanChoices } from "./plan-choices.tsx";
import { barsOf, canCancel, endingOf, outlookOf, planOf } from "./standing.ts";
import { UsageBars } from "./usage-bars.tsx";

export default function SubscriptionPage() {
  // Somebody comes back from the payment provider, in this tab or another one.
  const subscription = useSubscription({ refetchOnMount: "always", refetchOnWindowFocus: "always" });
  return (
    <Page title="Manage Subscription" description="Your plan, what is used of it, and how it is paid">
      <QueryView query={subscription} loading={<div className="late skeleton h-72 max-w-5xl" />}>
        {(known) => <Manage subscription={known} />}
      </QueryView>
    </Page>
  );
}

function Manage({ subscription }: { subscription: Subscription }) {
  const [search, setSearch] = useSearchParams();
  const isPaidNow = search.get("checkout") === "done" && subscription.plan !== "starter";
  useEffect(() => {
    if (!isPaidNow) return;
    showToast({ title: "Plan Updated", text: `${planOf(subscription.plan).name} is your plan now.` });
    setSearch({}, { replace: true });
  }, [isPaidNow, subscription.plan, setSearch]);
  const chosen = PLANS.find(({ id }) => id === search.get("plan"))?.id ?? null;
  const changing = useChangePlan();
  const [refused, setRefused] = useState<string | null>(null);
  const isPaid = subscription.hasBilling !== false;

  const choose = (plan: PlanId) => {
    setRefused(null);
    changing.mutate(plan, {
      onSuccess: ({ checkoutUrl, effectiveAt }) => {
        if (checkoutUrl) return;
        const { name } = planOf(plan);
        const later = effectiveAt !== undefined && Date.parse(effectiveAt) > Date.now();
        showToast({
          title: "Plan Updated",
          text: later ? `${name} begins on ${formatDay(effectiveAt)}.` : `${name} is your plan now.`,
        });
      },
      onError: (error) => {
        setRefused(error instanceof ApiError ? (error.said ?? null) : null);
        showToast({
          title: "Upgrade Failed",
          text: "Failed to upgrade plan. Please try again.",
          tone: "destructive",
        });
      },
    });
  };

  return (
    <div className="flex max-w-5xl flex-col gap-12">
      {!isPaid && (
        <p className="max-w-[65ch] rounded-box bg-sunken px-5 py-4">
          This installation has no billing: no plan costs anything here, and nothing is limited. Plans can be bought
          once the operator has connected a payment provider.
        </p>
      )}
      <CurrentPlan subscription={subscription} />
      <PlanChoices
        subscription={subscription}
        chosen={chosen}
        pending={changing.isPending ? changing.variables : null}
        onChoose={choose}
      />
      {refused && <p className="-mt-8 text-13 text-wrong">{refused} Your plan is as it was.</p>}
      <BillingInformation hasPortal={isPaid} />
    </div>
  );
}

function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const { id, name } = planOf(subscription.plan);
  const outlook = outlookOf(subscription);
  return (
    <Section title="Current Plan" action={<PlanActions subscription={subscription} />}>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2 pt-5">
        <p className="font-serif text-32 font-medium">{name}</p>
        <Badge tone={subscription.isActive ? "done" : "wrong"}>{subscription.isActive ? "Active" : "Inactive"}</Badge>
        <p className="text-soft">
          {SUBSCRIPTION_CATALOGUE[id].price}
          {id === "starter" ? ", free forever" : " per month"}
        </p>
      </div>
      {outlook && (
        <p className={`mt-2 max-w-[65ch] ${subscription.graceUntil ? "font-medium text-busy" : "text-soft"}`}>
          {outlook}
        </p>
      )}
      {subscription.usage && (
        <div className="pt-7">
          <UsageBars bars={barsOf(subscription.usage)} />
        </div>
      )}
    </Section>
  );
}

function PlanActions({ subscription }: { subscription: Subscription }) {
  const cancelling = useCancelPlan();
  const resuming = useResumePlan();
  const { name } = planOf(subscription.plan);
  const cancel = () =>
    cancelling.mutate(undefined, {
      onSuccess: () =>
        showToast({
          title: "Subscription Cancelled",
          text: "You can use the service until the end of your billing period.",
        }),
      onError: () =>
        showToast({
          title: "Cancellation Failed",
          text: "Failed to cancel subscription. Please try again.",
          tone: "destructive",
        }),
    });
  const resume = () =>
    resuming.mutate(undefined, {
      onSuccess: () => showToast({ title: "Subscription Resumed", text: `${name} goes on as before.` }),
      onError: () =>
        showToast({ title: "Error", text: "Failed to resume subscription. Please try again.", tone: "destructive" }),
    });
  return (
    <div className="flex flex-wrap gap-3">
      {subscription.nextPlan && (
        <Button look="primary" size="small" disabled={resuming.isPending} onClick={resume}>
          {resuming.isPending ? "Resuming..." : `Keep ${name}`}
        </Button>
      )}
      {canCancel(subscription) && (
        <ConfirmDialog
          title={`Cancel ${name}?`}
          text={endingOf(subscription)}
          confirm="Cancel Subscription"
          dismiss={`Keep ${name}`}
          onConfirm={cancel}
        >
          <Button look="quiet" size="small" disabled={cancelling.isPending}>
            {cancelling.isPending ? "Cancelling..." : "Cancel Subscription"}
          </Button>
        </ConfirmDialog>
      )}
    </div>
  );
}
