import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { Subscription } from "../../../../shared/contract/billing.ts";
import { can, explainWhoMay } from "../../../../shared/domain/access.ts";
import { PLANS, type PlanId } from "../../../../shared/domain/plans.ts";
import { useUser } from "../../../api/account.ts";
import { useChangePlan } from "../../../api/billing.ts";
import { ApiError } from "../../../api/client.ts";
import { useSubscription } from "../../../api/subscription.ts";
import { Page } from "../../../components/page.tsx";
import { formatDay } from "../../../lib/format.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { QueryView } from "../../../ui/query-view.tsx";
import { BillingInformation } from "./billing-information.tsx";
import { findPlan } from "./billing-state.ts";
import { CurrentPlan } from "./current-plan.tsx";
import { PlanChoices } from "./plan-choices.tsx";

export default function SubscriptionPage() {
  // Loaded again on focus, because the person may return from the payment provider in this tab or another one.
  const subscription = useSubscription({ refetchOnMount: "always", refetchOnWindowFocus: "always" });
  return (
    <Page title="Manage Subscription" description="Your plan, your usage and how you pay">
      <QueryView query={subscription} loading={<div className="late skeleton h-72 max-w-3xl" />}>
        {(known) => <Manage subscription={known} />}
      </QueryView>
    </Page>
  );
}

/** Changes the plan and shows the result. */
function usePlanChange() {
  const changing = useChangePlan();
  const [refused, setRefused] = useState<string | null>(null);
  const fail = (error: unknown) => {
    setRefused(error instanceof ApiError ? (error.said ?? null) : null);
    showToast({ title: "Upgrade Failed", text: "Failed to upgrade plan. Please try again.", tone: "destructive" });
  };
  const choose = (planId: PlanId, agreedCents?: number) => {
    setRefused(null);
    changing.mutate(agreedCents === undefined ? { planId } : { planId, agreedCents }, {
      onSuccess: ({ checkoutUrl, effectiveAt }) => {
        if (checkoutUrl) return;
        const { name } = findPlan(planId);
        const later = effectiveAt !== undefined && Date.parse(effectiveAt) > Date.now();
        showToast({
          title: "Plan Updated",
          text: later ? `${name} begins on ${formatDay(effectiveAt)}.` : `${name} is your plan now.`,
        });
      },
      onError: fail,
    });
  };
  return { changing, choose, fail, refused };
}

function Manage({ subscription }: { subscription: Subscription }) {
  const [search, setSearch] = useSearchParams();
  const isPaidNow = search.get("checkout") === "done" && subscription.plan !== "starter";
  useEffect(() => {
    if (!isPaidNow) return;
    showToast({ title: "Plan Updated", text: `${findPlan(subscription.plan).name} is your plan now.` });
    setSearch({}, { replace: true });
  }, [isPaidNow, subscription.plan, setSearch]);
  const chosen = PLANS.find(({ id }) => id === search.get("plan"))?.id ?? null;
  const { changing, choose, fail, refused } = usePlanChange();
  const isPaid = subscription.hasBilling !== false;
  const { data: user } = useUser();
  const mayPay = user !== undefined && can(user, "change", "billing");

  return (
    <div className="flex max-w-3xl flex-col gap-12">
      {!isPaid && (
        <p className="max-w-[65ch] rounded-box bg-sunken px-5 py-4">
          This installation has no billing: all plans are free here, and nothing is limited. Plans can be bought once
          the operator has connected a payment provider.
        </p>
      )}
      <CurrentPlan
        subscription={subscription}
        isPaying={changing.isPending}
        onPay={() => choose(findPlan(subscription.plan).id)}
      />
      {mayPay ? (
        <PlanChoices
          subscription={subscription}
          chosen={chosen}
          pending={changing.isPending ? changing.variables.planId : null}
          onChoose={choose}
          onFailure={fail}
        />
      ) : (
        user && <p className="text-soft">{explainWhoMay("change", "billing")}</p>
      )}
      {refused && <p className="-mt-8 text-13 text-wrong">{refused} Your plan was not changed.</p>}
      {mayPay && <BillingInformation hasPortal={isPaid} />}
    </div>
  );
}
