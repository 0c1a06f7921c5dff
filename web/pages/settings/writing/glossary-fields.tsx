import { Plus, Trash2 } from "lucide-react";
import { Section } from "../../../components/section.tsx";
import { Button } from "../../../ui/button.tsx";
import { createTerm, type GlossaryTermInput, MOST_TERMS } from "./typed-writing.ts";

interface GlossaryFieldsProps {
  terms: readonly GlossaryTermInput[];
  onChange: (terms: GlossaryTermInput[]) => void;
}

const COLUMNS = [
  { field: "term", label: "Term", most: 100 },
  { field: "meaning", label: "Meaning", most: 500 },
  { field: "neverSay", label: "Never say", most: 1_000 },
] as const;

/** The fields for the team's terms, each with words that must not be used instead. */
export function GlossaryFields({ terms, onChange }: GlossaryFieldsProps) {
  const change = (key: number, part: Partial<GlossaryTermInput>) =>
    onChange(terms.map((term) => (term.key === key ? { ...term, ...part } : term)));
  return (
    <Section title="Glossary">
      <p className="max-w-[65ch] pt-4 text-pretty text-soft">
        Terms of your team and what they mean. Under “Never say”, write the words that a term replaces, with commas.
      </p>
      {terms.length > 0 && (
        <ul className="mt-4 divide-y divide-rule border-y border-rule">
          {terms.map((term, place) => (
            <li key={term.key} className="grid grid-cols-[1fr_auto] gap-2 py-3 sm:grid-cols-[1fr_2fr_1fr_auto]">
              {COLUMNS.map(({ field, label, most }) => (
                <label key={field} className="col-start-1 min-w-0 text-13 text-soft sm:col-start-auto">
                  {label}
                  <input
                    dir="auto"
                    className="field-box mt-1 w-full text-ink"
                    aria-label={`${label} ${place + 1}`}
                    maxLength={most}
                    value={term[field]}
                    onChange={({ target }) => change(term.key, { [field]: target.value })}
                  />
                </label>
              ))}
              <div className="col-start-2 row-start-1 self-end sm:col-start-4">
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={`Remove ${term.term.trim() || `term ${place + 1}`}`}
                  onClick={() => onChange(terms.filter(({ key }) => key !== term.key))}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="pt-4">
        <Button size="small" disabled={terms.length >= MOST_TERMS} onClick={() => onChange([...terms, createTerm()])}>
          <Plus className="size-4" aria-hidden="true" />
          Add a term
        </Button>
      </div>
    </Section>
  );
}
