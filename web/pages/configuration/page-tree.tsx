import type { Integration } from "../../../shared/contract/integrations.ts";
import { useChangePageTree } from "../../api/integrations.ts";
import { useCan } from "../../components/permissions.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { Switch } from "../../ui/switch.tsx";

interface PageTreeProps {
  integration: Integration;
  pageTree: NonNullable<Integration["pageTree"]>;
}

/** The switch for putting a platform's pages under one page per category. */
export function PageTree({ integration: { id, name }, pageTree: { isOn, trouble } }: PageTreeProps) {
  const mayChange = useCan()("change", "integrations");
  const change = useChangePageTree();
  const onChange = (wanted: boolean) =>
    change.mutate(
      { id, isOn: wanted },
      {
        onSuccess: () =>
          showToast({
            title: wanted ? "Pages are arranged by category" : "Pages stay where they are",
            text: wanted
              ? `What is in ${name} moves to where the tree of categories has it, within some minutes.`
              : `The pages in ${name} are no longer moved.`,
          }),
        onError: () => showToast({ title: "Not saved", text: "Please try again.", tone: "destructive" }),
      },
    );
  return (
    <div className="basis-full">
      <div className="flex items-center gap-2.5 text-13 text-soft sm:pl-8">
        <Switch
          checked={isOn}
          disabled={!mayChange || change.isPending}
          label={`Arrange pages in ${name} by category`}
          onChange={onChange}
        />
        <span aria-hidden="true">Pages arranged by category</span>
      </div>
      {isOn && trouble && <p className="mt-1 text-13 text-wrong sm:pl-8">{trouble}</p>}
    </div>
  );
}
