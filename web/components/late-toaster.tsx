import { type ComponentType, useEffect, useState } from "react";
import { getCurrentToast, subscribeToToasts } from "../lib/toast-store.ts";

/** A sign that somebody uses the page. A mouse moves long before a press that can cause a toast. */
const SIGNS_OF_USE = ["pointermove", "pointerdown", "keydown", "input"];

/** Calls `onUse` once, when somebody uses the page or a toast comes. Returns a function that ends this. */
function onNextUse(onUse: () => void): () => void {
  const ends = [subscribeToToasts(use), ...SIGNS_OF_USE.map((sign) => listen(sign, use))];
  const end = () => {
    for (const one of ends) one();
  };
  function use() {
    end();
    onUse();
  }
  return end;
}

function listen(sign: string, listener: () => void): () => void {
  addEventListener(sign, listener);
  return () => removeEventListener(sign, listener);
}

/**
 * Loads the toasts when somebody first uses the page, because a first visit shows none. Toasts wait in their store
 * meanwhile. Where the code cannot be loaded, the next use tries again.
 */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    let end: (() => void) | undefined;
    const load = () => void import("../ui/toaster.tsx").then((module) => setToaster(() => module.Toaster), wait);
    const wait = () => {
      end = onNextUse(load);
    };
    if (getCurrentToast()) load();
    else wait();
    return () => end?.();
  }, []);
  return Toaster && <Toaster />;
}
