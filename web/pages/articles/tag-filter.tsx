import { ChevronDown } from "lucide-react";
import { Popover } from "radix-ui";
import type { ArticleFacets } from "../../../shared/contract/article-list.ts";
import { useTags } from "../../api/articles.ts";
import { formatCount } from "../../lib/format.ts";
import { Field } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import type { ArticleFiltering } from "./use-article-filters.ts";

interface TagFilterProps {
  filtering: ArticleFiltering;
  /** The number of articles per tag. */
  counted: ArticleFacets["tags"] | undefined;
}

/** The filter of tags. An article matches if it has at least one chosen tag. */
export function TagFilter({ filtering, counted }: TagFilterProps) {
  const chosen = filtering.filters.tags?.split(",") ?? [];
  const toggle = (tag: string) =>
    filtering.choose(
      "tags",
      (chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag]).join(","),
    );
  return (
    <Popover.Root>
      <Field label="Tags">
        {({ "aria-invalid": _invalid, "aria-required": _required, ...control }) => (
          <Popover.Trigger {...control} className="field-box flex items-center justify-between gap-2 text-left">
            <span className="truncate">{chosen.length > 0 ? chosen.join(", ") : "Any"}</span>
            <ChevronDown className="size-4 shrink-0 text-soft" aria-hidden="true" />
          </Popover.Trigger>
        )}
      </Field>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          aria-label="Tags"
          className="appear z-40 max-h-72 w-(--radix-popover-trigger-width) min-w-56 overflow-y-auto rounded-box border border-edge bg-raised p-2 shadow-lift"
        >
          <TagList chosen={chosen} counted={counted} onToggle={toggle} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface TagListProps extends Pick<TagFilterProps, "counted"> {
  chosen: string[];
  onToggle: (tag: string) => void;
}

function TagList({ chosen, counted, onToggle }: TagListProps) {
  const counts = new Map(counted?.map(({ value, count }) => [value, count]));
  return (
    <QueryView
      query={useTags()}
      loading={<div className="late skeleton h-24" />}
      empty={<p className="p-2 text-soft">No tags yet.</p>}
    >
      {(tags) => (
        <ul>
          {tags.map((tag) => (
            <li key={tag}>
              <label className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-box px-2 hover:bg-sunken pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  aria-label={tag}
                  checked={chosen.includes(tag)}
                  onChange={() => onToggle(tag)}
                />
                {tag}
                {counts.has(tag) && (
                  <span className="ml-auto text-13 text-faint tabular-nums">{formatCount(counts.get(tag) ?? 0)}</span>
                )}
              </label>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}
