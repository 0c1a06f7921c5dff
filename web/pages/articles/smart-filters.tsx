import type { ArticleFacets } from "../../../shared/contract/article-list.ts";
import {
  CONTENT_TYPES,
  DIFFICULTIES,
  PRIORITIES,
  VERIFICATIONS,
  type Verification,
} from "../../../shared/domain/facets.ts";
import { useCategories, useFacets } from "../../api/articles.ts";
import { useCategoriesInTree } from "../../api/categories.ts";
import { STATUS_NAMES } from "../../components/status-badge.tsx";
import { indentName } from "../../lib/category-names.ts";
import { formatChannel, formatCount, formatItems } from "../../lib/format.ts";
import { CONTENT_TYPE_NAMES, DIFFICULTY_NAMES, PRIORITY_NAMES } from "../../lib/names.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TagFilter } from "./tag-filter.tsx";
import type { ArticleFiltering, FilterName } from "./use-article-filters.ts";

const VERIFICATION_NAMES: Record<Verification, string> = {
  verified: "Verified",
  changed: "Changed since verified",
  unverified: "Not yet verified",
};

interface SmartFiltersProps {
  filtering: ArticleFiltering;
  found: number | undefined;
  onClose: () => void;
}

export default function SmartFilters({ filtering, found, onClose }: SmartFiltersProps) {
  const facets = useFacets(filtering.filters).data;
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
        <Labels filtering={filtering} facets={facets} />
        <TagFilter filtering={filtering} counted={facets?.tags} />
        <SourceFilters filtering={filtering} facets={facets} />
      </div>
      {/* On a phone the list is below the visible part. */}
      <div className="sticky bottom-0 -mx-1 mt-4 bg-paper px-1 py-2 sm:hidden">
        <Button look="primary" className="w-full" onClick={onClose}>
          {found === undefined ? "Show articles" : `Show ${formatItems(found, "article")}`}
        </Button>
      </div>
    </section>
  );
}

interface PartProps {
  filtering: ArticleFiltering;
  facets: ArticleFacets | undefined;
}

/** Filters by subject. */
function Labels({ filtering, facets }: PartProps) {
  const categories = useCategories().data ?? [];
  const indented = new Map(useCategoriesInTree().map((category) => [category.name, indentName(category)]));
  return (
    <>
      <FilterSelect
        filtering={filtering}
        name="category"
        label="Category"
        options={categories.map((category) => [category, indented.get(category) ?? category])}
        counted={facets?.category}
        holdsOthers
      />
      <FilterSelect
        filtering={filtering}
        name="contentType"
        label="Content Type"
        options={CONTENT_TYPES.map((type) => [type, CONTENT_TYPE_NAMES[type]])}
        counted={facets?.contentType}
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
    </>
  );
}

/** Filters by publishing state, source, author and verification. */
function SourceFilters({ filtering, facets }: PartProps) {
  return (
    <>
      <FilterSelect
        filtering={filtering}
        name="status"
        label="Status"
        options={STATUS_NAMES}
        counted={facets?.status}
      />
      <FilterSelect
        filtering={filtering}
        name="channel"
        label="Channel"
        options={(facets?.channel ?? []).map(({ value, name }) => [value, formatChannel(name)])}
        counted={facets?.channel}
      />
      <FilterSelect
        filtering={filtering}
        name="person"
        label="Explained by"
        options={(facets?.person ?? []).map(({ value, name }) => [value, name])}
        counted={facets?.person}
      />
      <FilterSelect
        filtering={filtering}
        name="verified"
        label="Verification"
        options={VERIFICATIONS.map((verified) => [verified, VERIFICATION_NAMES[verified]])}
        counted={facets?.verified}
      />
    </>
  );
}

interface FilterSelectProps {
  filtering: ArticleFiltering;
  name: FilterName;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  /** The number of articles per value; missing for a filter without figures. */
  counted?: ArticleFacets["status"] | undefined;
  /** A value without articles may include other values, as a category includes its subcategories. */
  holdsOthers?: boolean;
}

function FilterSelect({ filtering, name, label, options, counted, holdsOthers = false }: FilterSelectProps) {
  const chosen = filtering.filters[name] ?? "";
  const counts = new Map(counted?.map(({ value, count }) => [value, count]));
  const isOffered = chosen === "" || options.some(([value]) => value === chosen);
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="field-box"
          value={chosen}
          onChange={(event) => filtering.choose(name, event.target.value)}
        >
          <option value="">Any</option>
          {/* No article has the chosen value together with the other filters. The value stays selected. */}
          {!isOffered && <option value={chosen}>{name === "channel" ? "Another channel" : chosen}</option>}
          {options.map(([value, text]) => (
            <option
              key={value}
              value={value}
              disabled={counted !== undefined && !holdsOthers && !counts.has(value) && value !== chosen}
            >
              {counts.has(value) ? `${text} (${formatCount(counts.get(value) ?? 0)})` : text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
