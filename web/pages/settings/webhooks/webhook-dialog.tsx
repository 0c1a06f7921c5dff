import { type FormEvent, useState } from "react";
import type { NewWebhook, Webhook } from "../../../../shared/contract/webhooks.ts";
import { LONGEST_WEBHOOK_URL, WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from "../../../../shared/domain/webhooks.ts";
import { useChannels } from "../../../api/channels.ts";
import { ApiError } from "../../../api/client.ts";
import { useChangeWebhook, useMakeWebhook } from "../../../api/webhooks.ts";
import { formatChannel } from "../../../lib/format.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";
import { MadeSecret } from "./secret-dialog.tsx";

interface WebhookDialogProps {
  open: boolean;
  onClose: () => void;
}

export function NewWebhookDialog({ open, onClose }: WebhookDialogProps) {
  return (
    <Dialog title="New webhook" open={open} onClose={onClose} closesOutside={false}>
      {open && <NewWebhookForm onClose={onClose} />}
    </Dialog>
  );
}

export function EditWebhookDialog({ webhook, open, onClose }: WebhookDialogProps & { webhook: Webhook }) {
  return (
    <Dialog title="Edit webhook" open={open} onClose={onClose} closesOutside={false}>
      {open && <EditWebhookForm webhook={webhook} onClose={onClose} />}
    </Dialog>
  );
}

const EMPTY: NewWebhook = { url: "", events: [...WEBHOOK_EVENTS], channelIds: [] };

function NewWebhookForm({ onClose }: { onClose: () => void }) {
  const making = useMakeWebhook();
  if (making.data) return <MadeSecret secret={making.data.secret} onClose={onClose} />;
  return (
    <WebhookForm
      first={EMPTY}
      chosen={[]}
      save="Add Webhook"
      isSaving={making.isPending}
      error={making.error}
      onSave={(values) => making.mutate(values)}
      onClose={onClose}
    />
  );
}

function EditWebhookForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const changing = useChangeWebhook();
  const { id, url, events, readerChannels } = webhook;
  const onSuccess = () => {
    showToast({ title: "Webhook saved" });
    onClose();
  };
  return (
    <WebhookForm
      first={{ url, events, channelIds: readerChannels.map((channel) => channel.id) }}
      chosen={readerChannels}
      save="Save"
      isSaving={changing.isPending}
      error={changing.error}
      onSave={(values) => changing.mutate({ id, ...values }, { onSuccess })}
      onClose={onClose}
    />
  );
}

interface FormProps {
  first: NewWebhook;
  /** The selected channels. Channels that are no longer monitored stay selected until a person removes them. */
  chosen: Webhook["readerChannels"];
  save: string;
  isSaving: boolean;
  error: Error | null;
  onSave: (values: NewWebhook) => void;
  onClose: () => void;
}

function WebhookForm({ first, chosen, save, isSaving, error, onSave, onClose }: FormProps) {
  const [values, setValues] = useState(first);
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<NewWebhook>) => setValues({ ...values, ...part });
  const refusedUrl = error instanceof ApiError ? error.fields.find(({ path }) => path === "url")?.message : undefined;
  const isAddressed = values.url.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isAddressed && values.events.length > 0 && !isSaving) onSave(values);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-5">
      <Field
        label="Address"
        required
        help="https, and reachable from the public internet."
        error={isTried && !isAddressed ? "Where should it be sent?" : refusedUrl}
      >
        {(control) => (
          <input
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to write here
            autoFocus
            type="url"
            className="field-box font-mono text-13"
            maxLength={LONGEST_WEBHOOK_URL}
            placeholder="https://hooks.example.com/lorekeep"
            value={values.url}
            onChange={(event) => change({ url: event.target.value })}
          />
        )}
      </Field>
      <Choices
        legend="Tell it of"
        options={WEBHOOK_EVENTS.map((event) => ({ id: event, label: WEBHOOK_EVENT_NAMES[event] }))}
        chosen={values.events}
        onChange={(events) => change({ events })}
        error={isTried && values.events.length === 0 ? "Choose at least one." : null}
      />
      <Channels values={values} before={chosen} onChange={(channelIds) => change({ channelIds })} />
      <SaveError error={error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={isSaving}>
          {isSaving ? "Saving..." : save}
        </Button>
      </div>
    </form>
  );
}

interface ChannelsProps {
  values: NewWebhook;
  before: Webhook["readerChannels"];
  onChange: (channelIds: string[]) => void;
}

function Channels({ values, before, onChange }: ChannelsProps) {
  const { data: all = [] } = useChannels();
  const present = all.filter(({ reading }) => reading.isPrivate).map(({ id, channelName: name }) => ({ id, name }));
  const gone = before.filter(({ id }) => present.every((one) => one.id !== id));
  const channels = [...present, ...gone];
  if (channels.length === 0)
    return <p className="text-13 text-pretty text-soft">Sends articles that everyone in the workspace may read.</p>;
  return (
    <Choices
      legend="Articles of private channels, too"
      help="Sends articles that everyone in the workspace may read. Choose a private channel only if everybody who can see what it receives is a member of that channel."
      options={channels.map(({ id, name }) => ({ id, label: formatChannel(name) }))}
      chosen={values.channelIds}
      onChange={onChange}
      error={null}
    />
  );
}

interface ChoicesProps<Id extends string> {
  legend: string;
  help?: string;
  options: readonly { id: Id; label: string }[];
  chosen: readonly Id[];
  onChange: (chosen: Id[]) => void;
  error: string | null;
}

function Choices<Id extends string>({ legend, help, options, chosen, onChange, error }: ChoicesProps<Id>) {
  const toggled = (id: Id, isOn: boolean) =>
    options.map((one) => one.id).filter((one) => (one === id ? isOn : chosen.includes(one)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 text-13 font-medium">{legend}</legend>
      {help && <p className="pb-1 text-13 text-pretty text-soft">{help}</p>}
      {options.map(({ id, label }) => (
        <label key={id} className="flex items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-1 size-4 accent-accent"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(toggled(id, target.checked))}
          />
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </label>
      ))}
      {error && (
        <p role="alert" className="text-13 text-wrong">
          {error}
        </p>
      )}
    </fieldset>
  );
}
