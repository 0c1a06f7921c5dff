import { Plus } from "lucide-react";
import { useState } from "react";
import { sortByTree } from "../../../shared/domain/categories.ts";
import { type CategoryInTree, useCategoryTree } from "../../api/categories.ts";
import { Permitted } from "../../components/permissions.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { type CategoryAction, CategoryDialog } from "./category-dialog.tsx";
import { CategoryRow } from "./category-row.tsx";

/** The tree of categories, with the actions for each. */
export default function Categories() {
  const query = useCategoryTree();
  const [asked, ask] = useState<CategoryAction | null>(null);
  const create = (
    <Permitted change="articles">
      <Button size="small" onClick={() => ask({ what: "create", parent: null })}>
        <Plus className="size-4" aria-hidden="true" />
        New category
      </Button>
    </Permitted>
  );
  return (
    <QueryView query={query} loading={<div className="late skeleton h-64" />}>
      {(list) => {
        const categories = sortByTree(list);
        return (
          <>
            {categories.length === 0 ? (
              <EmptyState title="No categories yet" action={create}>
                Each new article brings its category along. You can also create the tree first.
              </EmptyState>
            ) : (
              <>
                <div className="flex max-w-3xl flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-3">
                  <p className="max-w-[60ch] text-pretty text-soft">
                    Filters and search by a category include everything below it.
                  </p>
                  {create}
                </div>
                <Branch categories={categories} parent={null} onAsk={ask} />
              </>
            )}
            {asked && <CategoryDialog asked={asked} categories={categories} onClose={() => ask(null)} />}
          </>
        );
      }}
    </QueryView>
  );
}

interface BranchProps {
  categories: readonly CategoryInTree[];
  parent: CategoryInTree | null;
  onAsk: (asked: CategoryAction) => void;
}

function Branch({ categories, parent, onAsk }: BranchProps) {
  const own = categories.filter(({ parentId }) => parentId === (parent?.id ?? null));
  if (own.length === 0) return null;
  return (
    <ul
      aria-label={parent ? `Below ${parent.name}` : "Categories"}
      className={parent ? "ml-2 border-l border-rule pl-3 sm:ml-3 sm:pl-5" : "max-w-3xl border-t border-rule"}
    >
      {own.map((category) => (
        <li key={category.id} className={parent ? undefined : "border-b border-rule py-1"}>
          <CategoryRow category={category} categories={categories} onAsk={onAsk} />
          <Branch categories={categories} parent={category} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  );
}
