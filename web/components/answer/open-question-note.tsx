import { Link } from "react-router";
import { useOpenQuestionListing } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";

interface OpenQuestionNoteProps {
  asking: string;
  question: string;
  /** Whether the question is in the list of open questions when the answer appears. */
  before: boolean;
  /** The search found nothing that may answer the question. */
  isUnanswered: boolean;
  /** The draft that the answer shows. */
  draft: string | undefined;
}

/**
 * Shows whether the person's question is in the list of open questions, and lets the person change that. The person is
 * notified once somebody answers a listed question.
 */
export function OpenQuestionNote({ asking, question, before, isUnanswered, draft }: OpenQuestionNoteProps) {
  const { isListed, save } = useOpenQuestionListing({ asking, question, before, draft });
  const list = (
    <Link to="/questions" className="text-link">
      Open Questions
    </Link>
  );
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
      <span aria-live="polite">
        {isListed ? (
          <>
            Your question is now under {list}, without your name. You are told once an article answers it.
            {isUnanswered && " You can also ask in the team's chat: the answer becomes an article."}
          </>
        ) : (
          <>
            {isUnanswered ? "Your question is not listed." : "Not what you asked?"} Under {list} you are told once an
            article answers it.
          </>
        )}
      </span>
      <Button size="small" disabled={save.isPending} onClick={() => save.mutate(!isListed)}>
        {isListed ? "Do not list this" : "List my question"}
      </Button>
    </p>
  );
}
