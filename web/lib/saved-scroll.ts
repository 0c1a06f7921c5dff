import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

const STORAGE_KEY = "scrollPositions";
/** The longest wait until a list that is loaded again has its former length. */
const PATIENCE_MS = 3000;
const KEPT = 50;
const FIRST = "default";

const positions = new Map<string, number>(read());
// A typed or followed link opens a new page. A reload and Back return to an earlier one.
const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (opened?.type === "navigate")
  positions.delete(placeOf({ key: FIRST, pathname: location.pathname, search: location.search }));

/** Each history entry has a unique key, except the first entry of a document. */
function placeOf({ key, pathname, search }: { key: string; pathname: string; search: string }): string {
  return key === FIRST ? `${pathname}${search}` : key;
}

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
    // Storage is disabled, so positions are kept only until the page is left.
  }
}

/** Scrolls a new page to its top; restores the scroll position after Back, Forward and a reload. */
export function useSavedScroll(): void {
  const { key, pathname, search } = useLocation();
  const place = placeOf({ key, pathname, search });
  const navigation = useNavigationType();
  const shown = useRef({ place, pathname });

  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => positions.set(shown.current.place, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("scroll", remember);
      window.removeEventListener("pagehide", keep);
    };
  }, []);

  useLayoutEffect(() => {
    const samePage = shown.current.pathname === pathname;
    shown.current = { place, pathname };
    if (navigation === "POP") return scrollOnceLongEnough(positions.get(place) ?? 0);
    if (!samePage) window.scrollTo(0, 0);
    return undefined;
  }, [place, pathname, navigation]);
}

/** Scrolls as soon as the page is long enough. Scrolling by hand or pressing a key cancels that. */
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
