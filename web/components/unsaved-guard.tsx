import { useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";

/**
 * Asks before unsaved input is lost. The app asks for links, the back button and the palette; the browser asks before
 * closing or reloading. Browsers without the Navigation API only ask in the second case.
 */
export function UnsavedGuard({ when }: { when: boolean }) {
  const id = useId();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<NavigationDestination | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!when) return;
    const keep = (event: BeforeUnloadEvent) => event.preventDefault();
    const ask = (event: NavigateEvent) => {
      const { destination } = event;
      const isThisPage = new URL(destination.url).pathname === window.location.pathname;
      if (isLeaving.current || isThisPage || !event.cancelable || event.defaultPrevented || !destination.sameDocument)
        return;
      event.preventDefault();
      setWanted(destination);
    };
    window.addEventListener("beforeunload", keep);
    window.navigation?.addEventListener("navigate", ask);
    return () => {
      window.removeEventListener("beforeunload", keep);
      window.navigation?.removeEventListener("navigate", ask);
    };
  }, [when]);

  const leave = () => {
    if (!wanted) return;
    isLeaving.current = true;
    const { pathname, search, hash } = new URL(wanted.url);
    const isInHistory = window.navigation.entries().some(({ key }) => key === wanted.key);
    if (isInHistory) window.navigation.traverseTo(wanted.key);
    else void navigate(pathname + search + hash);
  };

  return (
    <Modal
      open={wanted !== null}
      onClose={() => setWanted(null)}
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <h2 id={`${id}-title`} className="font-serif text-24">
        Leave without saving?
      </h2>
      <p id={`${id}-text`} className="mt-2 text-soft">
        Your changes in this form are not saved and will be lost.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={() => setWanted(null)}>Stay</Button>
        <Button look="danger" onClick={leave}>
          Leave without saving
        </Button>
      </div>
    </Modal>
  );
}
