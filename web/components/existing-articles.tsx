import { type ReactNode, useId, useState } from "react";
import { call, type Input } from "../api/client.ts";
import { formatItems } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";

type ExistingArticlesAnswer = Input<"POST /api/integrations">["body"]["existing"];

/** Thrown if the person closed the question, so that nothing is saved. */
export class QuestionDismissedError extends Error {}

/**
 * Asks, before a new platform is saved, whether approved articles are published there at once. Asks nothing if there
 * are no such articles. The answer is kept until the form closes, so that a second save does not ask again.
 */
export function useExistingArticlesQuestion(): {
  ask: (place: string) => Promise<ExistingArticlesAnswer>;
  question: ReactNode;
} {
  const [asked, setAsked] = useState<QuestionProps | null>(null);
  const [answered, setAnswered] = useState<ExistingArticlesAnswer>();
  const ask = async (place: string) => {
    if (answered) return answered;
    const { status } = await call("GET /api/articles/facets", { query: {} });
    const count = status.find(({ value }) => value === "published")?.count ?? 0;
    if (count === 0) return undefined;
    const choice = await new Promise<ExistingArticlesAnswer | null>((answer) => setAsked({ count, place, answer }));
    setAsked(null);
    if (choice === null) throw new QuestionDismissedError();
    setAnswered(choice);
    return choice;
  };
  return { ask, question: asked && <Question {...asked} /> };
}

interface QuestionProps {
  count: number;
  place: string;
  answer: (choice: ExistingArticlesAnswer | null) => void;
}

function Question({ count, place, answer }: QuestionProps) {
  const id = useId();
  return (
    <Modal
      open
      onClose={() => answer(null)}
      labelledBy={id}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <h2 id={id} className="font-serif text-24">
        {count === 1
          ? `Publish the approved article in ${place} now?`
          : `Publish the ${formatItems(count, "approved article")} in ${place} now?`}
      </h2>
      <p className="mt-2 text-pretty text-soft">
        With “Only new ones”, each can still be published there later, from the article’s details.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={() => answer("leave")}>Only new ones</Button>
        <Button look="primary" onClick={() => answer("publish")}>
          Now
        </Button>
      </div>
    </Modal>
  );
}
