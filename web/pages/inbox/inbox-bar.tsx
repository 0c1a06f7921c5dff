import { UserRound, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import { explainWhoMay } from "../../../shared/domain/access.ts";
import type { InboxChoice, InboxKind } from "../../../shared/domain/inbox.ts";
import { useRead } from "../../api/query-client.ts";
import { useCan } from "../../components/permissions.tsx";
import { formatCount, formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { StickyBar } from "../../ui/sticky-bar.tsx";
import type { Selection } from "../articles/use-selection.ts";
import { ChoiceButton } from "./choice-button.tsx";
import { KIND_NAMES, listBulkChoices, listSharedChoices } from "./choices.ts";
import type { ItemDecision } from "./decision-batch.ts";
import type { DecisionsState } from "./decisions.ts";
import { SnoozeButton } from "./snooze-line.tsx";

const AssignDialog = lazy(() => import("./assign-dialog.tsx"));

interface InboxBarProps {
  selection: Selection<InboxItem>;
  work: DecisionsState["work"];
  onDecide: (decided: ItemDecision[]) => void;
}

/** The choices for the selected items, or the progress of applying one. */
export function InboxBar({ selection, work, onDecide }: InboxBarProps) {
  const mayDecide = useCan()("change", "inbox");
  const choices = mayDecide ? listSharedChoices(selection.items) : [];
  const [isAssigning, setAssigning] = useState(false);
  return (
    <StickyBar aria-label="Selected" data-bar>
      {selection.items.length === 0 && work ? (
        <div className="flex flex-col gap-2">
          <output className="block font-medium tabular-nums">
            {work.doing} {formatCount(work.done)} of {formatCount(work.total)}…
          </output>
          <ProgressBar fraction={work.done / work.total} label={work.doing} />
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <output className="block font-medium tabular-nums">
            {formatItems(selection.items.length, "selected", "selected")}
          </output>
          <div className="bar-choices">
            {choices.map(({ name, answer, choices: decided }, index) => (
              <AskedChoice
                key={name}
                name={decided.length < selection.items.length ? `${name} (${decided.length})` : name}
                number={index + 1}
                answer={answer}
                published={decided.filter(({ choice }) => choice === "approve").length}
                onClick={() => onDecide(decided)}
              />
            ))}
            {mayDecide && (
              <Button size="small" data-assign aria-keyshortcuts="s" onClick={() => setAssigning(true)}>
                <UserRound className="size-4" aria-hidden="true" />
                Assign
              </Button>
            )}
            {mayDecide && <SnoozeButton items={selection.items} look="plain" onSnoozed={selection.clear} />}
            {choices.length === 0 && (
              <p className="text-soft">
                {mayDecide ? "These are decided one by one." : explainWhoMay("change", "inbox")}
              </p>
            )}
          </div>
          <ClearButton onClear={selection.clear} />
        </div>
      )}
      {isAssigning && (
        <Suspense fallback={null}>
          <AssignDialog items={selection.items} onClose={() => setAssigning(false)} />
        </Suspense>
      )}
    </StickyBar>
  );
}

interface AllItemsBarProps {
  kind: InboxKind;
  count: number;
  onDecide: (choice: InboxChoice) => void;
  onClear: () => void;
}

/** Shown when everything of a kind is selected, including items that are not loaded yet. */
export function AllItemsBar({ kind, count, onDecide, onClear }: AllItemsBarProps) {
  return (
    <StickyBar aria-label="Selected" data-bar>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <output className="block font-medium tabular-nums">
          All {formatCount(count)} selected: {KIND_NAMES[kind]}
        </output>
        <div className="bar-choices">
          {listBulkChoices(kind).map(({ choice, name, answer }, index) => (
            <AskedChoice
              key={choice}
              name={name}
              number={index + 1}
              answer={answer}
              published={choice === "approve" ? count : 0}
              onClick={() => onDecide(choice)}
            />
          ))}
        </div>
        <ClearButton onClear={onClear} />
      </div>
    </StickyBar>
  );
}

interface AskedChoiceProps {
  name: string;
  number: number;
  answer: "accept" | "decline" | undefined;
  /** How many articles it publishes. */
  published: number;
  onClick: () => void;
}

/** Asks before it publishes several articles at once, which nobody may have read. */
function AskedChoice({ published, onClick, ...button }: AskedChoiceProps) {
  const targets = useRead("GET /api/integrations").data?.filter(({ isActive }) => isActive) ?? [];
  if (published < 2 || targets.length === 0) return <ChoiceButton {...button} onClick={onClick} />;
  const where = new Intl.ListFormat("en").format(targets.map((target) => target.name));
  return (
    <ConfirmButton
      title={`Publish ${formatCount(published)} articles to ${where}?`}
      text="They are published as they are now, to every platform that takes them. You can undo it for a day."
      confirm={`Publish ${formatCount(published)} articles`}
      look="primary"
      onConfirm={onClick}
    >
      <ChoiceButton {...button} onClick={onClick} />
    </ConfirmButton>
  );
}

const ClearButton = ({ onClear }: { onClear: () => void }) => (
  <Button look="quiet" size="small" className="ml-auto" onClick={onClear}>
    <X className="size-4" aria-hidden="true" />
    <span>
      Clear<span className="max-sm:sr-only"> selection</span>
    </span>
  </Button>
);
