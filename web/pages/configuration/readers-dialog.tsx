import { useState } from "react";
import type { Integration } from "../../../shared/contract/integrations.ts";
import { useChannels } from "../../api/channels.ts";
import { useChangeReaders } from "../../api/integrations.ts";
import { describeTargetReaders } from "../../lib/audience.ts";
import { formatChannel } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryView } from "../../ui/query-view.tsx";

/** Shows who can read a platform's pages. Articles with fewer readers are not published there. */
export function TargetReaders({ integration }: { integration: Integration }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={`Access to ${integration.name}`}>
        Access
      </Button>
      <Dialog title={`Access to ${integration.name}`} open={open} onClose={close}>
        <p className="mt-2 text-pretty text-soft">
          Articles from a private channel are for its members. They are published here only if everybody who can open
          this place is a member too.
        </p>
        {open && <Choice integration={integration} onClose={close} />}
      </Dialog>
    </>
  );
}

interface ChannelOfChoice {
  id: string;
  name: string;
}

function Choice({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const channels = useChannels();
  return (
    <QueryView query={channels} loading={<p className="mt-3 text-soft">Loading...</p>}>
      {(list) => {
        const present = list
          .filter(({ reading }) => reading.isPrivate)
          .map(({ id, channelName }) => ({ id, name: channelName }));
        // A channel that is no longer monitored stays selected until a person removes it, because its articles still
        // exist.
        const gone = integration.readerChannels.filter(({ id }) => present.every((one) => one.id !== id));
        return <ReadersForm integration={integration} channels={[...present, ...gone]} onClose={onClose} />;
      }}
    </QueryView>
  );
}

interface ReadersFormProps {
  integration: Integration;
  channels: ChannelOfChoice[];
  onClose: () => void;
}

function ReadersForm({ integration, channels, onClose }: ReadersFormProps) {
  const { save, isSaving } = useSaving(integration, onClose);
  const [isForMembers, setForMembers] = useState(integration.readerChannels.length > 0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(integration.readerChannels.map(({ id }) => id)),
  );
  const [isTried, setTried] = useState(false);
  const isMissing = isForMembers && chosen.size === 0;
  const wanted = channels.filter(({ id }) => isForMembers && chosen.has(id));
  return (
    <form
      noValidate
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isMissing) save(wanted.map(({ id }) => id));
      }}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Access</legend>
        <Option checked={!isForMembers} onChoose={() => setForMembers(false)}>
          Everybody in the workspace
        </Option>
        <Option checked={isForMembers} onChoose={() => setForMembers(true)} disabled={channels.length === 0}>
          Only members of these private channels
        </Option>
      </fieldset>
      {channels.length === 0 && (
        <p className="text-13 text-pretty text-soft">
          No private channel is monitored, so there is nothing to choose. Add one under Collaboration Tools first.
        </p>
      )}
      {isForMembers && (
        <Channels name={integration.name} channels={channels} chosen={chosen} onChange={setChosen}>
          {isTried && isMissing ? "Choose at least one channel." : null}
        </Channels>
      )}
      {!isMissing && (
        <p className="text-13 text-pretty text-soft">
          {describeTargetReaders(wanted.map(({ name }) => name))} The log records who changed this.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={isSaving}>
          {isSaving ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}

function useSaving({ id, readerChannels }: Integration, onSaved: () => void) {
  const change = useChangeReaders();
  const onError = () =>
    showToast({
      title: "Not saved",
      text: "Who reads there was not changed. Please try again.",
      tone: "destructive",
    });
  const before = readerChannels.map((channel) => channel.id);
  const onUndone = () => showToast({ title: "Readers changed back" });
  const undo = () => change.mutateAsync({ id, channelIds: before }).then(onUndone, onError);
  const onSuccess = () => {
    showToast({
      title: "Readers saved",
      text: "Articles are published or taken back accordingly.",
      action: { label: "Undo", run: () => void undo() },
    });
    onSaved();
  };
  const save = (channelIds: string[]) => change.mutate({ id, channelIds }, { onSuccess, onError });
  return { save, isSaving: change.isPending };
}

interface ChannelsProps {
  name: string;
  channels: ChannelOfChoice[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** The validation message for the choice; null if the choice is valid. */
  children: string | null;
}

function Channels({ name: place, channels, chosen, onChange, children }: ChannelsProps) {
  return (
    <fieldset>
      <legend className="text-13 wrap-anywhere text-soft">Everybody who can open {place} is a member of</legend>
      <ul className="mt-2 max-h-64 divide-y divide-rule overflow-y-auto rounded-box border border-rule">
        {channels.map(({ id, name }) => (
          <li key={id}>
            <label className="flex items-start gap-2.5 px-3 py-2.5 has-checked:bg-accent-wash">
              <input
                type="checkbox"
                className="mt-1 size-4 accent-accent"
                checked={chosen.has(id)}
                onChange={() => onChange(chosen.symmetricDifference(new Set([id])))}
              />
              <span className="min-w-0 wrap-anywhere">{formatChannel(name)}</span>
            </label>
          </li>
        ))}
      </ul>
      {children && (
        <p role="alert" className="mt-2 text-13 text-wrong">
          {children}
        </p>
      )}
    </fieldset>
  );
}

interface OptionProps {
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children: string;
}

const Option = ({ checked, disabled = false, onChoose, children }: OptionProps) => (
  <label className="flex items-start gap-2.5 has-disabled:text-faint">
    <input
      type="radio"
      name="readers"
      className="mt-1 size-4 accent-accent"
      checked={checked}
      disabled={disabled}
      onChange={onChoose}
    />
    {children}
  </label>
);
