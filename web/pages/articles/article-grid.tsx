import { clsx } from "clsx";
import {
  lazy,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import type { Article } from "../../../shared/contract/articles.ts";
import type { ArticleLayout } from "./article-layout.ts";
import { ArticleRow } from "./article-row.tsx";
import { findListPosition, isBackState, storeListPosition } from "./list-position.ts";
import { computePadding, type InitialListPosition, useDrawnRows, useRows, type VirtualRows } from "./use-rows.ts";
import type { Selection } from "./use-selection.ts";
import { focusWhenRendered, useArticleStepKeys } from "./use-steps.ts";

/** Loaded only when needed, because most people use the list instead of cards. */
const ArticleCard = lazy(() => import("./article-card.tsx"));

/** The next page is loaded when this many rows remain. */
const ROWS_AHEAD = 4;

interface ArticleGridProps {
  look: ArticleLayout;
  /** The articles loaded so far, of `total`. */
  articles: readonly Article[];
  total: number;
  /** Called near the end of the loaded articles. Missing after the last page, or if a person must press the button. */
  onEnd: ((all?: boolean) => Promise<unknown>) | undefined;
  selection: Selection<Article>;
  isReading: boolean;
  reanalyzing: string | undefined;
  onReanalyze: (id: string) => void;
}

/** Renders only the visible rows of a list of any length. A reader who returns continues at the same position. */
export function ArticleGrid({ look, articles, total, onEnd, selection, isReading, ...props }: ArticleGridProps) {
  const { search, state } = useLocation();
  const comesBack = useNavigationType() === NavigationType.Pop || isBackState(state);
  const [place] = useState(() => (comesBack ? findListPosition(search) : undefined));
  const wide = useColumns();
  const columns = look === "list" ? 1 : wide;
  const Item = look === "list" ? ArticleRow : ArticleCard;
  const list = useRef<HTMLUListElement>(null);
  const top = useTopOffset(list);
  const rows = useRows({ look, articles, columns, top, place });
  const show = (id: string) => {
    const index = articles.findIndex((article) => article.id === id);
    if (index === -1) return false;
    rows.scrollToIndex(Math.floor(index / columns), { align: "auto" });
    focusWhenRendered(id);
    return true;
  };

  useRestorePosition({ place, articles, show, onEnd });
  useKeptPlace(search, rows);
  useLoadMoreAtEnd({ rows, articles, columns, isReading, onEnd });
  const firstShown = (rows.getVirtualItems()[0]?.index ?? 0) * columns;
  useArticleStepKeys({ articles, total, firstShown, show, onEnd, selection });

  const linkSearch = useDeferredValue(search);
  const { shown, drawn, isWhole } = useDrawnRows(rows);
  return (
    <ul
      ref={list}
      aria-busy={isReading}
      data-selecting={selection.items.length > 0 || undefined}
      className={clsx(
        "grid [overflow-anchor:none]",
        look === "list"
          ? "max-lg:mt-4 max-lg:border-t max-lg:border-rule"
          : "mt-4 gap-5 md:grid-cols-2 2xl:grid-cols-3",
      )}
      style={computePadding(rows, shown, top)}
    >
      {shown.flatMap((row) =>
        articles.slice(row.index * columns, (row.index + 1) * columns).map((article, column) => (
          <Item
            key={article.id}
            // One card per row measures the row's height, because all cards of a row are equally high.
            {...(column === 0 && { measure: rows.measureElement })}
            // Set on all cards, because a card that measured another row may move here when articles arrive.
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

/** The distance from the top of the document to the list, in pixels. */
function useTopOffset(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  const measure = useEffectEvent(() => {
    const found = list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0;
    if (found !== top) setTop(found);
  });
  // Runs after every render, so that the list is right in the same frame.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it settles at once: only another place is set
  useLayoutEffect(() => measure());
  // The content above the list (filters, a report) changes its height without rendering the list again.
  useEffect(() => {
    const observer = new ResizeObserver(() => measure());
    const around = list.current?.parentElement;
    if (around) observer.observe(around);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

interface ComingBack extends Pick<ArticleGridProps, "articles" | "onEnd"> {
  place: InitialListPosition;
  /** Scrolls to the article. Returns false if the article is not loaded. */
  show: (id: string) => boolean;
}

/** Scrolls a returning reader to the article that they left. If that article is not loaded yet, loads more pages. */
function useRestorePosition({ place, articles, show, onEnd }: ComingBack): void {
  /** The article to which the reader returns, if it is not loaded yet. */
  const [awaited, setAwaited] = useState<string | null>(null);
  // The app's frame scrolls every new page to its top after this component has rendered.
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

function useKeptPlace(search: string, rows: VirtualRows): void {
  useEffect(() => {
    const note = () => storeListPosition(search, { offset: window.scrollY, measurements: rows.measurementsCache });
    window.addEventListener("scroll", note, { passive: true });
    return () => window.removeEventListener("scroll", note);
  }, [search, rows]);
}

interface LoadMoreOptions extends Pick<ArticleGridProps, "articles" | "isReading" | "onEnd"> {
  rows: VirtualRows;
  columns: number;
}

/** Loads the next page near the end of the loaded articles. */
function useLoadMoreAtEnd({ rows, articles, columns, isReading, onEnd }: LoadMoreOptions): void {
  const lastRow = rows.range?.endIndex ?? 0;
  const isNearEnd = lastRow >= Math.ceil(articles.length / columns) - ROWS_AHEAD;
  const readMore = useEffectEvent(() => void onEnd?.());
  const mayReadMore = onEnd !== undefined && !isReading;
  useEffect(() => {
    if (isNearEnd && mayReadMore) readMore();
  }, [isNearEnd, mayReadMore, articles]);
}

/** The screen widths from which on the grid has two and three columns. Equal to Tailwind's `md:` and `2xl:`. */
const WIDTHS: [string, number][] = [
  ["(min-width: 96rem)", 3],
  ["(min-width: 48rem)", 2],
];

const useColumns = () => useSyncExternalStore(listen, columns);

const columns = () => WIDTHS.find(([query]) => matchMedia(query).matches)?.[1] ?? 1;

function listen(onChange: () => void): () => void {
  const lists = WIDTHS.map(([query]) => matchMedia(query));
  for (const list of lists) list.addEventListener("change", onChange);
  return () => {
    for (const list of lists) list.removeEventListener("change", onChange);
  };
}
