import { lazy, Suspense, useState } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import { ConditionsForm } from "./conditions-form.tsx";
import type { ItemDecision } from "./decision-batch.ts";
import { listUndecidedSentences } from "./excluded-sentences.ts";
import { needsTitle, TitleForm } from "./title-form.tsx";

const AskCorrected = lazy(() => import("./ask-corrected.tsx"));

interface ChoiceFormProps {
  item: InboxItem;
  onDecide: (more: Pick<ItemDecision, "conditions" | "title">) => void;
  onCancel: () => void;
}

/** The form for a choice that needs more input. One with a field is there at once: keys typed before it would be shortcuts. */
export default function ChoiceForm({ item, onDecide, onCancel }: ChoiceFormProps) {
  if (item.kind === "proposal")
    return (
      <TitleForm
        label="Title of the new article"
        title={item.ownTitle}
        submit="Make the article"
        onTitle={(title) => onDecide({ title })}
        onCancel={onCancel}
      />
    );
  if (item.kind === "conflict")
    return <ConditionsForm onKeep={(conditions) => onDecide({ conditions })} onCancel={onCancel} />;
  return <ApprovalQuestions item={item} onDecide={onDecide} onCancel={onCancel} />;
}

/** Asks for a title first, then about corrected sentences. */
function ApprovalQuestions({ item, onDecide, onCancel }: ChoiceFormProps) {
  const [title, setTitle] = useState<string>();
  if (needsTitle(item) && title === undefined)
    return (
      <TitleForm
        label="Title"
        help="This title tells one case. What would a colleague search for?"
        title={item.article.title}
        suggested={("titles" in item && item.titles) || []}
        submit="Approve"
        onTitle={(typed) => (listUndecidedSentences(item).length > 0 ? setTitle(typed) : onDecide({ title: typed }))}
        onCancel={onCancel}
      />
    );
  return (
    <Suspense fallback={null}>
      <AskCorrected item={item} onDecide={() => onDecide(title === undefined ? {} : { title })} onCancel={onCancel} />
    </Suspense>
  );
}
