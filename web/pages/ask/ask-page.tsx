import { CornerDownLeft } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { combineVerdicts, LONGEST_QUESTION } from "../../../shared/domain/ask.ts";
import type { StreamedAnswer } from "../../api/answer-stream.ts";
import { useAnswer } from "../../api/ask.ts";
import { AnswerView } from "../../components/answer/answer-view.tsx";
import { Page } from "../../components/page.tsx";
import { createUuid } from "../../lib/random-id.ts";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";

const USUAL_WAIT_MS = 10_000;

/** The address holds the question: an answer can be shared as a link, and 'back' leads to the previous question. */
export default function AskPage() {
  const [params, setParams] = useSearchParams();
  const question = (params.get("q") ?? "").trim().slice(0, LONGEST_QUESTION);
  const previous = (params.get("after") ?? "").trim().slice(0, LONGEST_QUESTION);
  const asking = useAsking(question);
  const answer = useAnswer(question, previous, asking);
  const isSlow = useIsSlow(
    question !== "" && answer.fetchStatus !== "idle" && (answer.data === undefined || answer.isPlaceholderData),
    asking,
  );
  return (
    <Page
      title="Ask"
      description="Answers from your team's knowledge, with its sources"
      isShortOnPhone
      extra={
        <Link to="/questions" className={getButtonClass()}>
          Open Questions
        </Link>
      }
    >
      <QuestionForm key={question} asked={question} onAsk={(q) => setParams({ q }, newAsking())} />
      {previous !== "" && (
        <p className="set-column pb-2 text-13 text-soft">
          Goes on from{" "}
          <Link to={`/ask?${new URLSearchParams({ q: previous })}`} className="text-link">
            {previous}
          </Link>
        </p>
      )}
      <output className="set-column block text-soft">{isSlow && "This takes longer than usual."}</output>
      <section
        aria-label="Answer"
        aria-live="polite"
        aria-busy={answer.isFetching && !answer.data?.isBeingWritten}
        className="set-column"
      >
        {question === "" ? (
          <EmptyState title="Ask in your own words">
            A question such as “How do I reset a customer's password?” is answered with sentences from articles. When
            nobody has explained it yet, your question is listed, without your name, for those who write the articles.
          </EmptyState>
        ) : (
          <QueryView query={answer} loading={isSlow ? null : <div className="late skeleton h-40" />}>
            {(found) => (
              <div className={answer.isPlaceholderData ? "opacity-50" : undefined}>
                <AnswerView answer={found} question={question} asking={answer.isPlaceholderData ? null : asking} />
                <CopyLink />
                {!isUnknown(found) && (
                  <FollowUp key={asking} onAsk={(q) => setParams({ q, after: question }, newAsking())} />
                )}
              </div>
            )}
          </QueryView>
        )}
      </section>
    </Page>
  );
}

const CopyLink = () => (
  <div className="mt-6">
    <CopyButton text={window.location.href} label="Copy link" />
  </div>
);

/** True if this request has waited for its answer longer than answers usually take. */
function useIsSlow(isWaiting: boolean, asking: string | null): boolean {
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(asking), USUAL_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, asking]);
  return isWaiting && slow !== null && slow === asking;
}

/** Nothing was shown that a follow-up could refer to. */
const isUnknown = ({ verdict, wiki, unreviewed, isBeingWritten }: StreamedAnswer) =>
  combineVerdicts(verdict, wiki) === "unknown" && !unreviewed && !isBeingWritten;

const newAsking = () => ({ state: { asking: createUuid() } });

/**
 * The id of this request, stored in the history entry. Returning from an article or reloading shows the same answer and does not
 * ask again.
 */
function useAsking(question: string): string | null {
  const { state } = useLocation();
  const [, setParams] = useSearchParams();
  const asking = (state as { asking?: string } | null)?.asking ?? null;
  const isMissing = question !== "" && asking === null;
  useEffect(() => {
    if (isMissing) setParams((now) => now, { ...newAsking(), replace: true });
  }, [isMissing, setParams]);
  return asking;
}

function QuestionForm({ asked, onAsk }: { asked: string; onAsk: (question: string) => void }) {
  const [typed, setTyped] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  // On a touch screen the keyboard would open again, over the answer.
  const isToType = asked === "" || !window.matchMedia("(pointer: coarse)").matches;
  useEffect(() => {
    if (isToType) field.current?.focus();
  }, [isToType]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") onAsk(typed.trim());
  };
  return (
    <form className="flex gap-3 pb-4 max-sm:flex-col" onSubmit={submit}>
      <input
        ref={field}
        type="search"
        aria-label="Your question"
        placeholder="What do you want to know?"
        maxLength={LONGEST_QUESTION}
        className="field-box flex-1"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="primary">
        <CornerDownLeft className="size-4" aria-hidden="true" />
        Ask
      </Button>
    </form>
  );
}

/** A follow-up question, which is interpreted with the previous one. */
function FollowUp({ onAsk }: { onAsk: (question: string) => void }) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") onAsk(typed.trim());
  };
  return (
    <form className="mt-8 flex gap-3 max-sm:flex-col" onSubmit={submit}>
      <input
        type="text"
        aria-label="Follow-up question"
        placeholder="Ask a follow-up, such as “and on Windows?”"
        maxLength={LONGEST_QUESTION}
        className="field-box flex-1"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">Ask follow-up</Button>
    </form>
  );
}
