import type { NotificationSettings } from "../../../../shared/contract/notifications.ts";
import type { MailFrequency } from "../../../../shared/domain/notifications.ts";
import { Field } from "../../../ui/field.tsx";

const PACES: readonly [MailFrequency, string][] = [
  ["at-once", "Immediately"],
  ["daily", "Once a day"],
  ["weekly", "Once a week"],
  ["never", "Never"],
];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface MailPaceFieldsProps {
  draft: NotificationSettings;
  change: (part: Partial<NotificationSettings>) => void;
}

export function MailPaceFields({ draft, change }: MailPaceFieldsProps) {
  return (
    <div className="grid gap-5 pt-4 sm:grid-cols-3">
      <Field label="How often">
        {(control) => (
          <select
            {...control}
            className="field-box"
            value={draft.mail}
            onChange={({ target }) => change({ mail: target.value as MailFrequency })}
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
