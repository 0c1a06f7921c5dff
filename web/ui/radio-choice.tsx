interface RadioChoiceProps {
  /** The `name` attribute of the group of radio buttons. */
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  label: string;
  effect: string;
}

/** One of several choices, with its effect described below its label. */
export const RadioChoice = ({ name, isChosen, onChoose, label, effect }: RadioChoiceProps) => (
  <label className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 py-1.5">
    <input type="radio" name={name} className="mt-1 size-4 accent-accent" checked={isChosen} onChange={onChoose} />
    <span className="font-medium">{label}</span>
    <span className="col-start-2 text-13 text-soft">{effect}</span>
  </label>
);
