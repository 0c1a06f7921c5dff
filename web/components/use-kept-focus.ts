import { useEffect } from "react";

/** Containers that may take over the focus, from the smallest up. */
const PLACES = "li, form, section, article, dialog, main";

/**
 * When the focused element leaves the page, for example a removed row or a saved form, the focus moves to its closest remaining
 * container. A button that was disabled while it worked gets the focus back. Otherwise the browser focuses the body: a keyboard
 * starts at the top again, and a screen reader is silent.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The focused element within the page's content, followed by its ancestors. */
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
        // The person dropped the focus on purpose, by clicking on empty space.
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

/** Also makes elements focusable that are not; they lose that again when the focus moves on. */
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
