import { lazy, Suspense } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import { ConditionsForm } from "./conditions-form.tsx";
import type { Decided } from "./decision-batch.ts";
import { OwnArticleForm } from "./own-article-form.tsx";

const AskCorrected = lazy(() => import("./ask-corrected.tsx"));

interface AskingProps {
  item: InboxItem;
  onDecide: (more: Pick<Decided, "conditions" | "title">) => void;
  onCancel: () => void;
}

/** The form for a choice that needs more input. One with a field is there at once: keys typed before it would be shortcuts. */
export default function Asking({ item, onDecide, onCancel }: AskingProps) {
  if (item.kind === "proposal")
    return <OwnArticleForm title={item.ownTitle} onMake={(title) => onDecide({ title })} onCancel={onCancel} />;
  if (item.kind === "conflict")
    return <ConditionsForm onKeep={(conditions) => onDecide({ conditions })} onCancel={onCancel} />;
  return (
    <Suspense fallback={null}>
      <AskCorrected item={item} onDecide={() => onDecide({})} onCancel={onCancel} />
    </Suspense>
  );
}
