import { clsx } from "clsx";
import { Switch as Radix } from "radix-ui";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
  /** Drawn gray: it is beside the control that people are meant to use. */
  isQuiet?: boolean;
}

export function Switch({ checked, onChange, label, disabled = false, isQuiet = false }: SwitchProps) {
  return (
    <Radix.Root
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label}
      className={clsx(
        "touch h-6 w-10 shrink-0 rounded-full border border-edge bg-sunken transition-colors disabled:opacity-50",
        !isQuiet && "data-[state=checked]:border-accent data-[state=checked]:bg-accent",
      )}
    >
      <Radix.Thumb
        className={clsx(
          "block size-4 translate-x-[3px] rounded-full bg-edge transition-transform data-[state=checked]:translate-x-[19px]",
          !isQuiet && "data-[state=checked]:bg-on-accent",
        )}
      />
    </Radix.Root>
  );
}
