import { CircleAlert, CircleCheck } from "lucide-react";
import type { ModelTest } from "../../../../shared/contract/language-model.ts";
import { formatPrice } from "../../../lib/model-cost.ts";

/** Shows the model's result for the sample conversation, with seconds and price for each purpose. */
export function TestOutcome({ test: { works, sample, purposes, dollars } }: { test: ModelTest }) {
  return (
    <section aria-label="Result of the test" className="mt-6">
      <output className={`block font-medium ${works ? "text-done" : "text-wrong"}`}>
        {works ? `Everything works.${dollars === null ? "" : ` The test cost ${formatPrice(dollars)}.`}` : FAILED}
      </output>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {purposes.map((purpose) => {
          const Icon = purpose.works ? CircleCheck : CircleAlert;
          return (
            <li key={purpose.purpose} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 py-3">
              <Icon
                className={`mt-0.5 size-5 ${purpose.works ? "text-done" : "text-wrong"}`}
                aria-label={purpose.works ? "Works" : "Does not work"}
              />
              <div>
                <p className="flex flex-wrap justify-between gap-x-4">
                  <span className="font-medium">{purpose.label}</span>
                  <span className="text-13 text-soft tabular-nums">
                    {[
                      purpose.model,
                      `${purpose.seconds} s`,
                      purpose.dollars === null ? "no price known" : formatPrice(purpose.dollars),
                    ].join(" · ")}
                  </span>
                </p>
                <p className={`mt-0.5 text-13 wrap-anywhere ${purpose.works ? "text-soft" : "text-ink"}`}>
                  {purpose.message}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      <details className="mt-3 text-13">
        <summary className="touch text-link">The conversation that was read</summary>
        <ul className="mt-2 space-y-1 text-soft">
          {sample.map(({ by, text }) => (
            <li key={text}>
              <span className="font-medium text-ink">{by}:</span> {text}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

const FAILED = "This does not work yet. What works now stays as it is.";
