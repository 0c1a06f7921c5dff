import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

const STORAGE_KEY = "scrollPositions";
/** A list that is read again takes this long at most to be as long as it was. */
const PATIENCE_MS = 3000;
const KEPT = 50;

const positions = new Map<string, number>(read());

function read(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
  } catch {
    return [];
  }
}
function keep(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-KEPT)));
  } catch {
    // Storage is blocked: the positions hold until the page is left.
  }
}

/** A new page starts at its top; one that is come back to, by Back, Forward or a reload, where it was left. */
export function useSavedScroll(): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef({ key, pathname });

  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => positions.set(shown.current.key, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("scroll", remember);
      window.removeEventListener("pagehide", keep);
    };
  }, []);

  useLayoutEffect(() => {
    const samePage = shown.current.pathname === pathname;
    shown.current = { key, pathname };
    if (navigation === "POP") return scrollOnceLongEnough(positions.get(key) ?? 0);
    if (!samePage) window.scrollTo(0, 0);
    return undefined;
  }, [key, pathname, navigation]);
}

/** Waits until the page is long enough to be there; whoever scrolls or presses a key first is right. */
function scrollOnceLongEnough(top: number): () => void {
  const signs = ["wheel", "touchstart", "keydown", "pointerdown"] as const;
  const stop = () => {
    clearTimeout(patience);
    watcher.disconnect();
    for (const sign of signs) window.removeEventListener(sign, stop);
  };
  const tryIt = () => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    stop();
    window.scrollTo(0, top);
  };
  const watcher = new ResizeObserver(tryIt);
  const patience = setTimeout(stop, PATIENCE_MS);
  for (const sign of signs) window.addEventListener(sign, stop, { passive: true });
  watcher.observe(document.body);
  return stop;
}
