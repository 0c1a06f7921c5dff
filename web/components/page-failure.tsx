import { Component, type ReactNode, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";

/** The interval at which the browser checks whether the server can be reached again. */
const TRY_AGAIN_MS = 5_000;

/**
 * Shown in place of a page that threw an error or failed to load. Shows the reason, and reloads once the server can be
 * reached.
 */
export class PageFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Failure /> : this.props.children;
  }
}

function Failure() {
  const reach = useServerReachability();
  if (reach === "unknown") return null;
  return (
    <div role="alert" className="flex flex-col items-start gap-3 py-12">
      <h1 className="font-serif text-32">{reach === "none" ? OFFLINE.title : BROKEN.title}</h1>
      <p className="max-w-[60ch] text-soft">{reach === "none" ? OFFLINE.text : BROKEN.text}</p>
      <Button look="primary" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </div>
  );
}

const OFFLINE = {
  title: "You are offline",
  text: "This page opens by itself as soon as the server can be reached again. Nothing was lost.",
};
const BROKEN = {
  title: "This page could not be shown.",
  text: "A new version may have been installed while this one was open. Nothing was lost; load the page again.",
};

/**
 * Whether the server can be reached. Reloads the page once the server answers again, because the browser never retries
 * a failed import.
 */
function useServerReachability(): "unknown" | "there" | "none" {
  const [reach, setReach] = useState<"unknown" | "there" | "none">("unknown");
  useEffect(() => {
    let wasAway = false;
    let isOver = false;
    const look = async () => {
      const isThere = await isReachable();
      if (isOver) return;
      if (isThere && wasAway) window.location.reload();
      wasAway ||= !isThere;
      setReach(isThere ? "there" : "none");
    };
    const lookIfAway = () => void (wasAway && look());
    void look();
    const timer = setInterval(lookIfAway, TRY_AGAIN_MS);
    window.addEventListener("online", lookIfAway);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener("online", lookIfAway);
    };
  }, []);
  return reach;
}

const isReachable = (): Promise<boolean> =>
  fetch("/health/live", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
