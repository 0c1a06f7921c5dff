import { useState } from "react";
import {
  formatReadingFilter,
  parseReadingFilters,
  type ReadingFilterKind,
} from "../../../connectors/wiki-reading-filters.ts";
import type { Integration } from "../../../shared/contract/integrations.ts";
import { useReadingChoices } from "../../api/wiki-settings.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { Field } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";

const TYPING_DELAY_MS = 300;

interface WikiReadingFiltersProps {
  integration: Pick<Integration, "id">;
  kinds: readonly ReadingFilterKind[];
  places: string[];
  setPlaces: (places: string[]) => void;
}

/** The choice of what is read: values from the platform's list, or typed ones. */
export function WikiReadingFilters({ integration, kinds, places, setPlaces }: WikiReadingFiltersProps) {
  const names = kinds.map(({ kind }) => kind);
  const chosen = parseReadingFilters(places, names);
  const change = (kind: string, values: string[]) =>
    setPlaces(
      names.flatMap((one) =>
        (one === kind ? values : (chosen[one] ?? [])).map((value) => formatReadingFilter(one, value)),
      ),
    );
  return kinds.map((one) => {
    const props = { of: one, values: chosen[one.kind] ?? [], onChange: (values: string[]) => change(one.kind, values) };
    return one.isListed ? (
      <ListedValues key={one.kind} {...props} integrationId={integration.id} />
    ) : (
      <TypedValues key={one.kind} {...props} />
    );
  });
}

interface ValuesProps {
  of: ReadingFilterKind;
  values: string[];
  onChange: (values: string[]) => void;
}

function TypedValues({ of: { label, help }, values, onChange }: ValuesProps) {
  const [typed, setTyped] = useState(values.join(", "));
  return (
    <Field label={label} help={help}>
      {(control) => (
        <input
          {...control}
          className="field-box"
          value={typed}
          onChange={({ target: { value } }) => {
            setTyped(value);
            onChange(value.split(",").flatMap((one) => one.trim() || []));
          }}
        />
      )}
    </Field>
  );
}

function ListedValues({
  of: { kind, label, help },
  values,
  onChange,
  integrationId,
}: ValuesProps & { integrationId: string }) {
  const [typed, setTyped] = useState("");
  const [before] = useState(values);
  const [names, setNames] = useState<Record<string, string>>({});
  const found = useReadingChoices(integrationId, kind, useDebounced(typed.trim(), TYPING_DELAY_MS));
  const toggle = ({ id, name }: { id: string; name: string }) => {
    setNames({ ...names, [id]: name });
    onChange(values.includes(id) ? values.filter((one) => one !== id) : [...values, id]);
  };
  return (
    <fieldset className="flex flex-col gap-3 rounded-box border border-rule p-4">
      <legend className="px-1 text-13 font-semibold">{label}</legend>
      <Field label={`Search ${label.toLowerCase()}`} help={help}>
        {(control) => (
          <input
            {...control}
            type="search"
            className="field-box"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        )}
      </Field>
      <QueryView query={found} loading={<div className="late skeleton h-24" />}>
        {(listed) => {
          // Chosen ones stay in the list, whatever is searched, and so do those that were just left out.
          const missing = [...new Set([...before, ...values])].filter(
            (value) => !listed.some(({ id }) => id === value),
          );
          const all = [...missing.map((id) => ({ id, name: names[id] ?? id })), ...listed];
          return (
            <ul className="max-h-64 divide-y divide-rule overflow-y-auto">
              {all.map(({ id, name }) => (
                <li key={id}>
                  <label className="touch flex items-center gap-3 py-2 hover:bg-sunken">
                    <input type="checkbox" checked={values.includes(id)} onChange={() => toggle({ id, name })} />
                    <span dir="auto" className="min-w-0 wrap-anywhere">
                      {name}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
    </fieldset>
  );
}
