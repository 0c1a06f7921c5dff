import type { NotificationSettings, NotificationSettingsWithChat } from "../../../../shared/contract/notifications.ts";
import type { DeliveryMethod, NotificationKind } from "../../../../shared/domain/notifications.ts";
import { useNotificationSettings, useSaveNotificationSettings, useWatches } from "../../../api/notifications.ts";
import { Page } from "../../../components/page.tsx";
import { Section } from "../../../components/section.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { useContractForm } from "../../../components/use-contract-form.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { QueryView, useAllLoaded } from "../../../ui/query-view.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";
import { NOTIFICATION_TEXTS } from "../../notifications/kinds.ts";
import { MailPaceFields } from "./mail-pace-fields.tsx";
import { WatchList } from "./watch-list.tsx";

export default function NotificationSettingsPage() {
  const settings = useNotificationSettings();
  const isThere = useAllLoaded([settings, useWatches()]);
  return (
    <Page title="Notification Settings" description="Which notifications you get, where, and how often">
      {!isThere && <div className="late skeleton h-160 max-w-3xl" />}
      <div className="flex max-w-3xl flex-col gap-14" hidden={!isThere}>
        <QueryView query={settings} loading={<div className="late skeleton h-80" />}>
          {(saved) => <SettingsForm key={JSON.stringify({ ...saved, chatTrouble: null })} saved={saved} />}
        </QueryView>
        <WatchList />
      </div>
    </Page>
  );
}

function SettingsForm({ saved: shown }: { saved: NotificationSettingsWithChat }) {
  const { chatName, chatTrouble, ...saved } = shown;
  const form = useContractForm(useSaveNotificationSettings(), {
    values: saved,
    onSaved: () => showToast({ title: "Saved", text: "The settings apply from now on." }),
  });
  return (
    <form noValidate className="flex flex-col gap-10" onSubmit={form.submit}>
      <Section title="Email">
        <MailPaceFields form={form} />
        <p className="max-w-[60ch] pt-4 text-13 text-soft">
          No email is sent when there is nothing new, and none mentions an article that you may not read or that was
          removed.
        </p>
      </Section>
      <Section title="Notify me about">
        <KindTable
          kinds={form.values.kinds}
          mailIsOff={form.values.mail === "never"}
          chatName={chatName}
          onChange={(kinds) => form.change("kinds", kinds)}
        />
        {chatName && (
          <p className="max-w-[60ch] pt-4 text-13 text-soft">
            {chatTrouble
              ? `The last direct message was not sent. ${chatTrouble}`
              : `In ${chatName} you get a direct message within a minute, if your address there is the same as here.`}
          </p>
        )}
      </Section>
      <SaveError error={form.failure} />
      <div>
        <Button look="primary" type="submit" disabled={form.isSaving || !form.isDirty}>
          {form.isSaving ? "Saving..." : "Save"}
        </Button>
      </div>
      <UnsavedGuard when={form.isDirty} />
    </form>
  );
}

interface KindTableProps {
  kinds: NotificationSettings["kinds"];
  mailIsOff: boolean;
  /** The chat that can send direct messages; null if the workspace has none. */
  chatName: string | null;
  onChange: (kinds: NotificationSettings["kinds"]) => void;
}

function KindTable({ kinds, mailIsOff, chatName, onChange }: KindTableProps) {
  const ways: [DeliveryMethod, string, string][] = [
    ["app", "Product", "in the product"],
    ["mail", "Email", "by email"],
    ...(chatName === null ? [] : ([["chat", chatName, `in ${chatName}`]] as [DeliveryMethod, string, string][])),
  ];
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-rule text-13 text-soft">
          <th scope="col" className="py-3 font-medium">
            What
          </th>
          {ways.map(([way, name]) => (
            <th key={way} scope="col" className="w-16 py-3 text-center font-medium sm:w-20">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(Object.keys(NOTIFICATION_TEXTS) as NotificationKind[]).map((kind) => (
          <tr key={kind} className="border-b border-rule">
            <th scope="row" className="py-3 pr-4 font-normal">
              <span className="font-medium">{NOTIFICATION_TEXTS[kind].name}</span>
              <span className="block text-13 text-soft">{NOTIFICATION_TEXTS[kind].when}</span>
            </th>
            {ways.map(([way, , where]) => (
              <td key={way} className="text-center">
                <input
                  type="checkbox"
                  aria-label={`${NOTIFICATION_TEXTS[kind].name} ${where}`}
                  className="touch size-[1.125rem] accent-accent"
                  disabled={way === "mail" && mailIsOff}
                  checked={kinds[kind][way] && !(way === "mail" && mailIsOff)}
                  onChange={({ target }) => onChange({ ...kinds, [kind]: { ...kinds[kind], [way]: target.checked } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
