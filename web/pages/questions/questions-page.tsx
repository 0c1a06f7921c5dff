import { ArrowUpRight, Check } from "lucide-react";
import { Link } from "react-router";
import type { OpenQuestion } from "../../../shared/contract/open-questions.ts";
import { useAskPerson, useDismissQuestion, useOpenQuestions } from "../../api/open-questions.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { formatChannel, formatItems } from "../../lib/format.ts";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { AssignmentLine } from "../inbox/assignment-line.tsx";

/** Open questions, and questions that have been answered since. */
export default function QuestionsPage() {
  const questions = useOpenQuestions();
  return (
    <Page title="Open questions" description="What was asked in the chat or here, and nobody has explained yet">
      <QueryView query={questions} loading={<div className="late skeleton h-64 max-w-3xl" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="No open questions"
              action={
                <Link to="/ask" className={getButtonClass()}>
                  Ask a question
                </Link>
              }
            >
              A question that no article answers appears here, with who might know. Whoever asked is told once an
              article answers it.
            </EmptyState>
          ) : (
            <ul aria-label="Questions" className="max-w-3xl border-t border-ink/80">
              {list.map((question) => (
                <QuestionRow key={question.id} question={question} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  );
}

/** Shows a question, the people who may know the answer, and the possible actions. */
export function QuestionRow({ question }: { question: OpenQuestion }) {
  const { item, article, assignment } = question;
  const dismissing = useDismissQuestion(question);
  return (
    <li className="flex items-start gap-x-6 gap-y-3 border-b border-rule py-5 max-sm:flex-col">
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="font-serif text-19 wrap-anywhere">
          {question.question}
        </h2>
        <WhereAsked question={question} />
        {article ? (
          <p className="mt-3 flex gap-2">
            <Check className="mt-1 size-4 shrink-0 text-done" aria-hidden="true" />
            <span>
              Answered by{" "}
              <Link to={`/articles/${article.id}`} dir="auto" className="text-link wrap-anywhere">
                {article.title}
              </Link>
              . Whoever asked is told.
            </span>
          </p>
        ) : (
          <WhoMayKnow question={question} />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {question.state === "open" && (
          <AssignmentLine
            item={{ id: item, article: { title: question.question }, ...(assignment && { assignment }) }}
          />
        )}
        <Permitted change="inbox">
          <Button
            size="small"
            look="quiet"
            aria-label={`Dismiss: ${question.question}`}
            disabled={dismissing.isPending}
            onClick={() => dismissing.mutate()}
          >
            Dismiss
          </Button>
        </Permitted>
      </div>
    </li>
  );
}

function WhereAsked({ question: { times, people, lastAskedAt, places, isAskedHere } }: { question: OpenQuestion }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-13 text-soft">
      <span>
        Asked{" "}
        {times === 1 ? "once," : `${formatItems(times, "time")} by ${formatItems(people, "person", "people")}, last`}{" "}
        <RelativeTime at={lastAskedAt} />
      </span>
      {places.map(({ channelName, askedAt, permalink }) =>
        permalink ? (
          <a key={permalink} href={permalink} target="_blank" rel="noopener noreferrer" className="text-link">
            {formatChannel(channelName)}
            <ArrowUpRight className="inline size-3" aria-label="(opens the message)" />
          </a>
        ) : (
          <span key={askedAt}>{formatChannel(channelName)}</span>
        ),
      )}
      {isAskedHere && <span>On the Ask page</span>}
    </p>
  );
}

const ASKED: Record<NonNullable<OpenQuestion["asked"]>["state"], (name: string) => string> = {
  waiting: (name) => `${name} is being asked in the chat.`,
  posted: (name) => `${name} was asked in the chat.`,
  failed: (name) => `${name} could not be asked: the chat refused the message.`,
};

function WhoMayKnow({ question }: { question: OpenQuestion }) {
  const { asked, mayKnow } = question;
  const asking = useAskPerson(question);
  if (asked) return <p className="mt-3 text-13">{ASKED[asked.state](asked.name)}</p>;
  if (mayKnow.length === 0) return null;
  return (
    <ul aria-label="Who may know" className="mt-3 flex flex-col gap-2">
      {mayKnow.map(({ id, name, channelName }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
          <span>{name} has explained something similar and may know.</span>
          {channelName !== null && (
            <Permitted change="articles">
              <Button size="small" disabled={asking.isPending} onClick={() => asking.mutate(id)}>
                Ask {name} in {formatChannel(channelName)}
              </Button>
            </Permitted>
          )}
        </li>
      ))}
    </ul>
  );
}
