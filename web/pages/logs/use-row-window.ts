import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Log } from "../../../shared/contract/activity.ts";
import { isWithin, useSameRange } from "../../lib/row-range.ts";

/** Rows drawn before and after those that are seen: enough for the Tab key and a flick. */
const OVERSCAN = 6;
const ROW_PX = 76;
const NARROW_ROW_PX = 132;
const MOST_REMEMBERED = 20;

interface Visit {
  top: number;
  offset: number;
  rows: VirtualItem[];
}
/** Where the page was scrolled to at each entry of the browser's history, for whoever comes back to it. */
const visits = new Map<string, Visit>();

/** Draws the rows that can be seen of a list that scrolls with the page. */
export function useRowWindow(logs: readonly Log[], list: RefObject<HTMLElement | null>) {
  const { key } = useLocation();
  const [visit] = useState(() => visits.get(key));
  const top = useTopOf(list, visit?.top ?? 0);
  const offset = useRef(visit?.offset ?? 0);
  const isSettled = useRef(false);
  // oxlint-disable-next-line react/incompatible-library -- the compiler that would memoize it is not used
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: logs.length,
    estimateSize: () => (window.innerWidth < 768 ? NARROW_ROW_PX : ROW_PX),
    getItemKey: useCallback((index: number) => logs[index]?.id ?? index, [logs]),
    overscan: OVERSCAN,
    scrollMargin: top,
    initialOffset: offset.current,
    initialMeasurementsCache: visit?.rows ?? [],
    // New entries above must not push away what is being read.
    anchorTo: isSettled.current && offset.current > top ? "end" : "start",
    onChange: ({ scrollOffset }) => {
      offset.current = scrollOffset ?? 0;
    },
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      // A row with the keyboard's focus stays, however far away it is scrolled.
      const focused = list.current?.querySelector<HTMLElement>("li:focus-within")?.dataset["log"];
      const index = focused ? logs.findIndex(({ id }) => id === focused) : -1;
      return index < 0 || rows.includes(index) ? rows : [...rows, index].sort((a, b) => a - b);
    },
  });

  useRememberedVisit(key, top, virtualizer);
  useEffect(() => {
    // After the frame of the app has gone to the top of its new page.
    const frame = requestAnimationFrame(() => {
      isSettled.current = true;
    });
    return () => cancelAnimationFrame(frame);
  }, [visit]);

  const near = virtualizer.getVirtualItems();
  const seen = useSameRange(virtualizer.range);
  // After a jump the rows in sight are drawn at once, those around them a moment later.
  const rested = useDeferredValue(seen);
  const waits = (row: number) =>
    !isWithin(row, seen, 0) && isWithin(row, seen, OVERSCAN) && !isWithin(row, rested, OVERSCAN);
  return {
    top,
    rows: near.filter(({ index }) => !waits(index)),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  };
}

/** Keeps where the page was scrolled to when it is left. */
function useRememberedVisit(key: string, top: number, virtualizer: { measurementsCache: VirtualItem[] }): void {
  const listTop = useRef(top);
  useLayoutEffect(() => {
    listTop.current = top;
  }, [top]);
  useLayoutEffect(
    () => () => {
      visits.delete(key);
      visits.set(key, { top: listTop.current, offset: window.scrollY, rows: virtualizer.measurementsCache });
      const [oldest] = visits.keys();
      if (visits.size > MOST_REMEMBERED && oldest) visits.delete(oldest);
    },
    [key, virtualizer],
  );
}

/** How far below the top of the page the element begins, also when what is above it grows. */
function useTopOf(element: RefObject<HTMLElement | null>, before: number): number {
  const [top, setTop] = useState(before);
  useLayoutEffect(() => {
    const look = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
