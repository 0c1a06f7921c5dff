import type { StyleSuggestion } from "../../../../shared/contract/writing.ts";
import { useDecideSuggestion } from "../../../api/writing.ts";
import { Permitted } from "../../../components/permissions.tsx";
import { Section } from "../../../components/section.tsx";
import { formatItems } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";

interface StyleSuggestionsProps {
  suggestions: readonly StyleSuggestion[];
  onAdded: (sentence: string) => void;
}

/** Lists edits that people make repeatedly. Each can become a rule of the style. */
export function StyleSuggestions({ suggestions, onAdded }: StyleSuggestionsProps) {
  const deciding = useDecideSuggestion();
  if (suggestions.length === 0) return null;
  const decide = ({ id, sentence }: StyleSuggestion, choice: "accept" | "dismiss") =>
    deciding.mutate({ id, choice }, { onSuccess: () => choice === "accept" && onAdded(sentence) });
  return (
    <Permitted change="settings">
      <Section title="Suggestions">
        <ul className="divide-y divide-rule border-b border-rule">
          {suggestions.map((suggestion) => (
            <li key={suggestion.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <p dir="auto" className="min-w-0 flex-1 basis-72 text-pretty wrap-anywhere">
                People changed {suggestion.kind === "heading" && "the heading "}
                <q>{suggestion.from}</q> to <q>{suggestion.to}</q> in {formatItems(suggestion.articles, "article")}. Add
                to the style?
              </p>
              <div className="flex gap-2">
                <Button
                  size="small"
                  disabled={deciding.isPending}
                  aria-label={`Add: ${suggestion.sentence}`}
                  onClick={() => decide(suggestion, "accept")}
                >
                  Add
                </Button>
                <Button
                  size="small"
                  look="quiet"
                  disabled={deciding.isPending}
                  aria-label={`Dismiss: ${suggestion.sentence}`}
                  onClick={() => decide(suggestion, "dismiss")}
                >
                  Dismiss
                </Button>
              </div>
            </li>
          ))}
        </ul>
        <SaveError error={deciding.error} />
      </Section>
    </Permitted>
  );
}
