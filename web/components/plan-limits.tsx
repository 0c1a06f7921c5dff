import { PLANS, PRICING_CATALOGUE } from "../../shared/domain/plans.ts";
import { Section } from "./section.tsx";

/** The limits of each plan, in the words of the pricing page. */
export function PlanLimits() {
  return (
    <Section title="Plans">
      <details className="pt-3">
        <summary className="w-fit text-13 text-soft">What each plan includes</summary>
        <ul className="grid gap-x-10 gap-y-6 pt-5 sm:grid-cols-3">
          {PLANS.map(({ id, name }) => (
            <li key={id}>
              <h3 className="font-medium">
                {name} <span className="font-normal text-soft">{PRICING_CATALOGUE[id].price}</span>
              </h3>
              <ul className="mt-1.5 text-13 text-soft">
                {PRICING_CATALOGUE[id].features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </details>
    </Section>
  );
}
