import { type PlanId, SIGN_UP_CATALOGUE } from "../../../shared/domain/plans.ts";
import { nameOf } from "./steps.tsx";

export function SideCards({ plan }: { plan: PlanId }) {
  const { price, period, features } = SIGN_UP_CATALOGUE[plan];
  return (
    <aside aria-label="Your choice">
      <section className="chosen">
        <h2>Selected Plan</h2>
        <p className="name">{nameOf(plan)}</p>
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
