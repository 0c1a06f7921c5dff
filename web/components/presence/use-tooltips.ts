import { type RefObject, useEffect, useState } from "react";

type Tooltips = typeof import("../../ui/tooltip.tsx");

/** So far around it that they are there when the pointer is. */
const NEAR = "300px";

/** The tooltips of this place, loaded when it comes near the visible part of the page; null until then. */
export function useTooltips(place: RefObject<Element | null>): Tooltips | null {
  const [tooltips, setTooltips] = useState<Tooltips | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const leaving = new AbortController();
    const show = async () => {
      const loaded = await import("../../ui/tooltip.tsx");
      // Around what has the focus they would take it away.
      if (element.contains(document.activeElement))
        element.addEventListener("focusout", () => setTooltips(loaded), { once: true, signal: leaving.signal });
      else if (!leaving.signal.aborted) setTooltips(loaded);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        // Without them everything is still named for the keyboard and screen readers.
        show().catch(() => {});
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      leaving.abort();
    };
  }, [place]);
  return tooltips;
}
