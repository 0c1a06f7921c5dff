import { useAnsweredStats } from "../../api/activity.ts";
import { AnswerCountExplanation } from "../../components/answer-count-explanation.tsx";
import { Section } from "../../components/section.tsx";
import { formatItems } from "../../lib/format.ts";
import { QueryView } from "../../ui/query-view.tsx";

/** The number of answered questions, and the interruptions that the answers saved each author. */
export function QuestionsAnswered() {
  const answered = useAnsweredStats();
  return (
    <Section title="Questions Answered">
      <QueryView query={answered} loading={<div className="late skeleton h-24" />}>
        {({ questions, spared }) => (
          <div className="pt-3">
            {questions === 0 ? (
              <p className="text-soft">No answers yet.</p>
            ) : (
              <>
                <p className="font-serif text-19">Answered {formatItems(questions, "question")}</p>
                <ul aria-label="Whom it spared" className="mt-2 flex flex-col gap-1">
                  {spared.map(({ name, count }) => (
                    <li key={name} className="wrap-anywhere">
                      Spared <span dir="auto">{name}</span> {formatItems(count, "interruption")}
                    </li>
                  ))}
                </ul>
              </>
            )}
            <AnswerCountExplanation />
            <p className="mt-1 text-13 text-faint">
              Each answered question saves the person who explained it one interruption.
            </p>
          </div>
        )}
      </QueryView>
    </Section>
  );
}
