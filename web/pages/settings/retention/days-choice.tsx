import { useId, useState } from "react";
import { KEEP_DAYS, SUGGESTED_KEEP_DAYS } from "../../../../shared/domain/retention.ts";
import { Field } from "../../../ui/field.tsx";
import { parseDays } from "./keep-days.ts";

interface DaysChoiceProps {
  /** The typed text; '' means forever. */
  days: string;
  onChange: (days: string) => void;
}

const isUsual = (days: string) => SUGGESTED_KEEP_DAYS.some((usual) => String(usual) === days);

export function DaysChoice({ days, onChange }: DaysChoiceProps) {
  const group = useId();
  const [isOwn, setOwn] = useState(days !== "" && !isUsual(days));
  const choice = (label: string, value: string, isChosen: boolean, own = false) => (
    <label className="flex min-h-9 cursor-pointer items-center gap-3 pointer-coarse:min-h-11">
      <input
        type="radio"
        name={group}
        className="size-4 accent-accent"
        checked={isChosen}
        onChange={() => {
          setOwn(own);
          onChange(value);
        }}
      />
      {label}
    </label>
  );
  return (
    <fieldset>
      <legend className="pb-1 font-medium">Keep the text of messages</legend>
      <p className="pb-2 text-13 text-soft">
        Counted from the day Lorekeep read a message, not from the day it was sent.
      </p>
      {choice("Forever", "", days === "" && !isOwn)}
      {SUGGESTED_KEEP_DAYS.map((usual) => (
        <div key={usual}>{choice(`${usual} days`, String(usual), !isOwn && days === String(usual))}</div>
      ))}
      {choice("Another number of days", isUsual(days) || days === "" ? "180" : days, isOwn, true)}
      {isOwn && (
        <div className="mt-1 ml-7 w-40">
          <Field
            label="Days"
            error={parseDays(days) === undefined ? `Give ${KEEP_DAYS.min} to ${KEEP_DAYS.max} days.` : undefined}
          >
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                className="field-box"
                value={days.trim()}
                // An empty field is not a valid choice. It must not become '', which means forever.
                onChange={({ target }) => onChange(target.value === "" ? " " : target.value.trim())}
              />
            )}
          </Field>
        </div>
      )}
    </fieldset>
  );
}
