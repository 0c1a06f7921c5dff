import { clsx } from "clsx";
import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import {
  dismissToast,
  getCurrentToast,
  getToastLift,
  type Toast as ShownToast,
  subscribeToToasts,
  TOAST_MS,
  TOAST_SWIPE_PX,
  TOAST_WITH_ACTION_MS,
} from "../lib/toast-store.ts";
import { Button } from "./button.tsx";
import { ServerSentence } from "./server-sentence.tsx";

/** At the lower right on wide screens. On a phone it is one line below the top bar, because decisions are at the bottom. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, getCurrentToast);
  const lift = useSyncExternalStore(subscribeToToasts, getToastLift);
  return (
    // The key restarts the timer for each toast. Otherwise Radix would keep the timer paused after a toast that was
    // touched or had the focus.
    <Toast.Provider key={toast?.id} duration={TOAST_MS} swipeThreshold={TOAST_SWIPE_PX}>
      {toast && (
        <Toast.Root
          key={toast.id}
          defaultOpen
          duration={toast.action ? TOAST_WITH_ACTION_MS : TOAST_MS}
          type={toast.tone === "destructive" ? "foreground" : "background"}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          className={clsx(
            "appear relative grid grid-cols-[1fr_auto] gap-x-3 rounded-box border bg-raised p-4 shadow-lift max-lg:grid-cols-[1fr_auto_auto] max-lg:items-center max-lg:py-0.5 max-lg:pr-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
            toast.tone === "destructive" ? "border-wrong" : "border-edge",
          )}
        >
          <Toast.Title
            className={clsx(
              "font-semibold",
              toast.tone === "destructive" && "text-wrong",
              !toast.text && "max-lg:row-span-2",
              toast.action && "max-lg:truncate",
            )}
          >
            {toast.title}
          </Toast.Title>
          <Toast.Close
            aria-label="Close"
            className="relative z-10 row-span-3 -m-3 grid size-10 place-items-center self-start text-faint hover:text-ink max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1 max-lg:m-0 pointer-coarse:size-11"
          >
            <X className="size-4" aria-hidden="true" />
          </Toast.Close>
          {toast.text && <Text {...toast} text={toast.text} />}
          {toast.action && (
            <Toast.Action asChild altText={`${toast.action.label}: ${toast.title}`}>
              <Button
                size="small"
                className="relative z-10 col-start-1 mt-3 justify-self-start max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-1 max-lg:mt-0"
                onClick={toast.action.run}
              >
                {toast.action.label}
              </Button>
            </Toast.Action>
          )}
        </Toast.Root>
      )}
      <Toast.Viewport
        style={{ bottom: lift }}
        className="fixed right-0 z-50 w-full p-4 outline-none max-lg:top-15.25 max-lg:bottom-auto! max-lg:p-1 sm:max-w-[420px]"
      />
    </Toast.Provider>
  );
}

/** On touch screens the whole toast is the link. Its buttons are above the link. */
function Text({ text, to, action }: ShownToast & { text: string }) {
  return (
    <Toast.Description className={clsx("col-start-1 text-soft max-lg:text-13", action && "max-lg:truncate")}>
      {to ? (
        <Link
          to={to}
          dir="auto"
          className="font-medium text-link pointer-coarse:after:absolute pointer-coarse:after:inset-0"
        >
          {text}
        </Link>
      ) : (
        <ServerSentence text={text} />
      )}
    </Toast.Description>
  );
}
