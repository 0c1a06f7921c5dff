import { useEffect, useEffectEvent } from "react";

const isOfPanel = (state: unknown) => (state as { panel?: boolean } | null)?.panel === true;

/**
 * While `isOpen`, the browser's Back closes the panel and stays on the page. The panel gets a history entry with the
 * same URL. The router is not told, because the page stays the same.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    history.pushState({ ...history.state, panel: true }, "");
    const closeOnBack = (event: PopStateEvent) => {
      if (isOfPanel(event.state)) return;
      event.stopImmediatePropagation();
      onBack();
    };
    window.addEventListener("popstate", closeOnBack, { capture: true });
    return () => {
      window.removeEventListener("popstate", closeOnBack, { capture: true });
      // The panel was closed by its button, so its history entry is removed. After Back, or a link to another page,
      // that entry is no longer the current one.
      if (!isOfPanel(history.state)) return;
      const hide = (event: PopStateEvent) => event.stopImmediatePropagation();
      window.addEventListener("popstate", hide, { capture: true, once: true });
      history.back();
    };
  }, [isOpen]);
}
