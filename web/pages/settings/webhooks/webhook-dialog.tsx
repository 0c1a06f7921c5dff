import type { UseFormRegisterReturn } from "react-hook-form";
import type { NewWebhook, Webhook } from "../../../../shared/contract/webhooks.ts";
import { LONGEST_WEBHOOK_URL, WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from "../../../../shared/domain/webhooks.ts";
import { useChannels } from "../../../api/channels.ts";
import { useChangeWebhook, useCreateWebhook } from "../../../api/webhooks.ts";
import { type ContractForm, requiredRule, useContractForm } from "../../../components/use-contract-form.ts";
import { formatChannel } from "../../../lib/format.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";
import { CreatedSecretDialog } from "./secret-dialog.tsx";

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
  const making = useCreateWebhook();
  const form = useContractForm(making, { values: EMPTY });
  if (making.data) return <CreatedSecretDialog secret={making.data.secret} onClose={onClose} />;
  return <WebhookForm form={form} chosen={[]} save="Add Webhook" onClose={onClose} />;
}

function EditWebhookForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, events, readerChannels } = webhook;
  const form = useContractForm(useChangeWebhook(), {
    values: { url, events, channelIds: readerChannels.map((channel) => channel.id) },
    toBody: (values) => ({ id, ...values }),
    onSaved: () => {
      showToast({ title: "Webhook saved" });
      onClose();
    },
  });
  return <WebhookForm form={form} chosen={readerChannels} save="Save" onClose={onClose} />;
}

interface FormProps {
  form: ContractForm<NewWebhook>;
  /** The selected channels. Channels that are no longer monitored stay selected until a person removes them. */
  chosen: Webhook["readerChannels"];
  save: string;
  onClose: () => void;
}

function WebhookForm({ form, chosen, save, onClose }: FormProps) {
  return (
    <form noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-5">
      <Field label="Address" required help="https, and reachable from the public internet." error={form.errorOf("url")}>
        {(control) => (
          <input
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to write here
            autoFocus
            type="url"
            className="field-box font-mono text-13"
            maxLength={LONGEST_WEBHOOK_URL}
            placeholder="https://hooks.example.com/lorekeep"
            {...form.register("url", requiredRule("Where should it be sent?"))}
          />
        )}
      </Field>
      <Choices
        legend="Tell it of"
        options={WEBHOOK_EVENTS.map((event) => ({ id: event, label: WEBHOOK_EVENT_NAMES[event] }))}
        registered={form.register("events", requiredRule("Choose at least one."))}
        error={form.errorOf("events")}
      />
      <Channels form={form} before={chosen} />
      <SaveError error={form.failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={form.isSaving}>
          {form.isSaving ? "Saving..." : save}
        </Button>
      </div>
    </form>
  );
}

function Channels({ form, before }: { form: ContractForm<NewWebhook>; before: Webhook["readerChannels"] }) {
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
      registered={form.register("channelIds")}
    />
  );
}

interface ChoicesProps {
  legend: string;
  help?: string;
  options: readonly { id: string; label: string }[];
  registered: UseFormRegisterReturn;
  error?: string | undefined;
}

function Choices({ legend, help, options, registered, error }: ChoicesProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 text-13 font-medium">{legend}</legend>
      {help && <p className="pb-1 text-13 text-pretty text-soft">{help}</p>}
      {options.map(({ id, label }) => (
        <label key={id} className="flex items-start gap-2.5">
          <input type="checkbox" className="mt-1 size-4 accent-accent" value={id} {...registered} />
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
