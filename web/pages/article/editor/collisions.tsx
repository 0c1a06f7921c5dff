import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import type { ArticleLabels, EditBlock } from "./edit-value.ts";
import { type CollisionChoice, type EditCollision, type MergedEdit, settleCollisions } from "./merge-edits.ts";

interface CollisionsProps {
  merged: MergedEdit;
  /** The author of the current version; null if unknown. */
  by: string | null;
  onSettled: (value: MergedEdit["value"]) => void;
}

const LABELS: Record<keyof ArticleLabels, string> = {
  title: "Title",
  category: "Category",
  contentType: "Kind",
  difficulty: "Difficulty",
  priority: "Priority",
};

/** The id of the element, for links to it. */
export const COLLISIONS_ID = "changed-meanwhile";

/**
 * Lists the conflicts with a version that somebody else saved, sentence by sentence. The person decides each conflict;
 * no choice is preselected.
 */
export function Collisions({ merged, by, onSettled }: CollisionsProps) {
  const { collisions } = merged;
  const [choices, setChoices] = useState<(CollisionChoice | undefined)[]>([]);
  const open = collisions.filter((_, index) => !choices[index]).length;
  return (
    <section
      id={COLLISIONS_ID}
      tabIndex={-1}
      aria-label="Changed meanwhile"
      className="scroll-mt-6 outline-offset-2 mt-6 rounded-box border border-busy bg-raised p-4"
    >
      <h2 className="text-17 font-semibold">
        {by
          ? `${by} changed the article since you started editing`
          : "The article was changed since you started editing"}
      </h2>
      <p className="mt-1 text-15 text-soft">
        {collisions.length === 0
          ? "There are no conflicts. Take over their changes; yours are kept."
          : "Choose a version for each part that you both changed."}
      </p>
      <ul className="mt-3 divide-y divide-rule">
        {collisions.map((collision, index) => (
          <Place
            key={index}
            collision={collision}
            choice={choices[index]}
            onChoose={(choice) =>
              setChoices((before) => collisions.map((_, place) => (place === index ? choice : before[place])))
            }
          />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          size="small"
          look="primary"
          disabled={open > 0}
          onClick={() => onSettled(settleCollisions(merged, choices as CollisionChoice[]))}
        >
          Take over and continue
        </Button>
        {open > 0 && <span className="text-13 text-soft">{open === 1 ? "1 place" : `${open} places`} to choose</span>}
      </div>
    </section>
  );
}

interface PlaceProps {
  collision: EditCollision;
  choice: CollisionChoice | undefined;
  onChoose: (choice: CollisionChoice) => void;
}

function Place({ collision, choice, onChoose }: PlaceProps) {
  const isBlock = collision.of === "block";
  const isHead = isBlock && (collision.mine ?? collision.theirs)?.form === "head";
  const canBeBoth = isBlock && !isHead && collision.mine !== null && collision.theirs !== null;
  const name = isBlock ? (isHead ? "Heading" : "Sentence") : LABELS[collision.name];
  const options: { choice: CollisionChoice; label: string; text: string | null }[] = [
    { choice: "mine", label: "Yours", text: textOf(collision.mine) },
    { choice: "theirs", label: "Theirs", text: textOf(collision.theirs) },
    ...(canBeBoth ? [{ choice: "both" as const, label: "Both, one after the other", text: null }] : []),
  ];
  return (
    <li className="py-3">
      <fieldset>
        <legend className="text-13 font-medium">{name}</legend>
        {options.map((option) => (
          <label key={option.choice} className="mt-1.5 flex items-baseline gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              className="accent-accent"
              checked={choice === option.choice}
              onChange={() => onChoose(option.choice)}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="text-13 text-soft">{option.label}</span>
              {option.text !== null && <span dir="auto"> {option.text}</span>}
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  );
}

function textOf(side: EditBlock | string | null): string {
  if (side === null) return "Removed";
  if (typeof side === "string") return side;
  return side.text || "Without a heading";
}
