import { type FormEvent, useState } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import type { DateLocale } from "../../../shared/domain/dates.ts";
import { useSetDateFormat } from "../../api/account.ts";
import { Section } from "../../components/section.tsx";
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
export function DatesForm({ user: { timeZone = null, dateLocale = null } }: { user: User }) {
  const [zone, setZone] = useState(timeZone ?? "");
  const [locale, setLocale] = useState(dateLocale ?? "");
  const saving = useSetDateFormat();
  const isChanged = zone !== (timeZone ?? "") || locale !== (dateLocale ?? "");
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    saving.mutate(
      { timeZone: zone || null, dateLocale: (locale || null) as DateLocale | null },
      { onSuccess: () => showToast({ title: "Saved", text: "Dates are shown this way from now on." }) },
    );
  };
  const now = new Intl.DateTimeFormat(locale || "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: zone || undefined,
  }).format();
  return (
    <Section title="Dates and Times">
      <form noValidate onSubmit={save} className="flex flex-col gap-5 pt-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <ZoneField zone={zone} onChange={setZone} />
          <Field label="Language of Dates">
            {(control) => (
              <select
                {...control}
                className="field-box"
                value={locale}
                onChange={({ target }) => setLocale(target.value)}
              >
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
        <SaveError error={saving.error} />
        <div>
          <Button type="submit" disabled={saving.isPending || !isChanged}>
            {saving.isPending ? "Saving..." : "Apply"}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  return (
    <Field label="Time Zone" help="Also for emails">
      {(control) => (
        <select {...control} className="field-box" value={zone} onChange={({ target }) => onChange(target.value)}>
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
  );
}
