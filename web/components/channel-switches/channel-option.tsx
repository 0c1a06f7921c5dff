import { Switch } from "../../ui/switch.tsx";

interface ChannelOptionProps {
  name: string;
  /** The accessible label of the switch; contains the channel's name. */
  label: string;
  /** The sentence under the switch that describes the switch's effect. */
  text: string;
  isOn: boolean;
  /** The reason why the option cannot be switched on. Switching off is always possible. */
  cannot: string | null;
  onChange: (isOn: boolean) => void;
}

export function ChannelOption({ name, label, text, isOn, cannot, onChange }: ChannelOptionProps) {
  return (
    <div className="mt-3 flex items-start gap-3">
      <Switch checked={isOn} label={label} disabled={cannot !== null && !isOn} onChange={onChange} />
      <div className="max-w-[65ch] text-13 text-soft">
        <p className="text-15 text-ink" aria-hidden="true">
          {name}
        </p>
        <p className="mt-0.5">{text}</p>
        {cannot && <p className="mt-0.5 text-busy">{cannot}</p>}
      </div>
    </div>
  );
}
