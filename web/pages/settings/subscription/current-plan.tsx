import type { Subscription } from "../../../../shared/contract/billing.ts";
import { SUBSCRIPTION_CATALOGUE } from "../../../../shared/domain/plans.ts";
import { useCancelPlan, useResumePlan } from "../../../api/billing.ts";
import { Section } from "../../../components/section.tsx";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-dialog.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { UsageBar } from "./billing-state.ts";
import { buildUsageBars, canCancel, describeEnding, describeOutlook, findPlan } from "./billing-state.ts";

interface CurrentPlanProps {
  subscription: Subscription;
  isPaying: boolean;
  /** Opens the payment provider's page for the unpaid amount. */
  onPay: () => void;
}

/** The current plan, its usage and its next change. */
export function CurrentPlan({ subscription, isPaying, onPay }: CurrentPlanProps) {
  const { id, name } = findPlan(subscription.plan);
  const outlook = describeOutlook(subscription);
  return (
    <Section
      title="Current Plan"
      action={<PlanActions subscription={subscription} isPaying={isPaying} onPay={onPay} />}
    >
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
          <UsageBars bars={buildUsageBars(subscription.usage)} />
        </div>
      )}
    </Section>
  );
}

function PlanActions({ subscription, isPaying, onPay }: CurrentPlanProps) {
  const cancelling = useCancelPlan();
  const resuming = useResumePlan();
  const { name } = findPlan(subscription.plan);
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
      onSuccess: () => showToast({ title: "Subscription Resumed", text: `${name} continues as before.` }),
      onError: () =>
        showToast({ title: "Error", text: "Failed to resume subscription. Please try again.", tone: "destructive" }),
    });
  return (
    <div className="flex flex-wrap gap-3">
      {subscription.graceUntil && (
        <Button look="primary" size="small" disabled={isPaying} onClick={onPay}>
          {isPaying ? "One moment..." : "Pay Now"}
        </Button>
      )}
      {subscription.nextPlan && (
        <Button look="primary" size="small" disabled={resuming.isPending} onClick={resume}>
          {resuming.isPending ? "One moment..." : `Keep ${name}`}
        </Button>
      )}
      {canCancel(subscription) && (
        <ConfirmButton
          title={`Cancel ${name}?`}
          text={describeEnding(subscription)}
          confirm="Cancel Subscription"
          dismiss={`Keep ${name}`}
          onConfirm={cancel}
        >
          <Button look="quiet" size="small" disabled={cancelling.isPending}>
            {cancelling.isPending ? "Cancelling..." : "Cancel Subscription"}
          </Button>
        </ConfirmButton>
      )}
    </div>
  );
}

/** The usage of the plan. The text says everything that the bars show. */
function UsageBars({ bars }: { bars: UsageBar[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-5 sm:grid-cols-3 lg:gap-x-10">
      {bars.map(({ label, text, fraction, isFull, note }) => (
        <li key={label} className="flex flex-col gap-1.5">
          <p className="flex items-baseline justify-between gap-2">
            <span className="text-13 text-soft">{label}</span>
            <span className={`font-medium tabular-nums ${isFull ? "text-busy" : ""}`}>{text}</span>
          </p>
          {fraction !== null && <ProgressBar fraction={fraction} label={`${label}: ${text}`} />}
          {note && <p className="text-13 text-soft">{note}</p>}
        </li>
      ))}
    </ul>
  );
}
