import { type PlanId, SIGN_UP_CATALOGUE } from "../../../shared/domain/plans.ts";
import { getPlanName } from "./steps.tsx";

/** The cards beside the form. `plan`: null on an installation without billing. */
export function SideCards({ plan }: { plan: PlanId | null }) {
  return (
    <aside aria-label={plan ? "Your choice" : "Free"}>
      {plan ? (
        <ChosenPlan plan={plan} />
      ) : (
        <section className="chosen">
          <h2>Free here</h2>
          <p>This installation takes no payment. Everything is included, without limits.</p>
        </section>
      )}
      <section>
        <h2>Getting Started</h2>
        <p>
          Confirm your address, connect the chat your team explains things in, and choose the channels. The first
          articles come from what is already there.
        </p>
      </section>
    </aside>
  );
}

function ChosenPlan({ plan }: { plan: PlanId }) {
  const { price, period, features } = SIGN_UP_CATALOGUE[plan];
  return (
    <section className="chosen">
      <h2>Selected Plan</h2>
      <p className="name">{getPlanName(plan)}</p>
      <p className="price">
        {price} <span>{period}</span>
      </p>
      <ul>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <a className="button plain small" href="/pricing">
        Change Plan
      </a>
    </section>
  );
}
