import { type FormEvent, useState } from "react";
import type { Retention, RetentionChoice, RetentionEffect } from "../../../../shared/contract/retention.ts";
import { useRetentionEffect, useSaveRetention } from "../../../api/retention.ts";
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
  const saving = useSaveRetention();
  const [days, setDays] = useState(saved.keepDays === null ? "" : String(saved.keepDays));
  const [keepsQuotes, setKeepsQuotes] = useState(saved.keepsQuotes);
  const [isAsking, setAsking] = useState(false);
  const keepDays = days === "" ? null : parseDays(days);
  const rested = useDebounced(keepDays ?? null, 300);
  const effect = useRetentionEffect({ keepDays: rested, keepsQuotes });
  const isValid = keepDays !== undefined;
  const isChanged = keepDays !== saved.keepDays || keepsQuotes !== saved.keepsQuotes;
  const isKnown = keepDays === null || (rested === keepDays && effect.isSuccess && !effect.isPlaceholderData);
  const save = () => {
    if (keepDays === undefined) return;
    saving.mutate({ keepDays, keepsQuotes }, { onSuccess: () => showToast(saidOf({ keepDays, keepsQuotes })) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || !isKnown || !isChanged) return;
    if (forgets(keepDays, effect.data)) setAsking(true);
    else save();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6 pt-6">
      <DaysChoice days={days} onChange={setDays} />
      {keepDays !== null && <Quotes keepsQuotes={keepsQuotes} onChange={setKeepsQuotes} />}
      {keepDays !== null && isValid && <EffectNote effect={effect} isCurrent={isKnown} keepDays={keepDays} />}
      <SaveError error={saving.error} />
      <div>
        <Button type="submit" look="primary" disabled={!isChanged || !isValid || !isKnown || saving.isPending}>
          {saving.isPending ? "Saving..." : "Save"}
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
          onConfirm={save}
        />
      )}
    </form>
  );
}

const forgets = (keepDays: number | null | undefined, effect: RetentionEffect | undefined) =>
  typeof keepDays === "number" && effect !== undefined && effect.messages + effect.quotes > 0;

const saidOf = ({ keepDays }: RetentionChoice) =>
  keepDays === null
    ? { title: "Saved", text: "The text of messages is kept for ever from now on." }
    : {
        title: "Saved",
        text: `What was read more than ${formatItems(keepDays, "day")} ago is deleted within minutes.`,
      };

function Quotes({ keepsQuotes, onChange }: { keepsQuotes: boolean; onChange: (keepsQuotes: boolean) => void }) {
  return (
    <label className="flex min-h-11 max-w-[65ch] items-start gap-3">
      <input
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-accent"
        checked={keepsQuotes}
        onChange={({ target }) => onChange(target.checked)}
      />
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
