import { useEffect } from "react";

/** Elements that may take over the focus, smallest first. */
const PLACES = "li, form, section, article, dialog, main";

/**
 * Keeps the focus when the focused element disappears, for example a removed row or a saved form. The focus moves to
 * the closest remaining container. A button that was disabled during its action gets the focus back. Otherwise the
 * browser would focus the body: a keyboard user would start at the top again, and a screen reader would be silent.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    /** The focused element within the page's content, followed by its parent elements. */
    let path: HTMLElement[] = [];
    let wasOff = false;
    let isChecking = false;
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof HTMLElement && target.closest("main") ? pathOf(target) : [];
      wasOff = false;
    };
    const check = () => {
      isChecking = false;
      const [focused] = path;
      if (!focused) return;
      const isOff = focused.matches(":disabled");
      if (focused.isConnected && isOff) wasOff = true;
      else if (document.activeElement === document.body) {
        if (!focused.isConnected) keepFocusIn(path.find((one) => one.isConnected && one.matches(PLACES)));
        else if (wasOff) focused.focus({ preventScroll: true });
        // The person removed the focus on purpose, by clicking on empty space.
        else path = [];
      }
    };
    const checkSoon = () => {
      if (isChecking) return;
      isChecking = true;
      requestAnimationFrame(check);
    };
    const changes = new MutationObserver(checkSoon);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    document.addEventListener("focusin", remember);
    return () => {
      changes.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, []);
}

function pathOf(element: HTMLElement): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let one: HTMLElement | null = element; one; one = one.parentElement) path.push(one);
  return path;
}

/** Focuses the element. An element that cannot take the focus is made focusable until the focus moves on. */
function keepFocusIn(place: HTMLElement | undefined): void {
  if (!place) return;
  if (place.tabIndex < 0 && !place.hasAttribute("tabindex")) {
    place.tabIndex = -1;
    place.dataset["keptFocus"] = "";
    place.addEventListener(
      "blur",
      () => ["tabindex", "data-kept-focus"].forEach((name) => place.removeAttribute(name)),
      {
        once: true,
      },
    );
  }
  place.focus({ preventScroll: true });
}
