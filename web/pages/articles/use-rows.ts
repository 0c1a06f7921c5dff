import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from "@tanstack/react-virtual";
import { startTransition, useCallback, useDeferredValue, useEffect, useState } from "react";
import { isWithin, useSameRange } from "../../lib/row-range.ts";
import type { ArticleLayout } from "./article-layout.ts";
import type { findListPosition } from "./list-position.ts";

/** Estimated heights in px, used until the rows are measured. */
const USUAL_PX = { cards: { row: 440, gap: 20 }, list: { row: 58, gap: 0 } };
const ROWS_BEYOND = 1;

export type VirtualRows = Virtualizer<Window, Element>;
export type InitialListPosition = ReturnType<typeof findListPosition>;

interface RowsOfGrid {
  look: ArticleLayout;
  articles: readonly { id: string }[];
  columns: number;
  top: number;
  place: InitialListPosition;
}

export function useRows({ look, articles, columns, top, place }: RowsOfGrid): VirtualRows {
  // oxlint-disable-next-line react/incompatible-library -- the compiler that would memoize it is not used
  return useWindowVirtualizer({
    count: Math.ceil(articles.length / columns),
    estimateSize: () => USUAL_PX[look].row,
    getItemKey: useCallback((row: number) => `${columns} ${articles[row * columns]?.id}`, [articles, columns]),
    gap: USUAL_PX[look].gap,
    overscan: ROWS_BEYOND,
    // React renders before the next frame anyway, once for a scroll and for the heights that it measured.
    useFlushSync: false,
    scrollMargin: top,
    ...(place && { initialOffset: place.offset, initialMeasurementsCache: place.measurements }),
  });
}

/** The padding in place of the rows before and after the rendered ones. */
export function computePadding(rows: VirtualRows, shown: VirtualItem[], top: number) {
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    paddingTop: first ? first.start - top : 0,
    paddingBottom: last ? rows.getTotalSize() - (last.end - top) : 0,
  };
}

/** The rendered rows, and those of them that are rendered completely. */
export function useDrawnRows(rows: VirtualRows) {
  const near = rows.getVirtualItems();
  const seen = useSameRange(rows.range);
  // After a jump, the visible rows render first as outlines and then completely. The rows around them follow.
  const drawn = useDeferredValue(seen);
  const [rested, rest] = useState(drawn);
  useEffect(() => startTransition(() => rest(drawn)), [drawn]);
  const isWhole = (row: number) => isWithin(row, drawn, 0) || isWithin(row, rested, ROWS_BEYOND);
  const shown = near.filter(({ index }) => isWithin(index, seen, 0) || isWhole(index));
  return { shown, drawn, isWhole };
}
