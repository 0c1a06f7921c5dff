import { DAYS_WITHOUT_REPEATED_QUESTION } from "../../shared/domain/ask.ts";

/** Explains how answered questions are counted. Shown beside each figure of answered questions. */
export function AnswerCountExplanation() {
  return (
    <p className="mt-1 text-13 text-faint">
      How this was counted: a question on the Ask page counts when whoever asked says that the answer is right, or opens
      its article and asks nothing more on the same matter for {DAYS_WITHOUT_REPEATED_QUESTION} days. Nothing is
      estimated, and answers in the chat are not counted.
    </p>
  );
}
