import type { VirtualItem } from "@tanstack/react-virtual";

/** The reader's position in a list, by the list's URL. A return from an article restores the position. */
export interface ListScrollPosition {
  offset: number;
  measurements: VirtualItem[];
  /** The last article that was read, from the list or by the next and previous buttons. */
  articleId: string | null;
}

const places = new Map<string, ListScrollPosition>();

export const findListPosition = (search: string) => places.get(search);
export const storeListPosition = (search: string, place: Omit<ListScrollPosition, "articleId">) =>
  void places.set(search, { articleId: places.get(search)?.articleId ?? null, ...place });

/** Stores which article is read. Called by the article's page, and by the review page with an inbox item's id. */
export function storeLastReadArticle(search: string, articleId: string): void {
  places.set(search, { offset: 0, measurements: [], ...places.get(search), articleId });
}

/** The history state of a link back to the list. */
export interface BackToList {
  back: true;
}
export const BACK_STATE: BackToList = { back: true };
export const isBackState = (state: unknown): state is BackToList =>
  typeof state === "object" && state !== null && "back" in state;
