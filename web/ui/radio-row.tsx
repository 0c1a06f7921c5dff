interface RadioRowProps {
  group: string;
  label: string;
  effect: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of several choices, with what it does below its name. */
export function RadioRow({ group, label, effect, isChosen, onChoose }: RadioRowProps) {
  return (
    <label className="clear-left grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 py-1.5">
      <input
        type="radio"
        name={group}
        className="mt-1 size-4 accent-accent"
        checked={isChosen}
        onChange={() => onChoose()}
      />
      <span className="font-medium">{label}</span>
      <span className="col-start-2 text-13 text-soft">{effect}</span>
    </label>
  );
}
