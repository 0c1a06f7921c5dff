import { useState } from "react";
import { TITLE_CHARACTERS } from "../../../../shared/domain/article.ts";
import { CONTENT_TYPES, DIFFICULTIES, PRIORITIES } from "../../../../shared/domain/facets.ts";
import { usePlacedCategories } from "../../../api/categories.ts";
import { CONTENT_TYPE_NAMES, DIFFICULTY_NAMES, PRIORITY_NAMES } from "../../../lib/names.ts";
import { Field } from "../../../ui/field.tsx";
import type { Labels } from "./edit-value.ts";

interface LabelFieldsProps {
  labels: Labels;
  tags: string[];
  onChange: (change: { labels?: Labels; tags?: string[] }) => void;
}

/** The fields of an article besides its text. */
export function LabelFields({ labels, tags, onChange }: LabelFieldsProps) {
  const set = (change: Partial<Labels>) => onChange({ labels: { ...labels, ...change } });
  return (
    <div className="mt-6 mb-6 grid max-w-[42rem] gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Title value={labels.title} onChange={(title) => set({ title })} />
      </div>
      <Choice
        label="Kind"
        values={CONTENT_TYPES}
        names={CONTENT_TYPE_NAMES}
        value={labels.contentType}
        onChange={(contentType) => set({ contentType })}
      />
      <Category value={labels.category} onChange={(category) => set({ category })} />
      <Choice
        label="Difficulty"
        values={DIFFICULTIES}
        names={DIFFICULTY_NAMES}
        value={labels.difficulty}
        onChange={(difficulty) => set({ difficulty })}
      />
      <Choice
        label="Priority"
        values={PRIORITIES}
        names={PRIORITY_NAMES}
        value={labels.priority}
        onChange={(priority) => set({ priority })}
      />
      <div className="sm:col-span-2">
        <Tags tags={tags} onChange={(next) => onChange({ tags: next })} />
      </div>
    </div>
  );
}

interface TextProps {
  value: string;
  onChange: (value: string) => void;
}

function Title({ value, onChange }: TextProps) {
  return (
    <Field label="Title" required error={value.trim() ? undefined : "An article needs a title."}>
      {(control) => (
        <input
          {...control}
          className="field-box"
          dir="auto"
          maxLength={TITLE_CHARACTERS}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Suggests the existing categories; another name creates a new one. */
function Category({ value, onChange }: TextProps) {
  const categories = usePlacedCategories();
  return (
    <Field label="Category" required error={value.trim() ? undefined : "An article needs a category."}>
      {(control) => (
        <>
          <input
            {...control}
            className="field-box"
            list={`${control.id}-known`}
            maxLength={100}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={`${control.id}-known`}>
            {categories.map(({ id, name, path }) => (
              <option key={id} value={name}>
                {path.join(" / ")}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** Edited as one line, with commas between the tags. */
function Tags({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) =>
    [...new Set(text.split(",").map((tag) => tag.trim().slice(0, 60)))].filter(Boolean).slice(0, 30);
  return (
    <Field label="Tags" help="Separated by commas.">
      {(control) => (
        <input
          {...control}
          className="field-box"
          value={typed ?? tags.join(", ")}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(read(event.target.value));
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  values: readonly Value[];
  names: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, values, names, value, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="field-box"
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {values.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
