/** A page of the company's wiki with its passages. */
export interface PageText {
  title: string;
  passages: { headings: string[]; text: string }[];
}

/** The relation between fresh knowledge and one passage of a page. */
export interface PageRelation {
  kind: "confirms" | "contradicts";
  /** Positions: of the page in the list, and of the passage in the page. */
  page: number;
  passage: number;
  /** Positions of the related fresh statements. */
  fresh: number[];
}
