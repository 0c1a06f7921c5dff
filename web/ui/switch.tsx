import { Switch as Radix } from "radix-ui";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
}

export function Switch({ checked, onChange, label, disabled = false }: SwitchProps) {
  return (
    <Radix.Root
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label}
      className="touch h-6 w-10 shrink-0 rounded-full border border-edge bg-sunken transition-colors disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-4 translate-x-[3px] rounded-full bg-edge transition-transform data-[state=checked]:translate-x-[19px] data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
