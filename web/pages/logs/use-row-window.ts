import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Log } from "../../../shared/contract/activity.ts";
import { isWithin, useSameRange } from "../../lib/row-range.ts";

/**
 * The number of rows that are rendered before and after the visible ones. Enough for the Tab key and a quick scroll.
 */
const OVERSCAN = 6;
const ROW_PX = 76;
const NARROW_ROW_PX = 132;
const MOST_REMEMBERED = 20;

interface ListScrollState {
  top: number;
  offset: number;
  rows: VirtualItem[];
}
/** The scroll position of each history entry, restored when the person returns. */
const visits = new Map<string, ListScrollState>();

/** Virtualizes a list that scrolls with the page: renders only the visible rows. */
export function useRowWindow(logs: readonly Log[], list: RefObject<HTMLElement | null>) {
  const { key } = useLocation();
  const [visit] = useState(() => visits.get(key));
  const top = useTopOffsetOf(list, visit?.top ?? 0);
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
    // New entries above must not move the rows being read.
    anchorTo: isSettled.current && offset.current > top ? "end" : "start",
    onChange: ({ scrollOffset }) => {
      offset.current = scrollOffset ?? 0;
    },
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      // The row with the focus stays rendered, however far it is scrolled away.
      const focused = list.current?.querySelector<HTMLElement>("li:focus-within")?.dataset["log"];
      const index = focused ? logs.findIndex(({ id }) => id === focused) : -1;
      return index < 0 || rows.includes(index) ? rows : [...rows, index].sort((a, b) => a - b);
    },
  });

  useRememberedVisit(key, top, virtualizer);
  useEffect(() => {
    // Runs after the app's frame has scrolled the new page to its top.
    const frame = requestAnimationFrame(() => {
      isSettled.current = true;
    });
    return () => cancelAnimationFrame(frame);
  }, [visit]);

  const near = virtualizer.getVirtualItems();
  const seen = useSameRange(virtualizer.range);
  // After a jump, the visible rows render first. The rows around them follow.
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

/** Stores the scroll position when the page is left. */
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

/** The element's distance from the top of the page. Updated when the content above it grows. */
function useTopOffsetOf(element: RefObject<HTMLElement | null>, before: number): number {
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
