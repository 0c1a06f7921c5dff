import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";

interface ShowMoreProps {
  shown: number;
  total: number;
  reading: "idle" | "reading" | "failed";
  onMore: () => void;
}

/**
 * The button that loads the next page. Scrolling loads it automatically; the button is for keyboards and screen
 * readers, and for a retry after a failure.
 */
export function ShowMore({ shown, total, reading, onMore }: ShowMoreProps) {
  return (
    <div className="mt-6 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-13 text-soft">
      <output className="tabular-nums">
        {reading === "failed"
          ? "More articles could not be loaded. Those above are complete."
          : `${formatCount(shown)} of ${formatCount(total)} articles`}
      </output>
      <Button size="small" aria-disabled={reading === "reading"} onClick={() => onMore()}>
        {reading === "reading" ? "Loading..." : reading === "failed" ? "Try again" : "Show more"}
      </Button>
    </div>
  );
}
