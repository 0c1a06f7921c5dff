import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { CONDITION_CHARACTERS } from "../../../shared/domain/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

interface ConditionsFormProps {
  onKeep: (conditions: { known: string; fresh: string }) => void;
  onCancel: () => void;
}

/** Keeps both statements, each with its condition, such as 'in production', if it has one. */
export function ConditionsForm({ onKeep, onCancel }: ConditionsFormProps) {
  const [known, setKnown] = useState("");
  const [fresh, setFresh] = useState("");
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    onKeep({ known: known.trim(), fresh: fresh.trim() });
  };
  const leave = (event: KeyboardEvent) => event.key === "Escape" && onCancel();
  return (
    <form noValidate onSubmit={keep} className="appear mt-4 grid gap-x-8 gap-y-4 md:grid-cols-2">
      <Field label="What the article says applies… (optional)">
        {(control) => (
          <input
            {...control}
            ref={first}
            className="field-box"
            placeholder="in production"
            onKeyDown={leave}
            maxLength={CONDITION_CHARACTERS}
            value={known}
            onChange={(event) => setKnown(event.target.value)}
          />
        )}
      </Field>
      <Field label="What was said later applies… (optional)">
        {(control) => (
          <input
            {...control}
            className="field-box"
            placeholder="on staging"
            onKeyDown={leave}
            maxLength={CONDITION_CHARACTERS}
            value={fresh}
            onChange={(event) => setFresh(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2 md:col-span-2">
        <Button type="submit" look="primary" size="small">
          Keep both
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
