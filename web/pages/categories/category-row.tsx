import { CornerDownRight, FolderPlus, Merge, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { MOST_CATEGORY_LEVELS, withDescendants } from "../../../shared/domain/categories.ts";
import type { CategoryInTree } from "../../api/categories.ts";
import { Permitted } from "../../components/permissions.tsx";
import { formatItems } from "../../lib/format.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { Button } from "../../ui/button.tsx";
import type { CategoryAction } from "./category-dialog.tsx";

interface CategoryRowProps {
  category: CategoryInTree;
  categories: readonly CategoryInTree[];
  onAsk: (asked: CategoryAction) => void;
}

export function CategoryRow({ category, categories, onAsk }: CategoryRowProps) {
  const count = withDescendants(categories, category.id).reduce((sum, { articles }) => sum + articles, 0);
  // A top-level category has no parent to which its articles could move.
  const canBeRemoved = category.parentId !== null || category.articles === 0;
  return (
    <div className="flex min-h-11 items-center justify-between gap-x-4">
      <p className="min-w-0">
        <Link
          to={`/articles?category=${encodeURIComponent(category.name)}`}
          dir="auto"
          className="font-medium wrap-anywhere hover:text-accent"
        >
          {category.name}
        </Link>{" "}
        <span className="text-13 whitespace-nowrap text-soft tabular-nums">{formatItems(count, "article")}</span>
      </p>
      <Permitted change="articles">
        <ActionMenu label={`Actions for ${category.name}`}>
          {(close) => {
            const item = (what: Exclude<CategoryAction["what"], "create">, icon: ReactNode, name: string) => (
              <Item icon={icon} name={name} onPress={() => onAsk({ what, category })} onClose={close} />
            );
            return (
              <>
                {category.path.length < MOST_CATEGORY_LEVELS && (
                  <Item
                    icon={<FolderPlus className="size-4" aria-hidden="true" />}
                    name="New category below"
                    onPress={() => onAsk({ what: "create", parent: category })}
                    onClose={close}
                  />
                )}
                {item("rename", <Pencil className="size-4" aria-hidden="true" />, "Rename…")}
                {item("move", <CornerDownRight className="size-4" aria-hidden="true" />, "Move to…")}
                {categories.length > 1 && item("merge", <Merge className="size-4" aria-hidden="true" />, "Merge into…")}
                {canBeRemoved && item("remove", <Trash2 className="size-4" aria-hidden="true" />, "Remove…")}
              </>
            );
          }}
        </ActionMenu>
      </Permitted>
    </div>
  );
}

interface ItemProps {
  icon: ReactNode;
  name: string;
  onPress: () => void;
  onClose: () => void;
}

function Item({ icon, name, onPress, onClose }: ItemProps) {
  const press = () => {
    onClose();
    onPress();
  };
  return (
    <li>
      <Button look="quiet" size="small" onClick={press}>
        {icon}
        {name}
      </Button>
    </li>
  );
}
