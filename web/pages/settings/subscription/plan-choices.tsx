import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import type { Subscription } from "../../../../shared/contract/billing.ts";
import { PLANS, type PlanId, SUBSCRIPTION_CATALOGUE } from "../../../../shared/domain/plans.ts";
import { Section } from "../../../components/section.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-dialog.tsx";
import { comparePlans, describeAllowance, describeEnding, findPlan } from "./billing-state.ts";
import { UpgradeButton } from "./upgrade-button.tsx";

interface PlanChoicesProps {
  subscription: Subscription;
  /** The plan chosen on /pricing: shown first, and its button gets the focus. */
  chosen: PlanId | null;
  /** The plan whose change is being saved. */
  pending: PlanId | null;
  onChoose: (plan: PlanId, agreedCents?: number) => void;
  /** Called when the cost of an upgrade could not be loaded. */
  onFailure: (error: unknown) => void;
}

/** All plans side by side, with price, features and limits. */
export function PlanChoices({ subscription, chosen, pending, onChoose, onFailure }: PlanChoicesProps) {
  return (
    <Section title="Plans">
      <ul className="grid gap-y-8 pt-5 md:grid-cols-3 md:divide-x md:divide-rule">
        {PLANS.map(({ id, name }) => (
          <Plan key={id} id={id} name={name} subscription={subscription}>
            <PlanButton
              plan={id}
              name={name}
              subscription={subscription}
              isChosen={chosen === id}
              pending={pending}
              onChoose={(agreedCents) => onChoose(id, agreedCents)}
              onFailure={onFailure}
            />
          </Plan>
        ))}
      </ul>
      <p className="mt-7 max-w-[70ch] text-13 text-soft">
        Upgrades apply immediately, downgrades at the next billing cycle. Paid plans come with a 30-day money-back
        guarantee, and data stays accessible for 30 days after cancellation.
      </p>
    </Section>
  );
}

interface PlanProps {
  id: PlanId;
  name: string;
  subscription: Subscription;
  /** The plan's button or note. */
  children: ReactNode;
}

function Plan({ id, name, subscription, children }: PlanProps) {
  const { price, features, limits } = SUBSCRIPTION_CATALOGUE[id];
  return (
    <li className="flex flex-col gap-4 border-rule max-md:not-first:border-t max-md:not-first:pt-8 md:px-5 lg:px-7 md:first:pl-0 md:last:pr-0">
      <div>
        <h3 className="flex min-h-6 flex-wrap items-center gap-2.5 font-medium">
          {name}
          {findPlan(subscription.plan).id === id && <Badge tone="outline">Current plan</Badge>}
          {subscription.nextPlan === id && <Badge tone="busy">Next</Badge>}
        </h3>
        <p className="mt-1 flex items-baseline gap-2">
          <span className="font-serif text-32 font-medium lining-nums">{price}</span>
          <span className="text-13 text-soft">{id === "starter" ? "free forever" : "per month"}</span>
        </p>
      </div>
      <ul className="flex flex-col gap-1.5">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check className="mt-1 size-4 shrink-0 text-done" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      {limits.length > 0 && (
        <div className="text-13 text-soft">
          <p className="font-medium">Limits</p>
          <ul className="mt-1">
            {limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-auto flex flex-col items-start gap-3 pt-1">
        {subscription.hasBilling !== false && <p className="text-13 text-soft">Includes {describeAllowance(id)}.</p>}
        {children}
      </div>
    </li>
  );
}

/** On a tablet, the three columns are narrower than the button's text in one line. */
const NARROW = "max-w-full whitespace-normal!";

interface PlanButtonProps {
  plan: PlanId;
  name: string;
  subscription: Subscription;
  isChosen: boolean;
  pending: PlanId | null;
  onChoose: (agreedCents?: number) => void;
  onFailure: (error: unknown) => void;
}

function PlanButton({ plan, name, subscription, isChosen, pending, onChoose, onFailure }: PlanButtonProps) {
  const change = comparePlans(plan, subscription);
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isChosen) return;
    button.current?.scrollIntoView({ block: "center" });
    button.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [isChosen]);
  // Without a payment provider no plan can be bought.
  if (change === "none" || subscription.hasBilling === false) return null;
  if (subscription.nextPlan === plan) return <p className="text-13 text-soft">Chosen for the next billing cycle.</p>;
  return (
    <div ref={button} className="max-w-full">
      {change === "upgrade" ? (
        <UpgradeButton
          plan={plan}
          subscription={subscription}
          isChosen={isChosen}
          pending={pending}
          onUpgrade={onChoose}
          onFailure={onFailure}
          className={NARROW}
        />
      ) : (
        <ConfirmButton
          title={`Downgrade to ${name}?`}
          text={describeEnding(subscription, plan)}
          confirm={`Downgrade to ${name}`}
          dismiss={`Keep ${findPlan(subscription.plan).name}`}
          onConfirm={() => onChoose()}
        >
          <Button size="small" disabled={pending !== null} className={NARROW}>
            {pending === plan ? "Changing..." : `Downgrade to ${name}`}
          </Button>
        </ConfirmButton>
      )}
    </div>
  );
}
