import { Link } from "react-router";
import { useCurrentModelEstimate } from "../../api/settings.ts";
import { useCan } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { formatPriceRange } from "../../lib/model-cost.ts";
import { getButtonClass } from "../../ui/button.tsx";
import { QueryView } from "../../ui/query-view.tsx";

/** Shows the writing model and its approximate price, with a link to its settings page. */
export function LanguageModel() {
  const mayChange = useCan()("change", "language-model");
  return (
    <Section title="Language Model">
      <QueryView query={useCurrentModelEstimate()} loading={<div className="late skeleton mt-4 h-24" />}>
        {({ model, dollars, suggested }) => (
          <>
            <p className="max-w-[70ch] pt-4 text-pretty text-soft">
              {model ? (
                <>
                  <span className="font-medium wrap-anywhere text-ink">{model}</span> writes the articles.
                  {dollars && ` Reading 1,000 messages costs ${formatPriceRange(dollars)}.`}
                </>
              ) : (
                <>
                  None is set up: what is worth keeping is saved in the chat's own words. With a model it becomes
                  written, checked articles
                  {suggested && `, for ${formatPriceRange(suggested.dollars)} per 1,000 messages`}.
                </>
              )}
              {!mayChange && " Owners and admins choose it."}
            </p>
            {mayChange && (
              <Link to="/settings/language-model" className={getButtonClass({ className: "mt-4" })}>
                {model ? "Model, limits and privacy" : "Choose a language model"}
              </Link>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}
