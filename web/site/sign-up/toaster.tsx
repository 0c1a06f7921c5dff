import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { dismissToast, getCurrentToast, subscribeToToasts, TOAST_MS, TOAST_SWIPE_PX } from "../../lib/toast-store.ts";

/**
 * Shows toasts like the application (web/ui/toaster.tsx), but without the library, which would make this page a fifth
 * larger.
 */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, getCurrentToast, () => null);
  const region = useRef<HTMLElement>(null);
  const [isHeld, setHeld] = useState(false);
  const swipe = useSwipe();
  const dismiss = () => {
    setHeld(false);
    swipe.end();
    if (toast) dismissToast(toast.id);
  };
  const release = () => (swipe.isAway ? dismiss() : swipe.end());

  useEffect(() => {
    if (!toast || isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  useEffect(() => {
    const here = region.current;
    const stop = new AbortController();
    const on = { signal: stop.signal };
    document.addEventListener("keydown", ({ key }) => key === "F8" && here?.focus(), on);
    here?.addEventListener("focusin", () => setHeld(true), on);
    here?.addEventListener("focusout", () => setHeld(false), on);
    return () => stop.abort();
  }, []);

  return (
    <section ref={region} className="toasts" aria-label="Notifications (F8)" tabIndex={-1}>
      <div role={toast?.tone === "destructive" ? "alert" : "status"}>
        {toast && (
          <div
            key={toast.id}
            className={`toast ${toast.tone ?? "default"}`}
            ref={(element) => element?.style.setProperty("translate", `${swipe.moved}px`)}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => {
              setHeld(false);
              release();
            }}
            onPointerDown={swipe.begin}
            onPointerMove={swipe.move}
            onPointerUp={release}
          >
            <p className="title">{toast.title}</p>
            <p>{toast.text}</p>
            <button type="button" onClick={dismiss}>
              Close
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

/** Dismisses a toast by a swipe to the right. */
function useSwipe() {
  const [start, setStart] = useState<number | null>(null);
  const [moved, setMoved] = useState(0);
  const end = () => {
    setStart(null);
    setMoved(0);
  };
  return {
    moved,
    isAway: moved > TOAST_SWIPE_PX,
    end,
    begin: ({ clientX }: PointerEvent) => setStart(clientX),
    move: ({ clientX }: PointerEvent) => start !== null && setMoved(Math.max(0, clientX - start)),
  };
}
