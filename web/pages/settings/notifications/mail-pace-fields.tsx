import type { NotificationSettings } from "../../../../shared/contract/notifications.ts";
import type { MailFrequency } from "../../../../shared/domain/notifications.ts";
import type { ContractForm } from "../../../components/use-contract-form.ts";
import { Field } from "../../../ui/field.tsx";

const PACES: readonly [MailFrequency, string][] = [
  ["at-once", "Immediately"],
  ["daily", "Once a day"],
  ["weekly", "Once a week"],
  ["never", "Never"],
];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function MailPaceFields({ form: { values, register } }: { form: ContractForm<NotificationSettings> }) {
  const { mail } = values;
  return (
    <div className="grid gap-5 pt-4 sm:grid-cols-3">
      <Field label="How often">
        {(control) => (
          <select {...control} className="field-box" {...register("mail")}>
            {PACES.map(([pace, name]) => (
              <option key={pace} value={pace}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {mail === "weekly" && (
        <Field label="Day">
          {(control) => (
            <select {...control} className="field-box" {...register("weekday", { valueAsNumber: true })}>
              {WEEKDAYS.map((day, at) => (
                <option key={day} value={at + 1}>
                  {day}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {(mail === "daily" || mail === "weekly") && (
        <Field label="Time" help="In your time zone (Personal Information)">
          {(control) => (
            <select {...control} className="field-box" {...register("hour", { valueAsNumber: true })}>
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
