import { useState } from "react";
import { canMoveUnder, withDescendants } from "../../../shared/domain/categories.ts";
import {
  type PlacedCategory,
  useCreateCategory,
  useMergeCategory,
  useMoveCategory,
  useRemoveCategory,
  useRenameCategory,
} from "../../api/categories.ts";
import { indentName } from "../../lib/category-names.ts";
import { CategoryChoice, CategoryForm, NameField } from "./category-form.tsx";

export type CategoryAction =
  | { what: "create"; parent: PlacedCategory | null }
  | { what: "rename" | "move" | "merge" | "remove"; category: PlacedCategory };

interface DialogProps {
  asked: CategoryAction;
  categories: readonly PlacedCategory[];
  onClose: () => void;
}

export function CategoryDialog({ asked, categories, onClose }: DialogProps) {
  if (asked.what === "create") return <Create parent={asked.parent} onClose={onClose} />;
  const { category } = asked;
  if (asked.what === "rename") return <Rename category={category} onClose={onClose} />;
  if (asked.what === "remove") return <Remove category={category} categories={categories} onClose={onClose} />;
  const Dialog = asked.what === "move" ? Move : MergeInto;
  return <Dialog category={category} categories={categories} onClose={onClose} />;
}

interface OfCategory {
  category: PlacedCategory;
  onClose: () => void;
}
type InTree = OfCategory & Pick<DialogProps, "categories">;

function Create({ parent, onClose }: { parent: PlacedCategory | null; onClose: () => void }) {
  const [name, setName] = useState("");
  const creating = useCreateCategory();
  return (
    <CategoryForm
      title={parent ? `New category below ${parent.name}` : "New category"}
      confirm="Create"
      doing={creating}
      isReady={name.trim() !== ""}
      onConfirm={() => creating.mutate({ name, parentId: parent?.id ?? null }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(error) => <NameField name={name} error={error} onChange={setName} />}
    </CategoryForm>
  );
}

function Rename({ category, onClose }: OfCategory) {
  const [name, setName] = useState(category.name);
  const renaming = useRenameCategory(category.id);
  return (
    <CategoryForm
      title={`Rename ${category.name}`}
      text="Its articles, saved views and watchers follow the new name."
      confirm="Rename"
      doing={renaming}
      isReady={name.trim() !== "" && name.trim() !== category.name}
      onConfirm={() => renaming.mutate({ name }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(error) => <NameField name={name} error={error} onChange={setName} />}
    </CategoryForm>
  );
}

function Move({ category, categories, onClose }: InTree) {
  const siblingsUnder = (parentId: string | null) =>
    categories.filter((other) => other.parentId === parentId && other.id !== category.id);
  const [parentId, setParentId] = useState(category.parentId);
  const before = categories.filter((other) => other.parentId === category.parentId);
  const [after, setAfter] = useState(before[before.findIndex(({ id }) => id === category.id) - 1]?.id ?? null);
  const moving = useMoveCategory(category.id);
  const own = withDescendants(categories, category.id).map(({ id }) => id);
  const choose = (value: string) => {
    const parent = value || null;
    setParentId(parent);
    setAfter(siblingsUnder(parent).at(-1)?.id ?? null);
  };
  return (
    <CategoryForm
      title={`Move ${category.name}`}
      text="Everything below it moves along."
      confirm="Move"
      doing={moving}
      isReady
      onConfirm={() => moving.mutate({ parentId, after }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(error) => (
        <>
          <CategoryChoice label="Move to" value={parentId ?? ""} error={error} onChange={choose}>
            <option value="">Top level</option>
            {categories
              .filter(({ id }) => !own.includes(id))
              .map((other) => (
                <option key={other.id} value={other.id} disabled={!canMoveUnder(categories, category.id, other.id)}>
                  {indentName(other)}
                </option>
              ))}
          </CategoryChoice>
          <CategoryChoice label="Position" value={after ?? ""} onChange={(value) => setAfter(value || null)}>
            <option value="">First</option>
            {siblingsUnder(parentId).map(({ id, name }) => (
              <option key={id} value={id}>
                After {name}
              </option>
            ))}
          </CategoryChoice>
        </>
      )}
    </CategoryForm>
  );
}

function MergeInto({ category, categories, onClose }: InTree) {
  const [into, setInto] = useState("");
  const merging = useMergeCategory(category.id);
  const own = withDescendants(categories, category.id).map(({ id }) => id);
  return (
    <CategoryForm
      title={`Merge ${category.name}`}
      text={`All its articles and categories move into the category you choose, and “${category.name}” is removed. This cannot be undone in one step.`}
      confirm="Merge"
      doing={merging}
      isReady={into !== ""}
      onConfirm={() => merging.mutate(into, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(error) => (
        <CategoryChoice label="Merge into" value={into} error={error} onChange={setInto}>
          <option value="">Choose a category</option>
          {categories
            .filter(({ id }) => !own.includes(id))
            .map((other) => (
              <option key={other.id} value={other.id}>
                {indentName(other)}
              </option>
            ))}
        </CategoryChoice>
      )}
    </CategoryForm>
  );
}

function Remove({ category, categories, onClose }: InTree) {
  const removing = useRemoveCategory(category.id);
  const parent = categories.find(({ id }) => id === category.parentId);
  return (
    <CategoryForm
      title={`Remove ${category.name}?`}
      text={`No article is removed. What is in this category moves ${parent ? `to “${parent.name}”` : "to the top level"}.`}
      confirm="Remove"
      doing={removing}
      isReady
      onConfirm={() => removing.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(error) => error && <p className="text-13 text-wrong">{error}</p>}
    </CategoryForm>
  );
}
