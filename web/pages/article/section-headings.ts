import type { SectionRole } from "../../../shared/domain/article.ts";

/** Default headings for sections without one of their own. */
const HEADINGS: Record<SectionRole, string | null> = {
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

export const getHeading = ({ role, heading }: { role: SectionRole; heading: string | null }) =>
  heading ?? HEADINGS[role];
