import { useExcludeChannelFromModel, useOwnLanguageModel } from "../../api/language-model.ts";
import { showToast } from "../../lib/toast-store.ts";
import { useCan } from "../permissions.tsx";
import { ChannelOption } from "./channel-option.tsx";

/**
 * The switch that keeps the channel's messages from the language model. Only people who may choose the model see it.
 */
export function ModelExclusionSwitch({ channelId, name }: { channelId: string; name: string }) {
  const may = useCan()("change", "language-model");
  const { data } = useOwnLanguageModel(may);
  const keeping = useExcludeChannelFromModel();
  if (!may || !data) return null;
  const isNever = keeping.isPending ? keeping.variables.never : data.neverToModel.includes(channelId);
  return (
    <ChannelOption
      name="Never send to a language model"
      label={`Never send ${name} to a language model`}
      text="What people explain here is saved in the chat's own words. No model reads it."
      isOn={isNever}
      cannot={null}
      onChange={(never) =>
        keeping.mutate(
          { id: channelId, never },
          {
            onError: () => showToast({ title: "Not changed", text: "The setting was not saved.", tone: "destructive" }),
          },
        )
      }
    />
  );
}
