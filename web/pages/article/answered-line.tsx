import { AnswerCountExplanation } from "../../components/answer-count-explanation.tsx";
import { formatItems } from "../../lib/format.ts";

export function AnsweredLine({ questions = 0 }: { questions: number | undefined }) {
  return (
    <>
      <p className="mt-1 text-13 leading-6 text-soft">
        {questions === 0 ? "No answers yet" : `Answered ${formatItems(questions, "question")}`}
      </p>
      {questions > 0 && <AnswerCountExplanation />}
    </>
  );
}
