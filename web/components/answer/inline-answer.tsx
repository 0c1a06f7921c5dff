import { Link } from "react-router";
import { useAnswer } from "../../api/ask.ts";
import { getButtonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { AnswerView } from "./answer-view.tsx";
import { buildQuestionPath, type QuestionRequest } from "./question-request.ts";

/** Shows the streamed answer where the question was asked, with a link to share and a link to its page for follow-ups. */
export default function InlineAnswer({ question, asking }: QuestionRequest) {
  const answer = useAnswer(question, "", asking);
  const page = buildQuestionPath({ question, asking });
  return (
    <section
      aria-label="Answer"
      aria-live="polite"
      aria-busy={answer.isFetching && !answer.data?.isBeingWritten}
      className="max-w-[70ch]"
    >
      <QueryView query={answer} loading={<div className="late skeleton mt-4 h-40" />}>
        {(found) => <AnswerView answer={found} question={question} asking={asking} />}
      </QueryView>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link to={page.to} state={page.state} className={getButtonClass({ size: "small" })}>
          Open in Ask
        </Link>
        <CopyButton text={window.location.origin + page.to} label="Copy link" />
      </p>
    </section>
  );
}
