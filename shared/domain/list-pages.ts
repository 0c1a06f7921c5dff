/** A paged list stays a plain array; further facts about the page are in its headers. */
export const PAGE_HEADERS = {
  /** The `cursor` of the next page; absent on the last one. */
  next: "next-cursor",
  /** The number of all results; on the first page only, because only that one counts them. */
  total: "total-count",
  /** 'some': no article has all the searched words, and these have some of them. */
  words: "matched-words",
  /** The words that no article has, URL-encoded and separated by commas. */
  unknown: "unknown-words",
} as const;

/** The most items on a page. */
export const MOST_ON_PAGE = 1000;
