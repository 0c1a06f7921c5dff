import { clsx } from "clsx";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** Lets a label beside the switch toggle it, too. */
  id?: string;
  disabled?: boolean;
  /** Drawn gray, because the recommended control is another one beside it. */
  isQuiet?: boolean;
}

export function Switch({ id, checked, onChange, label, disabled = false, isQuiet = false }: SwitchProps) {
  return (
    <button
      id={id}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={clsx(
        "group touch h-6 w-10 shrink-0 rounded-full border border-edge bg-sunken transition-colors disabled:opacity-50",
        !isQuiet && "aria-checked:border-accent aria-checked:bg-accent",
      )}
    >
      <span
        className={clsx(
          "block size-4 translate-x-[3px] rounded-full bg-edge transition-transform group-aria-checked:translate-x-[19px]",
          !isQuiet && "group-aria-checked:bg-on-accent",
        )}
      />
    </button>
  );
}
