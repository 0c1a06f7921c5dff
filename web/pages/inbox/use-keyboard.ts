import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { InboxItem as Item } from "../../../shared/contract/inbox.ts";
import { usePageShortcuts } from "../../components/shortcuts.ts";
import { findListPosition, isBackState } from "../articles/list-position.ts";
import type { Selection } from "../articles/use-selection.ts";
import { clearRestoredItem, undoLastDecision } from "./decisions.ts";

export function useInboxKeys(selection: Selection<Item>, focus: ReturnType<typeof useInboxFocus>, mayDecide: boolean) {
  const queryClient = useQueryClient();
  /** Presses a button of the selection bar if several are selected, otherwise of the focused item. */
  const press = (what: string) => {
    const place = selection.items.length > 0 ? document.querySelector("[data-bar]") : focusedItem();
    place?.querySelector<HTMLElement>(what)?.click();
  };
  const select = (isRange: boolean) => {
    const id = focusedItem()?.dataset["item"];
    if (id && mayDecide && isSelectable()) selection.toggle(id, isRange);
  };
  const step = (by: 1 | -1, isRange: boolean) => {
    const id = focus.step(by);
    if (id && isRange && mayDecide && isSelectable()) selection.toggle(id, true);
  };
  usePageShortcuts({
    j: () => step(1, false),
    k: () => step(-1, false),
    ArrowDown: () => step(1, false),
    ArrowUp: () => step(-1, false),
    J: () => step(1, true),
    K: () => step(-1, true),
    x: () => select(false),
    X: () => select(true),
    1: () => press("[data-choice='1']"),
    2: () => press("[data-choice='2']"),
    3: () => press("[data-choice='3']"),
    4: () => press("[data-choice='4']"),
    a: () => press("[data-answer=accept]"),
    d: () => press("[data-answer=decline]"),
    s: () => press("[data-assign]"),
    h: () => press("[data-snooze]"),
    o: () => focusedItem()?.querySelector<HTMLElement>("[data-open]")?.click(),
    c: () => focusedItem()?.querySelector<HTMLElement>("[data-compare]")?.click(),
    z: () => undoLastDecision(queryClient),
    Escape: selection.clear,
  });
}

const elementOf = (id: string) => document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
const focusedItem = () => document.activeElement?.closest<HTMLElement>("[data-item]") ?? null;

/** Selects nothing on findings about the wiki, which are decided one by one. */
const isSelectable = () => focusedItem()?.dataset["article"] !== undefined;

const FRAMES_OF_DRAWING = 20;

function show(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

/** The items around grow from their estimated height while they are drawn, which would move this one out of sight. */
function showWhileDrawn(element: HTMLElement, frames = FRAMES_OF_DRAWING): void {
  if (frames === FRAMES_OF_DRAWING) show(element);
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) element.scrollIntoView({ block: "center" });
  if (frames > 0 && document.activeElement === element)
    requestAnimationFrame(() => showWhileDrawn(element, frames - 1));
}

/**
 * Manages the keyboard focus: on an item, past decided items, on items that an undo restored, and on the item that the person
 * came from. `others` are listed above the items.
 */
export function useInboxFocus(items: readonly Item[], restored: string | null, others: readonly { id: string }[]) {
  const { search, state } = useLocation();
  const wanted = useRef<string | null>(null);
  const last = useRef(-1);
  const latest = useRef<HTMLElement | null>(null);
  const all: readonly { id: string }[] = [...others, ...items];
  useEffect(() => {
    const read = isBackState(state) ? findListPosition(search)?.articleId : undefined;
    wanted.current = items.find(({ id, article }) => id === read || article.id === read)?.id ?? null;
    // Only at arrival; later the person controls the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (restored && items.some(({ id }) => id === restored)) {
      wanted.current = restored;
      clearRestoredItem();
    }
    if (wanted.current === null) return;
    const element = elementOf(wanted.current);
    if (!element) return;
    wanted.current = null;
    latest.current = element;
    const arrives = last.current === -1;
    last.current = Math.max(0, last.current);
    // At arrival the app frame focuses the page first. A key pressed until then has moved the focus elsewhere.
    if (arrives) requestAnimationFrame(() => latest.current === element && showWhileDrawn(element));
    else show(element);
  });
  const goTo = (index: number) => {
    const id = all[index]?.id;
    if (id === undefined) return undefined;
    last.current = index;
    latest.current = elementOf(id);
    show(latest.current);
    return id;
  };
  return {
    step: (by: 1 | -1) => {
      const focused = focusedItem()?.dataset["item"];
      const index = all.findIndex(({ id }) => id === focused);
      if (index !== -1) return goTo(index + by);
      return goTo(Math.min(Math.max(0, last.current), all.length - 1));
    },
    /** Focuses the next remaining item, or the previous one when there is none. */
    goPast: (gone: ReadonlySet<string>) => {
      const focused = focusedItem()?.dataset["item"];
      if (focused === undefined || !gone.has(focused)) return;
      const index = items.findIndex(({ id }) => id === focused);
      const stays = ({ id }: Item) => !gone.has(id);
      const next = items.slice(index).find(stays) ?? items.slice(0, index).findLast(stays);
      wanted.current = next?.id ?? "";
    },
  };
}
