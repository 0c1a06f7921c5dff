import type { LanguageModelSettings } from "../../../../shared/contract/language-model.ts";
import { useSaveModelCaps } from "../../../api/language-model.ts";
import { Section } from "../../../components/section.tsx";
import { useContractForm } from "../../../components/use-contract-form.ts";
import { formatPrice } from "../../../lib/model-cost.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";

const MOST = { day: 100_000, month: 1_000_000 } as const;
type Period = keyof typeof MOST;
const LABELS = { day: "Limit per day", month: "Limit per month" } as const;
const SO_FAR = { day: "Today", month: "This month" } as const;

/** Edits the spending limits. Shows beside each limit how much is spent. */
export function CapsForm({ settings: { caps, spent, almostSpent } }: { settings: LanguageModelSettings }) {
  const form = useContractForm(useSaveModelCaps(), {
    values: { day: textOf(caps.own.day), month: textOf(caps.own.month) },
    toBody: ({ day, month }) => ({ day: amountOf(day, MOST.day) ?? null, month: amountOf(month, MOST.month) ?? null }),
    onSaved: () => showToast({ title: "Limits saved" }),
  });
  const amounts = { day: amountOf(form.values.day, MOST.day), month: amountOf(form.values.month, MOST.month) };
  const isValid = amounts.day !== undefined && amounts.month !== undefined;
  const field = (period: Period) => (
    <div className="min-w-0">
      <Field
        label={`${LABELS[period]}, in US dollars`}
        help={helpOf(caps[period], caps.own[period])}
        error={amounts[period] === undefined ? "Give an amount such as 5 or 2.50, or nothing." : undefined}
      >
        {(control) => <input {...control} inputMode="decimal" className="field-box" {...form.register(period)} />}
      </Field>
      <Spent
        label={SO_FAR[period]}
        spent={spent[period]}
        cap={caps[period]}
        isAlmostSpent={almostSpent.includes(period)}
      />
    </div>
  );
  return (
    <Section title="Limits">
      <p className="max-w-[65ch] pt-4 text-pretty text-soft">
        When a limit is reached, nothing more is sent to the model until the next day or month (UTC) begins. What was
        not read waits and is read then.
      </p>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5 pt-5">
        <div className="grid gap-6 sm:grid-cols-2">
          {field("day")}
          {field("month")}
        </div>
        <SaveError error={form.failure} />
        <div>
          <Button type="submit" disabled={!form.isDirty || !isValid || form.isSaving}>
            {form.isSaving ? "Saving..." : "Save limits"}
          </Button>
        </div>
      </form>
    </Section>
  );
}

interface SpentProps {
  label: string;
  spent: number;
  cap: number | null;
  isAlmostSpent: boolean;
}

function Spent({ label, spent, cap, isAlmostSpent }: SpentProps) {
  return (
    <div className="pt-3">
      <p className={`pb-1.5 text-13 tabular-nums ${isAlmostSpent ? "text-busy" : "text-soft"}`}>
        {label}: {formatPrice(spent)}
        {cap !== null && ` of ${formatPrice(cap)}`}
        {isAlmostSpent &&
          (cap !== null && spent >= cap ? ". The limit is reached." : ". More than 80% of the limit is spent.")}
      </p>
      {cap !== null && <ProgressBar fraction={Math.min(1, spent / cap)} label={`${label}, spent of the limit`} />}
    </div>
  );
}

function helpOf(works: number | null, own: number | null): string {
  if (works === null) return "Empty: no limit.";
  if (own !== null && own > works) return `The operator allows ${formatPrice(works)}: that is the limit now.`;
  return own === null
    ? `Empty: the operator's limit of ${formatPrice(works)}.`
    : "Empty: the operator's limit, if any.";
}

const textOf = (dollars: number | null) => (dollars === null ? "" : String(dollars));

/** Reads an amount. Null if nothing was typed; undefined if the text is not an amount. */
function amountOf(text: string, most: number): number | null | undefined {
  if (text.trim() === "") return null;
  const amount = Number(text.trim().replace(/^\$/, ""));
  return amount >= 0.01 && amount <= most ? amount : undefined;
}
