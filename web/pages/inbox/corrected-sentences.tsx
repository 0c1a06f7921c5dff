import { clsx } from "clsx";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import { useCan } from "../../components/permissions.tsx";
import { Button } from "../../ui/button.tsx";
import { ComparedStatement } from "./compared-statement.tsx";
import { type CorrectionChoice, storeCorrectionChoice, useCorrectionChoice } from "./excluded-sentences.ts";

type UnreadItem = Extract<InboxItem, { kind: "draft" | "first-article" }>;
type SentenceCorrection = NonNullable<UnreadItem["corrected"]>[number];

/** The sentences of a draft that later messages correct, with what was said later and a choice for each. */
export default function CorrectedSentences({ item }: { item: UnreadItem }) {
  return item.corrected?.map((one) => <CorrectedSentence key={one.key} itemId={item.id} corrected={one} />);
}

function CorrectedSentence({ itemId, corrected }: { itemId: string; corrected: SentenceCorrection }) {
  const { key, statement, doubt, by } = corrected;
  const choice = useCorrectionChoice(itemId, corrected);
  const mayDecide = useCan()("change", "inbox");
  return (
    <div className="mt-3 border-y border-rule py-4 [&+&]:mt-0 [&+&]:border-t-0">
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <div
          className={clsx(
            "min-w-0",
            choice === "leave" && "[&_.font-serif]:line-through [&_.font-serif]:decoration-busy",
          )}
        >
          <ComparedStatement title={doubt} statement={statement} />
        </div>
        <div className="min-w-0">
          {by.map((one, place) => (
            <ComparedStatement key={one.text} title={place === 0 ? "Said later" : ""} statement={one} />
          ))}
        </div>
      </div>
      {mayDecide && (
        <fieldset className="mt-3 flex flex-wrap items-center gap-2">
          <legend className="sr-only">What happens to the corrected sentence</legend>
          {CHOICES.map(({ value, name }) => (
            <Button
              key={value}
              size="small"
              aria-pressed={choice === value}
              className="aria-pressed:bg-sunken aria-pressed:text-accent"
              onClick={() => storeCorrectionChoice(itemId, [key], value)}
            >
              {name}
            </Button>
          ))}
          <span className="text-13 text-faint">{choice ? EFFECTS[choice] : "Not decided yet"}</span>
        </fieldset>
      )}
    </div>
  );
}

const CHOICES: { value: CorrectionChoice; name: string }[] = [
  { value: "leave", name: "Leave it out" },
  { value: "keep", name: "Keep both" },
];
const EFFECTS: Record<CorrectionChoice, string> = {
  leave: "Left out when you approve",
  keep: "Both stay, without the doubt",
};
