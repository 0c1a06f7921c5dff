import { type ComponentType, lazy, Suspense } from "react";
import { getCurrentToast, subscribeToToasts } from "../lib/toast-store.ts";

/** A sign that somebody uses the page. A mouse moves long before a press that can cause a toast. */
const SIGNS_OF_USE = ["pointermove", "pointerdown", "keydown"] as const;

/** Resolves when somebody first uses the page, or when there is a toast to show. */
function waitForUse(): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const use = () => {
      stop.abort();
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribeToToasts(() => getCurrentToast() && use());
    for (const sign of SIGNS_OF_USE) window.addEventListener(sign, use, { signal: stop.signal, passive: true });
    if (getCurrentToast()) use();
  });
}

const Toaster = lazy<ComponentType>(() =>
  waitForUse()
    .then(() => import("../ui/toaster.tsx"))
    .then(
      (module) => ({ default: module.Toaster }),
      () => ({ default: () => null }),
    ),
);

/**
 * Loads the toasts when somebody first uses the page, because a first visit shows none. Toasts wait in their store
 * meanwhile, and the page works without this chunk.
 */
export function LateToaster() {
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
