import { Children, type ReactNode } from "react";

/** Short facts in a row, with dots between them; where the row breaks there is none. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    // A dot is left of its fact: at the beginning of a line that is outside, and cut off.
    <span className="-ml-1 flex flex-wrap gap-x-[0.8em] overflow-x-clip pl-1">
      {Children.map(Children.toArray(children), (fact, index) => (
        <span className="min-w-0">
          {index > 0 && <span className="-ml-[0.8em] inline-block w-[0.8em] text-center whitespace-pre"> · </span>}
          {fact}
        </span>
      ))}
    </span>
  );
}
