import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { raiseToasts } from "../lib/toast-store.ts";

const GAP_PX = 12;

/** Sticks to the lower edge while the list above scrolls. Toasts appear above it. Must be the page's last element. */
export function StickyBar(props: ComponentProps<"section">) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => raiseToasts((entry?.borderBoxSize[0]?.blockSize ?? 0) + GAP_PX));
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      raiseToasts(0);
    };
  }, []);
  return (
    <section
      ref={bar}
      data-sticky-bar
      // Extends into the page's bottom margin, so that its distance to the edge is the same everywhere.
      className="appear sticky bottom-3 z-20 mt-5 -mb-21 rounded-box border border-edge bg-raised px-4 py-3 shadow-lift max-sm:px-2 max-sm:py-1.5"
      {...props}
    />
  );
}
