import { Button } from "../../ui/button.tsx";

interface ChoiceButtonProps {
  name: string;
  /** The key, from 1, that presses the button while its item has the focus or several are selected. */
  number: number;
  answer: "accept" | "decline" | undefined;
  /** True for the most frequent choice, where an item has the page to itself. */
  isMain?: boolean;
  disabled?: boolean;
  onClick?: () => void;
}

const LETTERS = { accept: "a", decline: "d" };

export function ChoiceButton({ name, number, answer, isMain = false, disabled, onClick }: ChoiceButtonProps) {
  const key = answer ? LETTERS[answer] : String(number);
  return (
    <Button
      size="small"
      look={isMain ? "primary" : "plain"}
      data-choice={number}
      data-answer={answer}
      aria-keyshortcuts={key}
      disabled={disabled}
      onClick={onClick}
    >
      <KeyName name={key} isOnAccent={isMain} />
      {name}
    </Button>
  );
}

/** The name of a button's key, shown on devices with a keyboard. */
export const KeyName = ({ name, isOnAccent = false }: { name: string; isOnAccent?: boolean }) => (
  <kbd
    aria-hidden="true"
    className={`font-mono text-12 max-sm:hidden [@media(hover:none)]:hidden ${isOnAccent ? "" : "text-faint"}`}
  >
    {name}
  </kbd>
);

const SECOND_CLICK_MS = 500;

/** The list moves up under the pointer, so the second of two clicks would decide the next item. Undo is outside of items. */
export function ignoreSecondClick(): void {
  const ignore = (event: MouseEvent) => {
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    const isInItem = event.target instanceof Element && event.target.closest("[data-item], [data-review]") !== null;
    if (!isInItem || !(isTouch || event.detail > 1)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", ignore, { capture: true });
  setTimeout(() => document.removeEventListener("click", ignore, { capture: true }), SECOND_CLICK_MS);
}
