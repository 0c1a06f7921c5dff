/** A legal page as data. The server replaces `{{…}}` with the operator's details. */
export interface LegalText {
  name: string;
  title: string;
  description: string;
  inBrief: string;
  sections: readonly { title: string; paragraphs: readonly string[]; items?: readonly string[] }[];
}
