import type { Section, SectionRole } from "./article.ts";

/** Headings of sections without a heading of their own. */
const DEFAULT_HEADINGS: Record<SectionRole, string | null> = {
  question: "Question",
  answer: "Answer",
  symptom: "Symptom",
  cause: "Cause",
  fix: "Fix",
  steps: "Steps",
  explanation: null,
  context: "Context",
  note: "Note",
  disagreement: "Where they disagree",
};

/**
 * The heading that readers see above a section: the same in the app, on published pages and in Markdown. Default
 * headings are not stored, so that they follow the section's role.
 */
export const getHeading = ({ role, heading }: Pick<Section, "role" | "heading">): string | null =>
  heading ?? DEFAULT_HEADINGS[role];
