import { useEffect, useEffectEvent, useRef } from "react";
import { usePageShortcuts } from "../../components/shortcuts.ts";
import type { Selection } from "./use-selection.ts";

interface ArticleStepOptions {
  articles: readonly { id: string }[];
  total: number;
  onEnd: (() => Promise<unknown>) | undefined;
  selection: Pick<Selection<{ id: string }>, "toggle" | "clear">;
  /** The position of the first visible article. */
  firstShown: number;
  show: (id: string) => boolean;
}

/** Keyboard shortcuts to move between articles and to select them. */
export function useArticleStepKeys({ articles, total, firstShown, show, onEnd, selection }: ArticleStepOptions): void {
  /** The article with the focus while the person waits to move past the loaded articles. */
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
  usePageShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const id = idOf(document.activeElement);
      if (id) selection.toggle(id, false);
    },
    Escape: selection.clear,
  });
}

const linkTo = (id: string) => document.querySelector<HTMLElement>(`[data-article="${id}"] h2 a`);
const idOf = (element: Element | null) => element?.closest<HTMLElement>("[data-article]")?.dataset["article"];

/**
 * The number of frames in which to try: rendering after a jump takes some frames, and an opening page takes the focus
 * meanwhile.
 */
const FRAMES = 60;
let wanted: string | null = null;

export function focusWhenRendered(id: string): void {
  wanted = id;
  const look = (frames: number) => {
    if (wanted !== id || frames === 0) return;
    const isNowhere = !document.activeElement || document.activeElement.matches("body, main");
    if (isNowhere || frames === FRAMES) linkTo(id)?.focus({ preventScroll: true });
    requestAnimationFrame(() => look(frames - 1));
  };
  requestAnimationFrame(() => look(FRAMES));
}
