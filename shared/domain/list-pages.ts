/** Headers of one page of a list. The body is a plain array. */
export const PAGE_HEADERS = {
  /** The `cursor` of the next page; missing on the last page. */
  next: "next-cursor",
  /** The total number of results. Only the first page has it. */
  total: "total-count",
  /** 'some': no article has all search words, so the list has articles with some of them. */
  words: "matched-words",
  /** Search words that no article has, URL-encoded and separated by commas. */
  unknown: "unknown-words",
  /** The words that were searched in place of mistyped ones, URL-encoded and separated by commas. */
  meant: "meant-words",
} as const;

/** The most items on a page. */
export const MAX_PAGE_SIZE = 1000;
