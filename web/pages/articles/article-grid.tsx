import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import {
  type RefObject,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import type { Article } from "../../../shared/contract/articles.ts";
import { useShortcuts } from "../../components/shortcuts.ts";
import { isWithin, useSameRange } from "../../lib/row-range.ts";
import { ArticleCard } from "./article-card.tsx";
import type { ArticleLook } from "./article-look.ts";
import { ArticleRow } from "./article-row.tsx";
import { isBack, keepPlace, placeIn } from "./list-place.ts";
import { useColumns } from "./use-columns.ts";
import type { Selection } from "./use-selection.ts";

/** Before they are measured. */
const USUAL_PX = { cards: { row: 440, gap: 20 }, list: { row: 58, gap: 0 } };
const ROWS_BEYOND = 1;
/** So many before the end of what was read, the next page is asked for. */
const ROWS_AHEAD = 4;

interface ArticleGridProps {
  look: ArticleLook;
  /** Those that were read so far, of `total`. */
  articles: readonly Article[];
  total: number;
  /** Called near the end of what was read; absent when nothing follows, or not by itself. */
  onEnd: ((all?: boolean) => Promise<unknown>) | undefined;
  selection: Selection<Article>;
  isReading: boolean;
  reanalyzing: string | undefined;
  onReanalyze: (id: string) => void;
}

/** Only the rows in sight are in the page, however long the list is. A reader who comes back goes on where they were. */
export function ArticleGrid({ look, articles, total, onEnd, selection, isReading, ...props }: ArticleGridProps) {
  const { search, state } = useLocation();
  const comesBack = useNavigationType() === NavigationType.Pop || isBack(state);
  const [place] = useState(() => (comesBack ? placeIn(search) : undefined));
  const wide = useColumns();
  const columns = look === "list" ? 1 : wide;
  const Item = look === "list" ? ArticleRow : ArticleCard;
  const list = useRef<HTMLUListElement>(null);
  const top = useTop(list);
  const rows = useRows({ look, articles, columns, top, place });
  const show = (id: string) => {
    const index = articles.findIndex((article) => article.id === id);
    if (index === -1) return false;
    rows.scrollToIndex(Math.floor(index / columns), { align: "auto" });
    focusWhenThere(id);
    return true;
  };

  useComeBack({ place, articles, show, onEnd });
  useKeptPlace(search, rows);
  useMore({ rows, articles, columns, isReading, onEnd });
  useSteps({ articles, total, firstShown: (rows.getVirtualItems()[0]?.index ?? 0) * columns, show, onEnd, selection });

  const linkSearch = useDeferredValue(search);
  const { shown, drawn, isWhole } = useDrawnRows(rows);
  return (
    <ul
      ref={list}
      aria-busy={isReading}
      // Once something is selected, every card shows its box.
      data-selecting={selection.items.length > 0 || undefined}
      className={clsx(
        "mt-4 grid [overflow-anchor:none]",
        look === "list" ? "border-t border-rule" : "gap-5 md:grid-cols-2 2xl:grid-cols-3",
      )}
      style={roomOfOthers(rows, shown, top)}
    >
      {shown.flatMap((row) =>
        articles.slice(row.index * columns, (row.index + 1) * columns).map((article, column) => (
          <Item
            key={article.id}
            // One card tells the height of its row: the grid makes them equal.
            {...(column === 0 && { measure: rows.measureElement })}
            // Also where it tells nothing: when articles arrive it may just have told the height of its old row.
            row={row.index}
            article={article}
            search={linkSearch}
            place={row.index * columns + column + 1}
            total={total}
            outline={drawn === null || isWhole(row.index) ? undefined : row.size}
            isSelected={selection.has(article.id)}
            onSelect={selection.toggle}
            onReanalyze={props.onReanalyze}
            isReanalyzing={props.reanalyzing === article.id}
          />
        )),
      )}
    </ul>
  );
}

type Rows = Virtualizer<Window, Element>;
type Place = ReturnType<typeof placeIn>;

interface RowsOfGrid extends Pick<ArticleGridProps, "look" | "articles"> {
  columns: number;
  top: number;
  place: Place;
}

function useRows({ look, articles, columns, top, place }: RowsOfGrid): Rows {
  // oxlint-disable-next-line react/incompatible-library -- the compiler that would memoize it is not used
  return useWindowVirtualizer({
    count: Math.ceil(articles.length / columns),
    estimateSize: () => USUAL_PX[look].row,
    getItemKey: useCallback((row: number) => `${columns} ${articles[row * columns]?.id}`, [articles, columns]),
    gap: USUAL_PX[look].gap,
    overscan: ROWS_BEYOND,
    scrollMargin: top,
    ...(place && { initialOffset: place.offset, initialMeasurementsCache: place.measurements }),
  });
}

/** What the rows before and after those in the page would take. */
function roomOfOthers(rows: Rows, shown: VirtualItem[], top: number) {
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    paddingTop: first ? first.start - top : 0,
    paddingBottom: last ? rows.getTotalSize() - (last.end - top) : 0,
  };
}

/** Pixels from the top of the document to the list. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  // What is above the list (filters, a report) may grow and shrink with any drawing.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it settles at once: only another place is set
  useLayoutEffect(() => {
    const found = list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0;
    if (found !== top) setTop(found);
  });
  return top;
}

interface ComingBack extends Pick<ArticleGridProps, "articles" | "onEnd"> {
  place: Place;
  /** False when the article is not among those that were read. */
  show: (id: string) => boolean;
}

/** A reader who comes back finds the article they left, also when it stands behind what was read. */
function useComeBack({ place, articles, show, onEnd }: ComingBack): void {
  /** One that was reached from its neighbour and stands behind what was read. */
  const [awaited, setAwaited] = useState<string | null>(null);
  // The frame puts every new page at its top, after this one has been drawn.
  const comeBack = useEffectEvent(() => {
    if (!place) return;
    window.scrollTo(0, place.offset);
    const { articleId } = place;
    if (articleId && !show(articleId) && onEnd) setAwaited(articleId);
  });
  const goOn = useEffectEvent(() => {
    if (awaited === null) return;
    if (show(awaited) || !onEnd) setAwaited(null);
    else void onEnd(true);
  });
  // oxlint-disable-next-line react/set-state-in-effect -- it settles at once: what was awaited is there, or will not come
  useEffect(() => goOn(), [awaited, articles]);
  useEffect(() => {
    const frame = requestAnimationFrame(() => comeBack());
    return () => cancelAnimationFrame(frame);
  }, []);
}

function useKeptPlace(search: string, rows: Rows): void {
  useEffect(() => {
    const note = () => keepPlace(search, { offset: window.scrollY, measurements: rows.measurementsCache });
    window.addEventListener("scroll", note, { passive: true });
    return () => window.removeEventListener("scroll", note);
  }, [search, rows]);
}

interface More extends Pick<ArticleGridProps, "articles" | "isReading" | "onEnd"> {
  rows: Rows;
  columns: number;
}

/** Reads on near the end of what was read. */
function useMore({ rows, articles, columns, isReading, onEnd }: More): void {
  const lastRow = rows.range?.endIndex ?? 0;
  const isNearEnd = lastRow >= Math.ceil(articles.length / columns) - ROWS_AHEAD;
  const readMore = useEffectEvent(() => void onEnd?.());
  const mayReadMore = onEnd !== undefined && !isReading;
  useEffect(() => {
    if (isNearEnd && mayReadMore) readMore();
  }, [isNearEnd, mayReadMore, articles]);
}

interface Stepping extends Pick<ArticleGridProps, "articles" | "total" | "onEnd" | "selection"> {
  /** Place of the first article in sight. */
  firstShown: number;
  show: (id: string) => boolean;
}

/** From article to article by key, and selecting. */
function useSteps({ articles, total, firstShown, show, onEnd, selection }: Stepping): void {
  /** The last one that was read, when somebody wants to go on behind it. */
  const left = useRef<string | null>(null);
  const step = (by: number) => {
    const focused = idOf(document.activeElement);
    const index = articles.findIndex(({ id }) => id === focused);
    const next = articles[index === -1 ? firstShown : index + by];
    left.current = !next && by > 0 && articles.length < total ? (focused ?? null) : null;
    if (next) show(next.id);
    else if (left.current) void onEnd?.();
  };
  const goBehind = useEffectEvent(() => {
    const index = articles.findIndex(({ id }) => id === left.current);
    const next = index === -1 ? undefined : articles[index + 1];
    if (!next) return;
    left.current = null;
    show(next.id);
  });
  useEffect(() => goBehind(), [articles]);
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const id = idOf(document.activeElement);
      if (id) selection.toggle(id, false);
    },
    Escape: selection.clear,
  });
}

/** Which rows are in the page, and which of them are drawn whole. */
function useDrawnRows(rows: Rows) {
  const near = rows.getVirtualItems();
  const seen = useSameRange(rows.range);
  // After a jump the rows in sight are outlined at once, drawn a moment later, and then those around them.
  const drawn = useDeferredValue(seen);
  const [rested, rest] = useState(drawn);
  useEffect(() => startTransition(() => rest(drawn)), [drawn]);
  const isWhole = (row: number) => isWithin(row, drawn, 0) || isWithin(row, rested, ROWS_BEYOND);
  const shown = near.filter(({ index }) => isWithin(index, seen, 0) || isWhole(index));
  return { shown, drawn, isWhole };
}

const linkTo = (id: string) => document.querySelector<HTMLElement>(`[data-article="${id}"] h2 a`);
const idOf = (element: Element | null) => element?.closest<HTMLElement>("[data-article]")?.dataset["article"];

/** Drawing the rows after a jump takes a few frames, and a page that opens takes the focus for itself meanwhile. */
const FRAMES = 60;
let wanted: string | null = null;

function focusWhenThere(id: string): void {
  wanted = id;
  const look = (frames: number) => {
    if (wanted !== id || frames === 0) return;
    const isNowhere = !document.activeElement || document.activeElement.matches("body, main");
    if (isNowhere || frames === FRAMES) linkTo(id)?.focus({ preventScroll: true });
    requestAnimationFrame(() => look(frames - 1));
  };
  requestAnimationFrame(() => look(FRAMES));
}
