import { Check, Clock, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { ANSWER_VOTES, type AnswerVote } from "../../../shared/domain/ask.ts";
import { MAX_REPORT_CHARACTERS } from "../../../shared/domain/inbox.ts";
import { useVote } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";

const VOTES = {
  right: { label: "Right", Icon: Check },
  wrong: { label: "Wrong", Icon: X },
  outdated: { label: "Outdated", Icon: Clock },
} as const;

interface FeedbackProps {
  asking: string;
  question: string;
  /** The person's earlier vote on this answer; null if there is none. */
  before: AnswerVote | null;
  /** The answer is from pages of the wiki alone, of which nothing is reported to the inbox. */
  isOfPages: boolean;
}

/** The asker's vote on the answer. Pressing the same button again removes it. */
export function AnswerFeedback({ asking, question, before, isOfPages }: FeedbackProps) {
  const id = useId();
  const { vote, save } = useVote({ asking, question, before });
  const [isTold, setTold] = useState(false);
  const say = (said: AnswerVote) => {
    setTold(false);
    save.mutate({ vote: vote === said ? null : said });
  };
  const complaint = vote === "wrong" || vote === "outdated" ? vote : null;
  return (
    <section aria-labelledby={id} className="mt-6 border-t border-rule pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id={id} className="text-13 font-medium text-soft">
          Is this right?
        </h3>
        <div className="flex flex-wrap gap-2">
          {ANSWER_VOTES.map((one) => {
            const { label, Icon } = VOTES[one];
            return (
              <Button
                key={one}
                size="small"
                aria-pressed={vote === one}
                className="aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent"
                onClick={() => say(one)}
              >
                <Icon className="size-4" aria-hidden="true" />
                {label}
              </Button>
            );
          })}
        </div>
      </div>
      <p className="mt-2 text-13 text-faint">
        {(isOfPages ? OF_PAGES : OF_ARTICLES)[complaint && !save.isPending ? "done" : "before"]}
      </p>
      {complaint && !isTold && !isOfPages && (
        <Note
          key={complaint}
          label={complaint === "wrong" ? "What is wrong? (optional)" : "What has changed? (optional)"}
          onSend={(note) => save.mutate({ vote: complaint, note }, { onSuccess: () => setTold(true) })}
        />
      )}
      {complaint && isTold && <output className="mt-2 block text-13">Thank you. What you wrote is there too.</output>}
    </section>
  );
}

const OF_ARTICLES = {
  before: "“Wrong” and “Outdated” are reported to the inbox, with your name and your question.",
  done: "Reported: it is in the inbox now, with your name and your question.",
};
const OF_PAGES = {
  before: "“Wrong” and “Outdated” put your question under Open Questions, without your name.",
  done: "Your question is under Open Questions now. Whoever looks after the page can correct it.",
};

function Note({ label, onSend }: { label: string; onSend: (note: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") onSend(typed.trim());
  };
  return (
    <form className="mt-3 flex flex-col gap-1.5" onSubmit={submit}>
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <div className="flex gap-2 max-sm:flex-col">
        <input
          id={id}
          className="field-box flex-1"
          maxLength={MAX_REPORT_CHARACTERS}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">Send</Button>
      </div>
    </form>
  );
}
