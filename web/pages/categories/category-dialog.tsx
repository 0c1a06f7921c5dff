import { canMoveUnder, withDescendants } from "../../../shared/domain/categories.ts";
import {
  type CategoryInTree,
  useCreateCategory,
  useMergeCategory,
  useMoveCategory,
  useRemoveCategory,
  useRenameCategory,
} from "../../api/categories.ts";
import { useContractForm } from "../../components/use-contract-form.ts";
import { indentName } from "../../lib/category-names.ts";
import { CategoryChoice, CategoryForm, NameField } from "./category-form.tsx";

export type CategoryAction =
  | { what: "create"; parent: CategoryInTree | null }
  | { what: "rename" | "move" | "merge" | "remove"; category: CategoryInTree };

interface DialogProps {
  asked: CategoryAction;
  categories: readonly CategoryInTree[];
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
  category: CategoryInTree;
  onClose: () => void;
}
type InTree = OfCategory & Pick<DialogProps, "categories">;

function Create({ parent, onClose }: { parent: CategoryInTree | null; onClose: () => void }) {
  const form = useContractForm(useCreateCategory(), {
    values: { name: "", parentId: parent?.id ?? null },
    onSaved: onClose,
  });
  return (
    <CategoryForm
      title={parent ? `New category below ${parent.name}` : "New category"}
      confirm="Create"
      form={form}
      isReady={form.values.name.trim() !== ""}
      onClose={onClose}
    >
      {(error) => <NameField registered={form.register("name")} error={error} />}
    </CategoryForm>
  );
}

function Rename({ category, onClose }: OfCategory) {
  const form = useContractForm(useRenameCategory(category.id), { values: { name: category.name }, onSaved: onClose });
  const name = form.values.name.trim();
  return (
    <CategoryForm
      title={`Rename ${category.name}`}
      text="Its articles, saved views and watchers follow the new name."
      confirm="Rename"
      form={form}
      isReady={name !== "" && name !== category.name}
      onClose={onClose}
    >
      {(error) => <NameField registered={form.register("name")} error={error} />}
    </CategoryForm>
  );
}

function Move({ category, categories, onClose }: InTree) {
  const siblingsUnder = (parentId: string) =>
    categories.filter((other) => other.parentId === (parentId || null) && other.id !== category.id);
  const before = categories.filter((other) => other.parentId === category.parentId);
  const form = useContractForm(useMoveCategory(category.id), {
    values: {
      parentId: category.parentId ?? "",
      after: before[before.findIndex(({ id }) => id === category.id) - 1]?.id ?? "",
    },
    toBody: ({ parentId, after }) => ({ parentId: parentId || null, after: after || null }),
    onSaved: onClose,
  });
  const own = withDescendants(categories, category.id).map(({ id }) => id);
  const chooseLast = ({ target }: { target: { value: string } }) =>
    form.change("after", siblingsUnder(target.value).at(-1)?.id ?? "");
  return (
    <CategoryForm
      title={`Move ${category.name}`}
      text="Everything below it moves along."
      confirm="Move"
      form={form}
      isReady
      onClose={onClose}
    >
      {(error) => (
        <>
          <CategoryChoice
            label="Move to"
            registered={form.register("parentId", { onChange: chooseLast })}
            error={error}
          >
            <option value="">Top level</option>
            {categories
              .filter(({ id }) => !own.includes(id))
              .map((other) => (
                <option key={other.id} value={other.id} disabled={!canMoveUnder(categories, category.id, other.id)}>
                  {indentName(other)}
                </option>
              ))}
          </CategoryChoice>
          <CategoryChoice label="Position" registered={{ ...form.register("after"), value: form.values.after }}>
            <option value="">First</option>
            {siblingsUnder(form.values.parentId).map(({ id, name }) => (
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
  const form = useContractForm(useMergeCategory(category.id), {
    values: { into: "" },
    toBody: ({ into }) => into,
    onSaved: onClose,
  });
  const own = withDescendants(categories, category.id).map(({ id }) => id);
  return (
    <CategoryForm
      title={`Merge ${category.name}`}
      text={`All its articles and categories move into the category you choose, and “${category.name}” is removed. This cannot be undone in one step.`}
      confirm="Merge"
      form={form}
      isReady={form.values.into !== ""}
      onClose={onClose}
    >
      {(error) => (
        <CategoryChoice label="Merge into" registered={form.register("into")} error={error}>
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
  const form = useContractForm(useRemoveCategory(category.id), {
    values: {},
    toBody: () => undefined,
    onSaved: onClose,
  });
  const parent = categories.find(({ id }) => id === category.parentId);
  return (
    <CategoryForm
      title={`Remove ${category.name}?`}
      text={`No article is removed. What is in this category moves ${parent ? `to “${parent.name}”` : "to the top level"}.`}
      confirm="Remove"
      form={form}
      isReady
      onClose={onClose}
    >
      {(error) => error && <p className="text-13 text-wrong">{error}</p>}
    </CategoryForm>
  );
}
