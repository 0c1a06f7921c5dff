import type { InboxItem } from "../../../shared/contract/inbox.ts";
import { MAX_SENTENCE_CHARACTERS } from "../../../shared/domain/inbox.ts";
import { useCan } from "../../components/permissions.tsx";
import { Field } from "../../ui/field.tsx";
import { storeRewrittenSentence, useRewrittenSentence } from "./excluded-sentences.ts";

type CutOutItem = Extract<InboxItem, { kind: "cut-out" }>;

const LABELS = { sentence: "The sentence", heading: "The heading", title: "The title" };

/** Shows the rest of a sentence, to be written anew. The choices beside it save it or leave it out. */
export default function SentenceForm({ item }: { item: CutOutItem }) {
  const written = useRewrittenSentence(item);
  const mayDecide = useCan()("change", "inbox");
  return (
    <div className="mt-3 max-w-[75ch]">
      <Field label={LABELS[item.part]} help="Each … stands for words that were deleted in the chat.">
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={3}
            className="field-box w-full"
            maxLength={MAX_SENTENCE_CHARACTERS}
            readOnly={!mayDecide}
            value={written}
            onChange={(event) => storeRewrittenSentence(item.id, event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}
