import { useKeepFromModel, useOwnLanguageModel } from "../../api/language-model.ts";
import { useCan } from "../../components/may.tsx";
import { showToast } from "../../lib/toast-store.ts";

/** Excludes the channel from the language model; shown to those who choose the model. */
export function NeverToModel({ channelId, name }: { channelId: string; name: string }) {
  const may = useCan()("change", "language-model");
  const { data } = useOwnLanguageModel(may);
  const keeping = useKeepFromModel();
  if (!may || !data) return null;
  const isNever = keeping.isPending ? keeping.variables.never : data.neverToModel.includes(channelId);
  return (
    <label className="flex w-fit items-center gap-2 text-13 text-soft pointer-coarse:min-h-11">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        aria-label={`Never send ${name} to a language model`}
        checked={isNever}
        onChange={({ target }) =>
          keeping.mutate(
            { id: channelId, never: target.checked },
            {
              onError: () =>
                showToast({ title: "Not changed", text: "The setting was not saved.", tone: "destructive" }),
            },
          )
        }
      />
      Never send to a language model
    </label>
  );
}
