import { type RefObject, useEffect, useState } from "react";

type TooltipModule = typeof import("../../ui/tooltip.tsx");

/** The distance to the viewport at which the code is loaded, so that it is ready when the pointer arrives. */
const NEAR = "300px";

/** Loads the tooltip component when the element comes near the viewport; null until then. */
export function useTooltips(place: RefObject<Element | null>): TooltipModule | null {
  const [tooltips, setTooltips] = useState<TooltipModule | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const leaving = new AbortController();
    const show = async () => {
      const loaded = await import("../../ui/tooltip.tsx");
      // Adding tooltips around the focused element would remove its focus.
      if (element.contains(document.activeElement))
        element.addEventListener("focusout", () => setTooltips(loaded), { once: true, signal: leaving.signal });
      else if (!leaving.signal.aborted) setTooltips(loaded);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        // If the code cannot be loaded, all elements still have a name for keyboards and screen readers.
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
