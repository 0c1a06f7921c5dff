import { useChannels } from "../../../api/channels.ts";
import { useExcludeChannelFromModel } from "../../../api/language-model.ts";
import { Section } from "../../../components/section.tsx";
import { formatChannel } from "../../../lib/format.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { QueryView } from "../../../ui/query-view.tsx";
import { Switch } from "../../../ui/switch.tsx";

/** Lists and edits the channels that are never sent to a model. */
export function ExcludedChannels({ neverToModel }: { neverToModel: readonly string[] }) {
  const channels = useChannels();
  return (
    <Section title="Channels that are never sent">
      <p className="max-w-[65ch] pt-4 text-pretty text-soft">
        What is worth keeping in these channels is saved in the chat's own words, without a language model.
      </p>
      <QueryView
        query={channels}
        loading={<div className="late skeleton mt-4 h-24" />}
        empty={<p className="pt-4 text-13 text-soft">No channel added yet.</p>}
      >
        {(all) => (
          <ul className="mt-4 max-h-96 divide-y divide-rule overflow-y-auto border-y border-rule">
            {all.map(({ id, channelName }) => (
              <Channel key={id} id={id} name={formatChannel(channelName)} isNever={neverToModel.includes(id)} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function Channel({ id, name, isNever }: { id: string; name: string; isNever: boolean }) {
  const keeping = useExcludeChannelFromModel();
  const shown = keeping.isPending ? keeping.variables.never : isNever;
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 py-2 pr-1">
      <span className="min-w-0 wrap-anywhere">
        {name}
        {shown && <span className="text-13 text-soft"> · never sent to a model</span>}
      </span>
      <Switch
        checked={shown}
        label={`Never send ${name} to a model`}
        onChange={(never) =>
          keeping.mutate(
            { id, never },
            {
              onError: () =>
                showToast({ title: "Not changed", text: "The setting was not saved.", tone: "destructive" }),
            },
          )
        }
      />
    </li>
  );
}
