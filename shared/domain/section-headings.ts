import type { Section, SectionRole } from "./article.ts";

/** Headings of sections that nobody gave one of their own. */
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
 * The heading that readers see above a section: the same in the app, on its pages and in Markdown. A default one is not
 * stored, so that it follows the section's role.
 */
export const getHeading = ({ role, heading }: Pick<Section, "role" | "heading">): string | null =>
  heading ?? DEFAULT_HEADINGS[role];
