/** A list that is read in pages stays a plain array; what else there is to say of the page is in its headers. */
export const PAGE_HEADERS = {
  /** Give it back as `cursor` for what comes next; absent on the last page. */
  next: "next-cursor",
  /** How many there are in all; on the first page alone, since it is the only one that counts them. */
  total: "total-count",
  /** 'some': no article has all the words that were searched for, and these have some of them. */
  words: "matched-words",
  /** Which of the words no article has, encoded for an address and joined by commas. */
  unknown: "unknown-words",
} as const;

/** The most a page holds. */
export const MOST_ON_PAGE = 1000;
