/** Headers of a paged list: the body stays a plain array. */
export const PAGE_HEADERS = {
  /** The `cursor` of the next page; absent on the last one. */
  next: "next-cursor",
  /** The number of all results; only on the first page, which counts them. */
  total: "total-count",
  /** 'some': no article has all search words, and these have some of them. */
  words: "matched-words",
  /** Search words that no article has, URL-encoded and separated by commas. */
  unknown: "unknown-words",
} as const;

/** The most items on a page. */
export const MAX_PAGE_SIZE = 1000;
