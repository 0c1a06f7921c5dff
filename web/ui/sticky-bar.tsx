import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { liftToasts } from "../lib/toast-store.ts";

const GAP_PX = 12;

/** Stays in sight at the lower edge while the list above it scrolls; toasts are over it. The last thing on a page. */
export function StickyBar(props: ComponentProps<"section">) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => liftToasts((entry?.borderBoxSize[0]?.blockSize ?? 0) + GAP_PX));
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      liftToasts(0);
    };
  }, []);
  return (
    <section
      ref={bar}
      data-sticky-bar
      // Down into the page's own lower margin, so that it lies as low at the end of the page as anywhere else.
      className="appear sticky bottom-3 z-20 mt-5 -mb-21 rounded-box border border-edge bg-raised px-4 py-3 shadow-lift"
      {...props}
    />
  );
}
