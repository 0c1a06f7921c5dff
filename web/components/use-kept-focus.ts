import { useEffect } from "react";

/** What a person is in the middle of, from the smallest up. */
const PLACES = "li, form, section, article, dialog, main";

/**
 * Where what has the focus leaves the page, as a row that is removed or a form that is saved does, the focus stays in what is left
 * around it; a button that was off while it worked has it again. Otherwise the browser gives it to the whole page: a keyboard
 * starts at the top again, a screen reader says nothing.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The focused element of the page's content, and all around it. */
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
        // Taken away on purpose, by a press beside everything.
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

/** Also in what cannot have the focus otherwise; it cannot again once the focus has moved on. */
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
