import { clsx } from "clsx";
import { useState } from "react";
import type { Subscription } from "../../../../shared/contract/billing.ts";
import type { PlanId } from "../../../../shared/domain/plans.ts";
import { useBillingInfo, useCostOfPlan } from "../../../api/billing.ts";
import { formatDay, formatDollars } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { findPlan } from "./billing-state.ts";
import { getCardName } from "./card-name.ts";

interface UpgradeButtonProps {
  plan: PlanId;
  subscription: Subscription;
  isChosen: boolean;
  pending: PlanId | null;
  /**
   * Called with the amount in cents to which the person agreed. Without an amount if the payment provider's page asks.
   */
  onUpgrade: (agreedCents?: number) => void;
  onFailure: (error: unknown) => void;
  className: string;
}

/** A button that upgrades the plan. A stored card is charged only after the person saw the amount and agreed. */
export function UpgradeButton({
  plan,
  subscription,
  isChosen,
  pending,
  onUpgrade,
  onFailure,
  className,
}: UpgradeButtonProps) {
  const cost = useCostOfPlan();
  const card = useBillingInfo().data;
  const [asked, setAsked] = useState<{ dueNow: number; monthly: number } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { name } = findPlan(plan);
  const current = findPlan(subscription.plan).name;
  const ask = () =>
    cost.mutate(plan, {
      onSuccess: ({ dueNow, monthly }) => {
        if (dueNow === null) return onUpgrade();
        setAsked({ dueNow, monthly });
        setOpen(true);
      },
      onError: onFailure,
    });
  const isNext = subscription.plan === "starter" && plan === "professional";
  return (
    <>
      <Button
        size="small"
        look={isChosen || isNext ? "primary" : "plain"}
        disabled={pending !== null || cost.isPending}
        className={clsx(className, isChosen && "outline-2 outline-offset-3 outline-accent")}
        onClick={ask}
      >
        {pending === plan || cost.isPending ? "One moment..." : `Upgrade to ${name}`}
      </Button>
      {asked && (
        <ConfirmDialog
          open={isOpen}
          onClose={() => setOpen(false)}
          title={`Upgrade to ${name}?`}
          text={
            <>
              <strong className="font-semibold text-ink">{formatDollars(asked.dueNow)}</strong> is charged now
              {card?.last4 ? ` to ${getCardName(card.brand)} ending in ${card.last4}` : ""}: the rest of this billing
              period on {name}, less what you have paid for {current}.{" "}
              {subscription.renewsAt ? `From ${formatDay(subscription.renewsAt)}` : "From the next billing period"} it
              is {formatDollars(asked.monthly)} a month.
            </>
          }
          look="primary"
          confirm={`Pay ${formatDollars(asked.dueNow)} and upgrade`}
          dismiss={`Keep ${current}`}
          onConfirm={() => onUpgrade(asked.dueNow)}
        />
      )}
    </>
  );
}
