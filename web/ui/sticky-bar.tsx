import { type ComponentProps, useLayoutEffect, useRef } from "react";

/** The distance of toasts from the lower edge: they stand above the bar, never over its buttons. */
const TOASTS = "--toasts-bottom";
const GAP_PX = 12;

/** Stays in sight at the lower edge while the list above it scrolls. The last thing on a page. */
export function StickyBar(props: ComponentProps<"section">) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty(TOASTS, `${height + GAP_PX}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty(TOASTS);
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
