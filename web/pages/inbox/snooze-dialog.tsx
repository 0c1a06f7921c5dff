import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { LONGEST_SNOOZE_DAYS } from "../../../shared/domain/inbox.ts";
import { type AssignableItem, useSnoozeItems } from "../../api/inbox.ts";
import { formatDay, formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";
import { rememberSnooze } from "./decisions.ts";

interface SnoozeDialogProps {
  items: readonly AssignableItem[];
  onClose: () => void;
  onSnoozed: () => void;
}

const MONDAY = 1;
const WEEK_DAYS = 7;

/** '2026-12-01' in the reader's time zone. */
function dayAfter(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

const daysToMonday = () => (MONDAY - new Date().getDay() + WEEK_DAYS) % WEEK_DAYS || WEEK_DAYS;

/** The morning of the day in the reader's time zone. */
const momentOf = (day: string) => new Date(`${day}T06:00:00`).toISOString();

export default function SnoozeDialog({ items, onClose, onSnoozed }: SnoozeDialogProps) {
  const id = useId();
  const { snooze, isPending } = useSnoozing(items, onSnoozed);
  const [isOther, setOther] = useState(false);
  return (
    <Modal
      open
      onClose={onClose}
      labelledBy={id}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <h2 id={id} className="font-serif text-24">
        {items.length === 1 ? "Snooze until" : `Snooze ${formatItems(items.length, "item")} until`}
      </h2>
      {items.length === 1 && (
        <p dir="auto" className="mt-1 line-clamp-2 wrap-anywhere text-soft">
          {items[0]?.article.title}
        </p>
      )}
      <p className="mt-1 text-13 text-soft">
        For everyone who reviews. {items.length === 1 ? "It is" : "They are"} in the inbox again that morning.
      </p>
      {isOther ? (
        <AnotherDay isPending={isPending} onSnooze={snooze} onBack={() => setOther(false)} />
      ) : (
        <div className="mt-5 flex flex-wrap gap-2">
          {usualDays().map(([name, day]) => (
            <Button key={name} size="small" disabled={isPending} onClick={() => snooze(day)}>
              {name}, {formatDay(momentOf(day))}
            </Button>
          ))}
          <Button size="small" onClick={() => setOther(true)}>
            Another day…
          </Button>
          <Button size="small" look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      )}
    </Modal>
  );
}

/** On a Sunday tomorrow is next Monday, and on a Monday that is in a week: neither is offered twice. */
const usualDays = (): [name: string, day: string][] => [
  ["Tomorrow", dayAfter(1)],
  ...(daysToMonday() > 1 && daysToMonday() < WEEK_DAYS
    ? [["Next Monday", dayAfter(daysToMonday())] as [string, string]]
    : []),
  ["In a week", dayAfter(WEEK_DAYS)],
  ["In four weeks", dayAfter(4 * WEEK_DAYS)],
];

/** Shows until when the items are snoozed, with an undo action. */
function useSnoozing(items: readonly AssignableItem[], onSnoozed: () => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useSnoozeItems();
  const ids = items.map((item) => item.id);
  const snooze = (day: string) => {
    const until = momentOf(day);
    const onSuccess = () => {
      onSnoozed();
      rememberSnooze(queryClient, items, until);
    };
    mutate({ ids, until }, { onSuccess });
  };
  return { snooze, isPending };
}

interface AnotherDayProps {
  isPending: boolean;
  onSnooze: (day: string) => void;
  onBack: () => void;
}

/** Takes the place of the usual days, so that there is one way at a time to confirm. */
function AnotherDay({ isPending, onSnooze, onBack }: AnotherDayProps) {
  const [day, setDay] = useState(dayAfter(1));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (day) onSnooze(day);
  };
  return (
    <form onSubmit={submit} className="mt-5">
      <Field label="Another day">
        {(control) => (
          <input
            {...control}
            ref={field}
            type="date"
            className="field-box"
            required
            min={dayAfter(1)}
            max={dayAfter(LONGEST_SNOOZE_DAYS - 1)}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
      </Field>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onBack}>Back</Button>
        <Button look="primary" type="submit" disabled={isPending}>
          Snooze
        </Button>
      </div>
    </form>
  );
}
