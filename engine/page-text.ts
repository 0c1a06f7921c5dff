/** A page of the company's wiki, with the passages that are compared. */
export interface PageText {
  title: string;
  passages: { headings: string[]; text: string }[];
}

/** The relation of fresh knowledge to a passage of a page. */
export interface PageRelation {
  kind: "confirms" | "contradicts";
  /** Position among the given pages, and of the passage in it. */
  page: number;
  passage: number;
  /** Positions of the fresh statements. */
  fresh: number[];
}
