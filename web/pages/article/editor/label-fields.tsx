import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { TITLE_CHARACTERS } from "../../../../shared/domain/article.ts";
import { CONTENT_TYPES, DIFFICULTIES, PRIORITIES } from "../../../../shared/domain/facets.ts";
import { useCategoriesInTree } from "../../../api/categories.ts";
import { CONTENT_TYPE_NAMES, DIFFICULTY_NAMES, PRIORITY_NAMES } from "../../../lib/names.ts";
import { Field } from "../../../ui/field.tsx";
import type { ArticleLabels } from "./edit-value.ts";

interface LabelFieldsProps {
  labels: ArticleLabels;
  tags: string[];
  onChange: (change: { labels?: ArticleLabels; tags?: string[] }) => void;
}

/** The title where it is read. The other fields are below it, collapsed. */
export function TitleAndLabels(props: LabelFieldsProps) {
  const { labels, onChange } = props;
  return (
    <>
      <div className="mt-2 sm:mt-4">
        <Title value={labels.title} onChange={(title) => onChange({ labels: { ...labels, title } })} />
      </div>
      <LabelFields {...props} />
    </>
  );
}

/** The fields of an article besides its title and text. They are collapsed into one line that names them. */
function LabelFields({ labels, tags, onChange }: LabelFieldsProps) {
  const set = (change: Partial<ArticleLabels>) => onChange({ labels: { ...labels, ...change } });
  const isMissing = labels.category.trim() === "";
  return (
    <details className="group max-w-[42rem]" open={isMissing || undefined}>
      <summary className="flex min-h-8 w-fit max-w-full cursor-pointer list-none items-center gap-x-2 text-13 text-soft hover:text-accent pointer-coarse:min-h-11">
        <ChevronRight className="size-4 shrink-0 transition-transform group-open:rotate-90" aria-hidden="true" />
        <span className="font-medium">Properties</span>
        <span dir="auto" className="truncate text-faint">
          {[CONTENT_TYPE_NAMES[labels.contentType], labels.category, ...tags].filter(Boolean).join(" · ")}
        </span>
      </summary>
      <div className="grid gap-4 pt-2 pb-5 sm:grid-cols-2">
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
    </details>
  );
}

interface TextProps {
  value: string;
  onChange: (value: string) => void;
}

/**
 * The title's field, which grows with its text. Enter moves to the article's text, because a title has no line breaks.
 */
function Title({ value, onChange }: TextProps) {
  const isMissing = value.trim() === "";
  const id = useId();
  return (
    <>
      <textarea
        aria-label="Title"
        aria-required
        aria-invalid={isMissing}
        aria-describedby={isMissing ? id : undefined}
        dir="auto"
        rows={2}
        maxLength={TITLE_CHARACTERS}
        className="-mx-2 field-sizing-content w-full max-w-[43rem] resize-none rounded-box border border-transparent px-2 py-0.5 font-serif text-24 leading-tight font-medium tracking-[-0.012em] hover:border-rule focus:border-edge aria-invalid:border-wrong sm:text-32"
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, " "))}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          document.querySelector<HTMLElement>(".edit-text")?.focus();
        }}
      />
      {isMissing && (
        <p id={id} className="mb-1 text-13 text-wrong">
          Enter a title.
        </p>
      )}
    </>
  );
}

/** The category's field. It suggests existing categories, and another name creates a new category. */
function Category({ value, onChange }: TextProps) {
  const categories = useCategoriesInTree();
  return (
    <Field label="Category" required error={value.trim() ? undefined : "Enter a category."}>
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

/** The tags' field: one line with commas between the tags. */
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
