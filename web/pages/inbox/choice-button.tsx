import { Button } from "../../ui/button.tsx";

interface ChoiceButtonProps {
  name: string;
  /** From 1: the key that presses it, while its item has the focus or several are selected. */
  number: number;
  answer: "accept" | "decline" | undefined;
  onClick?: () => void;
}

export function ChoiceButton({ name, number, answer, onClick }: ChoiceButtonProps) {
  return (
    <Button size="small" data-choice={number} data-answer={answer} aria-keyshortcuts={String(number)} onClick={onClick}>
      <kbd aria-hidden="true" className="font-mono text-12 text-faint max-sm:hidden [@media(hover:none)]:hidden">
        {number}
      </kbd>
      {name}
    </Button>
  );
}
