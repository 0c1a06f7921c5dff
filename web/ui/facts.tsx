import { Children, type ReactNode } from "react";

/** Short facts in a row, separated by dots except at line breaks. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    // Each dot is left of its fact. At the start of a line, the dot is outside the box and hidden.
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
