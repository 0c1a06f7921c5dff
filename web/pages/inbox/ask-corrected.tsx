import { type KeyboardEvent, useEffect, useRef } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import { formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { type CorrectionChoice, listUndecidedSentences, storeCorrectionChoice } from "./excluded-sentences.ts";

interface CorrectedSentencesQuestionProps {
  item: InboxItem;
  onDecide: () => void;
  onCancel: () => void;
}

/** Asked at Approve while corrections are undecided. */
export default function CorrectedSentencesQuestion({ item, onDecide, onCancel }: CorrectedSentencesQuestionProps) {
  const keys = listUndecidedSentences(item);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const decide = (choice: CorrectionChoice) => {
    storeCorrectionChoice(item.id, keys, choice);
    onDecide();
  };
  const leave = (event: KeyboardEvent) => event.key === "Escape" && onCancel();
  const isOne = keys.length === 1;
  return (
    <section
      aria-label="Corrected sentences"
      className="mt-4 max-w-2xl rounded-box border border-busy bg-busy-wash p-4"
    >
      <p>
        {isOne ? "A sentence may" : `${formatItems(keys.length, "sentence")} may`} have been corrected later. Approve
        without {isOne ? "it" : "them"}?
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button ref={first} size="small" look="primary" onKeyDown={leave} onClick={() => decide("leave")}>
          {isOne ? "Leave it out" : "Leave them out"}
        </Button>
        <Button size="small" onKeyDown={leave} onClick={() => decide("keep")}>
          Keep both
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
