import { type FormEvent, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { Retention, RetentionEffect } from "../../../../shared/contract/retention.ts";
import { useRetentionEffect, useSaveRetention } from "../../../api/retention.ts";
import { useContractForm } from "../../../components/use-contract-form.ts";
import { formatItems } from "../../../lib/format.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";
import { DaysChoice } from "./days-choice.tsx";
import { describeRetentionEffect, EffectNote } from "./effect-note.tsx";
import { parseDays } from "./keep-days.ts";

/** The choice of a retention period. Its effect is shown before anything is deleted. */
export function RetentionForm({ saved }: { saved: Retention }) {
  const form = useContractForm(useSaveRetention(), {
    values: { days: saved.keepDays === null ? "" : String(saved.keepDays), keepsQuotes: saved.keepsQuotes },
    toBody: ({ days, keepsQuotes }) => ({ keepDays: daysOf(days) ?? null, keepsQuotes }),
    onSaved: (_, { days }) => showToast(describeSaved(daysOf(days) ?? null)),
  });
  const [isAsking, setAsking] = useState(false);
  const { days, keepsQuotes } = form.values;
  const keepDays = daysOf(days);
  const rested = useDebounced(keepDays ?? null, 300);
  const effect = useRetentionEffect({ keepDays: rested, keepsQuotes });
  const isValid = keepDays !== undefined;
  const isKnown = keepDays === null || (rested === keepDays && effect.isSuccess && !effect.isPlaceholderData);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || !isKnown || !form.isDirty) return;
    if (forgets(keepDays, effect.data)) setAsking(true);
    else form.submit();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6 pt-6">
      <DaysChoice days={days} onChange={(text) => form.change("days", text)} />
      {keepDays !== null && <Quotes keepsQuotes={keepsQuotes} registered={form.register("keepsQuotes")} />}
      {keepDays !== null && isValid && <EffectNote effect={effect} isCurrent={isKnown} keepDays={keepDays} />}
      <SaveError error={form.failure} />
      <div>
        <Button type="submit" look="primary" disabled={!form.isDirty || !isValid || !isKnown || form.isSaving}>
          {form.isSaving ? "Saving..." : "Save"}
        </Button>
      </div>
      {effect.data && (
        <ConfirmDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title="Delete this text permanently?"
          text={`${describeRetentionEffect(effect.data)} Nobody can bring it back, except from a backup that is older.`}
          confirm={
            effect.data.messages > 0
              ? `Delete ${formatItems(effect.data.messages, "message")}`
              : `Delete ${formatItems(effect.data.quotes, "quote")}`
          }
          onConfirm={form.submit}
        />
      )}
    </form>
  );
}

const forgets = (keepDays: number | null | undefined, effect: RetentionEffect | undefined) =>
  typeof keepDays === "number" && effect !== undefined && effect.messages + effect.quotes > 0;

/** Reads the chosen period: null for ever, undefined if the text is no number of days. */
const daysOf = (text: string) => (text === "" ? null : parseDays(text));

const describeSaved = (keepDays: number | null) =>
  keepDays === null
    ? { title: "Saved", text: "The text of messages is kept for ever from now on." }
    : {
        title: "Saved",
        text: `What was read more than ${formatItems(keepDays, "day")} ago is deleted within minutes.`,
      };

function Quotes({ keepsQuotes, registered }: { keepsQuotes: boolean; registered: UseFormRegisterReturn }) {
  return (
    <label className="flex min-h-11 max-w-[65ch] items-start gap-3">
      <input type="checkbox" className="mt-1 size-4 shrink-0 accent-accent" {...registered} />
      <span>
        Articles keep the text of their source messages
        <span className="block text-13 text-soft">
          {keepsQuotes
            ? "The messages behind an article can still be read beside it. The text of all other messages is deleted."
            : "Beside an article you see who wrote when, with the link to the chat. Its own sentences stay."}
        </span>
      </span>
    </label>
  );
}
