import type { User } from "../../../shared/contract/accounts.ts";
import type { DateLocale } from "../../../shared/domain/dates.ts";
import { useSetDateFormat } from "../../api/account.ts";
import { Section } from "../../components/section.tsx";
import { useContractForm } from "../../components/use-contract-form.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { SaveError } from "../../ui/save-problem.tsx";

/** Each language by its own name, with an example date. */
const LANGUAGES: readonly [DateLocale, string][] = [
  ["en-GB", "English (United Kingdom)"],
  ["en-US", "English (United States)"],
  ["de-DE", "Deutsch"],
  ["es-ES", "Español"],
  ["fr-FR", "Français"],
  ["it-IT", "Italiano"],
  ["nl-NL", "Nederlands"],
  ["pl-PL", "Polski"],
  ["pt-BR", "Português (Brasil)"],
  ["sv-SE", "Svenska"],
  ["ja-JP", "日本語"],
];
const ZONES = Intl.supportedValuesOf("timeZone");
const OF_BROWSER = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The form for the format of dates in the product and in mails. */
export function DatesForm({ user: { timeZone, dateLocale } }: { user: User }) {
  const form = useContractForm(useSetDateFormat(), {
    values: { timeZone: timeZone ?? "", dateLocale: dateLocale ?? ("" as const) },
    toBody: (values) => ({ timeZone: values.timeZone || null, dateLocale: values.dateLocale || null }),
    onSaved: () => showToast({ title: "Saved", text: "Dates are shown this way from now on." }),
  });
  const zone = form.values.timeZone;
  const now = new Intl.DateTimeFormat(form.values.dateLocale || "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: zone || undefined,
  }).format();
  return (
    <Section title="Dates and Times">
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5 pt-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Time Zone" help="Also for emails" error={form.errorOf("timeZone")}>
            {(control) => (
              <select {...control} className="field-box" {...form.register("timeZone")}>
                <option value="">This browser’s ({OF_BROWSER})</option>
                {zone && !ZONES.includes(zone) && <option value={zone}>{zone}</option>}
                {ZONES.map((one) => (
                  <option key={one} value={one}>
                    {one.replaceAll("_", " ")}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Language of Dates" error={form.errorOf("dateLocale")}>
            {(control) => (
              <select {...control} className="field-box" {...form.register("dateLocale")}>
                <option value="">Standard (English)</option>
                {LANGUAGES.map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <p className="text-13 text-soft">
          Now: <span className="tabular-nums">{now}</span>
        </p>
        <SaveError error={form.failure} />
        <div>
          <Button type="submit" disabled={form.isSaving || !form.isDirty}>
            {form.isSaving ? "Saving..." : "Apply"}
          </Button>
        </div>
      </form>
    </Section>
  );
}
