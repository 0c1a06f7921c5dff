import { useState } from "react";
import type {
  NotificationSettings,
  ShownNotificationSettings,
  Watch,
} from "../../../../shared/contract/notifications.ts";
import type { MailPace, NotificationKind, NotificationWay } from "../../../../shared/domain/notifications.ts";
import {
  useNotificationSettings,
  useSaveNotificationSettings,
  useWatch,
  useWatches,
} from "../../../api/notifications.ts";
import { Page } from "../../../components/page.tsx";
import { Section } from "../../../components/section.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { QueryView, useAllAnswered } from "../../../ui/query-view.tsx";
import { SaveProblem } from "../../../ui/save-problem.tsx";
import { KIND_WORDS } from "../../notifications/kinds.ts";

const PACES: readonly [MailPace, string][] = [
  ["at-once", "Immediately"],
  ["daily", "Once a day"],
  ["weekly", "Once a week"],
  ["never", "Never"],
];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export default function NotificationSettingsPage() {
  const settings = useNotificationSettings();
  const isThere = useAllAnswered([settings, useWatches()]);
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

function SettingsForm({ saved: shown }: { saved: ShownNotificationSettings }) {
  const { chatName, chatTrouble, ...saved } = shown;
  const [draft, setDraft] = useState<NotificationSettings>(saved);
  const saving = useSaveNotificationSettings();
  const change = (part: Partial<NotificationSettings>) => setDraft({ ...draft, ...part });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const save = () =>
    saving.mutate(draft, { onSuccess: () => showToast({ title: "Saved", text: "The settings apply from now on." }) });
  return (
    <form
      noValidate
      className="flex flex-col gap-10"
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending) save();
      }}
    >
      <Section title="Email">
        <MailPaceFields draft={draft} change={change} />
        <p className="max-w-[60ch] pt-4 text-13 text-soft">
          No email is sent when there is nothing new, and none mentions an article that you may not read or that was
          removed.
        </p>
      </Section>
      <Section title="Notify me about">
        <KindTable
          kinds={draft.kinds}
          mailIsOff={draft.mail === "never"}
          chatName={chatName}
          onChange={(kinds) => change({ kinds })}
        />
        {chatName && (
          <p className="max-w-[60ch] pt-4 text-13 text-soft">
            {chatTrouble
              ? `The last direct message was not sent. ${chatTrouble}`
              : `In ${chatName} you get a direct message within a minute, if your address there is the same as here.`}
          </p>
        )}
      </Section>
      <SaveProblem error={saving.error} />
      <div>
        <Button look="primary" type="submit" disabled={saving.isPending || !isChanged}>
          {saving.isPending ? "Saving..." : "Save"}
        </Button>
      </div>
      <UnsavedGuard when={isChanged} />
    </form>
  );
}

interface MailPaceFieldsProps {
  draft: NotificationSettings;
  change: (part: Partial<NotificationSettings>) => void;
}

function MailPaceFields({ draft, change }: MailPaceFieldsProps) {
  return (
    <div className="grid gap-5 pt-4 sm:grid-cols-3">
      <Field label="How often">
        {(control) => (
          <select
            {...control}
            className="field-box"
            value={draft.mail}
            onChange={({ target }) => change({ mail: target.value as MailPace })}
          >
            {PACES.map(([pace, name]) => (
              <option key={pace} value={pace}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {draft.mail === "weekly" && (
        <Field label="Day">
          {(control) => (
            <select
              {...control}
              className="field-box"
              value={draft.weekday}
              onChange={({ target }) => change({ weekday: Number(target.value) })}
            >
              {WEEKDAYS.map((day, at) => (
                <option key={day} value={at + 1}>
                  {day}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {(draft.mail === "daily" || draft.mail === "weekly") && (
        <Field label="Time" help="In your time zone (Personal Information)">
          {(control) => (
            <select
              {...control}
              className="field-box"
              value={draft.hour}
              onChange={({ target }) => change({ hour: Number(target.value) })}
            >
              {HOURS.map((hour) => (
                <option key={hour} value={hour}>
                  {String(hour).padStart(2, "0")}:00
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  );
}

interface KindTableProps {
  kinds: NotificationSettings["kinds"];
  mailIsOff: boolean;
  /** Null: no chat of the workspace sends direct messages. */
  chatName: string | null;
  onChange: (kinds: NotificationSettings["kinds"]) => void;
}

function KindTable({ kinds, mailIsOff, chatName, onChange }: KindTableProps) {
  const ways: [NotificationWay, string, string][] = [
    ["app", "Product", "in the product"],
    ["mail", "Email", "by email"],
    ...(chatName === null ? [] : ([["chat", chatName, `in ${chatName}`]] as [NotificationWay, string, string][])),
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
        {(Object.keys(KIND_WORDS) as NotificationKind[]).map((kind) => (
          <tr key={kind} className="border-b border-rule">
            <th scope="row" className="py-3 pr-4 font-normal">
              <span className="font-medium">{KIND_WORDS[kind].name}</span>
              <span className="block text-13 text-soft">{KIND_WORDS[kind].when}</span>
            </th>
            {ways.map(([way, , where]) => (
              <td key={way} className="text-center">
                <input
                  type="checkbox"
                  aria-label={`${KIND_WORDS[kind].name} ${where}`}
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

const WATCH_NAMES = { article: "Article", channel: "Channel", category: "Category" } as const;

function WatchList() {
  const watches = useWatches();
  const watching = useWatch();
  const stop = ({ kind, target, name }: Watch) =>
    watching.mutate(
      { kind, target, isOn: false },
      {
        onSuccess: () => showToast({ title: "No longer watched", text: name }),
        onError: () => showToast({ title: "Not changed", text: "Please try again.", tone: "destructive" }),
      },
    );
  return (
    <Section title="What you watch">
      <QueryView
        query={watches}
        loading={<div className="late skeleton mt-4 h-16" />}
        empty={<p className="pt-4 text-soft">You watch nothing yet. Press Watch on an article.</p>}
      >
        {(list) => (
          <ul aria-label="What you watch" className="divide-y divide-rule">
            {list.map((one) => (
              <li key={`${one.kind} ${one.target}`} className="flex items-center justify-between gap-4 py-3">
                <p className="min-w-0 wrap-anywhere">
                  <span className="text-13 text-soft">{WATCH_NAMES[one.kind]}</span> {one.name}
                </p>
                <Button
                  size="small"
                  look="quiet"
                  disabled={watching.isPending}
                  onClick={() => stop(one)}
                  aria-label={`Stop watching ${one.name}`}
                >
                  Stop
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
