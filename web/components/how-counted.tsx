import { DAYS_WITHOUT_ASKING_ON } from "../../shared/domain/ask.ts";

/** Shown beside every figure of answered questions. */
export function HowCounted() {
  return (
    <p className="mt-1 text-13 text-faint">
      How this was counted: a question on the Ask page counts when whoever asked says that the answer is right, or opens
      its article and asks nothing more on the same matter for {DAYS_WITHOUT_ASKING_ON} days. Nothing is estimated, and
      answers in the chat are not counted.
    </p>
  );
}
