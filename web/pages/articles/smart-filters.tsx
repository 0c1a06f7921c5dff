import { CONTENT_TYPES, DIFFICULTIES, PRIORITIES } from "../../../shared/domain/facets.ts";
import { useCategories } from "../../api/articles.ts";
import { usePlacedCategories } from "../../api/categories.ts";
import { indentedName } from "../../lib/category-names.ts";
import { CONTENT_TYPE_NAMES, DIFFICULTY_NAMES, PRIORITY_NAMES } from "../../lib/names.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TagFilter } from "./tag-filter.tsx";
import type { ArticleFiltering, FilterName } from "./use-article-filters.ts";

export default function SmartFilters({ filtering }: { filtering: ArticleFiltering }) {
  const categories = useCategories().data ?? [];
  const indented = new Map(usePlacedCategories().map((category) => [category.name, indentedName(category)]));
  return (
    <section id="smart-filters" aria-labelledby="smart-filters-title" className="mt-4 border-y border-rule py-5">
      <div className="mb-4 flex items-center justify-between">
        <h2 id="smart-filters-title" className="text-17 font-semibold">
          Smart Filters
        </h2>
        <Button look="quiet" size="small" disabled={filtering.count === 0} onClick={filtering.clear}>
          Clear
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Keywords">
          {(control) => (
            <input
              {...control}
              className="field-box"
              maxLength={200}
              value={filtering.typed}
              onChange={(event) => filtering.type(event.target.value)}
            />
          )}
        </Field>
        <FilterSelect
          filtering={filtering}
          name="category"
          label="Category"
          options={categories.map((category) => [category, indented.get(category) ?? category])}
        />
        <FilterSelect
          filtering={filtering}
          name="contentType"
          label="Content Type"
          options={CONTENT_TYPES.map((type) => [type, CONTENT_TYPE_NAMES[type]])}
        />
        <FilterSelect
          filtering={filtering}
          name="difficulty"
          label="Difficulty"
          options={DIFFICULTIES.map((difficulty) => [difficulty, DIFFICULTY_NAMES[difficulty]])}
        />
        <FilterSelect
          filtering={filtering}
          name="priority"
          label="Priority"
          options={PRIORITIES.map((priority) => [priority, PRIORITY_NAMES[priority]])}
        />
        <TagFilter filtering={filtering} />
      </div>
    </section>
  );
}

interface FilterSelectProps {
  filtering: ArticleFiltering;
  name: FilterName;
  label: string;
  options: [value: string, text: string][];
}

function FilterSelect({ filtering, name, label, options }: FilterSelectProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="field-box"
          value={filtering.filters[name] ?? ""}
          onChange={(event) => filtering.choose(name, event.target.value)}
        >
          <option value="">Any</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
