import type { ContentType } from "../../shared/domain/facets.ts";
import type { Shape } from "./shape.ts";

/** What the form of a conversation shows: steps, a problem and its fix, a question and its answer, or something told. */
export function kindOf({ questionAt, opening, answers }: Shape): ContentType {
  const told = questionAt === -1 ? opening : answers;
  const steps = told.filter((piece) => piece.listed === "number" || (piece.form === "sentence" && piece.means("step")));
  const isList = told.filter(({ listed }) => listed === "number").length >= LEAST_STEPS;
  if (isList || (questionAt === -1 && steps.length >= LEAST_STEPS && steps.length * 2 >= told.length)) return "howto";
  if (questionAt === -1) return "documentation";
  const asked = opening.filter(({ message }) => message <= questionAt + 1);
  if (asked.some((piece) => piece.means("trouble") && !piece.means("rule"))) return "troubleshooting";
  return "faq";
}

const LEAST_STEPS = 2;
