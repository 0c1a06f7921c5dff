import { Button } from "../../ui/button.tsx";

interface ChoiceButtonProps {
  name: string;
  /** From 1: the key that presses it, while its item has the focus or several are selected. */
  number: number;
  answer: "accept" | "decline" | undefined;
  disabled?: boolean;
  onClick?: () => void;
}

export function ChoiceButton({ name, number, answer, disabled, onClick }: ChoiceButtonProps) {
  return (
    <Button
      size="small"
      data-choice={number}
      data-answer={answer}
      aria-keyshortcuts={String(number)}
      disabled={disabled}
      onClick={onClick}
    >
      <kbd aria-hidden="true" className="font-mono text-12 text-faint max-sm:hidden [@media(hover:none)]:hidden">
        {number}
      </kbd>
      {name}
    </Button>
  );
}
