/** A legal page as data. `{{…}}` are the operator’s own facts, filled in by the server. */
export interface LegalText {
  name: string;
  title: string;
  description: string;
  inBrief: string;
  sections: readonly { title: string; paragraphs: readonly string[]; items?: readonly string[] }[];
}
