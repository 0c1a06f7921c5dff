/** The Markdown allowed in a sentence: plain text, emphasis, code and https links. */
export type Inline =
  | { type: "text"; text: string }
  | { type: "code"; text: string }
  | { type: "strong" | "emphasis" | "strike"; children: Inline[] }
  /** `href` is an https URL that the sentence contains literally. */
  | { type: "link"; href: string; children: Inline[] }
  | { type: "break" };
