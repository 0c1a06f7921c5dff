import { useId, useState } from "react";
import { can } from "../../../shared/domain/access.ts";
import { type AssignableItem, useAssignItems } from "../../api/inbox.ts";
import { usePeople } from "../../api/people.ts";
import { formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";

interface AssignDialogProps {
  items: readonly AssignableItem[];
  onClose: () => void;
}

/** Assigns the items to a person, with a due date. */
export default function AssignDialog({ items, onClose }: AssignDialogProps) {
  const id = useId();
  const [first] = items;
  const same = items.length === 1 ? first?.assignment : undefined;
  const [assignee, setAssignee] = useState(same?.assignee?.id ?? "");
  const [dueOn, setDueOn] = useState(same?.dueOn ?? "");
  const assigning = useAssignItems();
  const save = () =>
    assigning.mutate(
      { ids: items.map((item) => item.id), assignee: assignee || null, dueOn: dueOn || null },
      { onSuccess: onClose },
    );
  return (
    <Modal
      open
      onClose={onClose}
      labelledBy={id}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <h2 id={id} className="font-serif text-24">
          {items.length === 1 ? "Who decides this?" : `Who decides these ${formatItems(items.length, "item")}?`}
        </h2>
        <div className="mt-5 flex flex-col gap-4">
          <AssigneeField value={assignee} onChange={setAssignee} />
          <DueField value={dueOn} onChange={setDueOn} />
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={assigning.isPending}>
            {assigning.isPending ? "Assigning..." : "Assign"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

function AssigneeField({ value, onChange }: FieldProps) {
  const people = usePeople();
  const deciders = (people.data ?? []).filter(({ membership }) => can({ membership }, "change", "inbox"));
  return (
    <Field label="Person">
      {(control) => (
        <select
          {...control}
          className="field-box"
          value={value}
          aria-busy={people.isPending}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">Unassigned</option>
          {deciders.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name || person.email}
              {person.isYou && " (you)"}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function DueField({ value, onChange }: FieldProps) {
  return (
    <Field label="Due" help="Shown with the item. Nothing happens automatically on that day.">
      {(control) => (
        <input
          {...control}
          type="date"
          className="field-box"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
