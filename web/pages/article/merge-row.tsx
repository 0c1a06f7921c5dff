import { clsx } from "clsx";
import { useId } from "react";
import type { ComparedSentence, MergeSentence } from "../../../shared/contract/canonical.ts";
import type { MergeChoice } from "../../../shared/domain/merging.ts";
import { InlineText } from "../../components/inline-text.tsx";
import { formatDay } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import type { MergeRow as Row, SentenceChoice } from "./merge-rows.ts";
import { PersonEditNote } from "./person-edit-note.tsx";

const LEAVE = "Leave out, still in history";

const OPTIONS: Readonly<Record<ComparedSentence["relation"], [MergeChoice, string][]>> = {
  new: [
    ["take", "Add"],
    ["said", "Already said by…"],
    ["leave", LEAVE],
  ],
  said: [
    ["said", "Already said"],
    ["take", "Add as well"],
    ["leave", LEAVE],
  ],
  repeats: [
    ["repeats", "Already said in this article"],
    ["leave", LEAVE],
  ],
  contradicts: [
    ["leave", "Keep the other article’s, leave this one out (still in history)"],
    ["replace", "Keep this one instead (the other stays in history)"],
    ["both", "Keep both, marked as a contradiction in the inbox"],
    ["take", "Not a contradiction: add it"],
  ],
};

interface MergeRowProps {
  row: Row;
  chosen: SentenceChoice | undefined;
  /** The other article's sentences, from which the person chooses the one that says the same. */
  others: MergeSentence[];
  onChoose: (chosen: SentenceChoice) => void;
}

/** A sentence of the merged article with the choice about it, beside the related sentence of the other article. */
export function MergeRow({ row: { own, other }, chosen, others, onChoose }: MergeRowProps) {
  const named = chosen?.choice === "said" && chosen.other ? others.find(({ key }) => key === chosen.other) : undefined;
  const beside = named ?? other;
  const ofOwn = own && { sentence: own, chosen, others, onChoose };
  return (
    <li className="grid gap-x-8 gap-y-2 py-4 md:grid-cols-2">
      <div className={clsx("min-w-0", !own && "max-md:hidden")}>
        {own?.relation === "contradicts" && (
          <p className="mb-1">
            <Badge tone="wrong">Contradiction: another {own.differs.map(nameOf).join(", another ")}</Badge>
          </p>
        )}
        {own ? (
          <Sentence title="This article" sentence={own} isOut={chosen?.choice === "leave"} />
        ) : (
          <p className="text-13 text-faint">Only the other article says this.</p>
        )}
      </div>
      <div className={clsx("min-w-0", !beside && "max-md:hidden")}>
        {beside ? (
          <Sentence title="The other article" sentence={beside} isOut={chosen?.choice === "replace"} />
        ) : (
          own?.relation === "new" && <p className="text-13 text-faint">Not in the other article.</p>
        )}
      </div>
      {ofOwn && (
        <div className="min-w-0 md:col-start-1">
          {own.relation === "contradicts" ? <Decision {...ofOwn} /> : <ChoiceOf {...ofOwn} />}
        </div>
      )}
    </li>
  );
}

const nameOf = (differs: ComparedSentence["differs"][number]) =>
  differs === "negation" ? "answer (one denies it)" : differs === "opposite" ? "word (its opposite)" : differs;

function Sentence({ title, sentence, isOut }: { title: string; sentence: MergeSentence; isOut: boolean }) {
  return (
    <div className={isOut ? "opacity-75" : undefined}>
      <p className="text-12 text-faint">
        {title}
        {sentence.part === "summary" && ", summary"}
      </p>
      {sentence.form === "code" ? (
        <code dir="auto" className="block font-mono text-13 wrap-anywhere whitespace-pre-wrap">
          {sentence.text}
        </code>
      ) : (
        <p dir="auto" className="font-serif text-17 wrap-anywhere">
          <InlineText inline={sentence.inline} />
        </p>
      )}
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-13 text-soft">
        {sentence.said && (
          <span>
            {sentence.said.by}, {formatDay(sentence.said.at)}
          </span>
        )}
        {sentence.hand && <PersonEditNote hand={sentence.hand} />}
      </p>
    </div>
  );
}

type ChoiceProps = Omit<MergeRowProps, "row"> & { sentence: ComparedSentence };

function ChoiceOf({ sentence, chosen, others, onChoose }: ChoiceProps) {
  const needsOther = sentence.relation === "new" && chosen?.choice === "said";
  const choose = (choice: MergeChoice) => {
    const [first] = others;
    onChoose(choice === "said" && sentence.relation === "new" && first ? { choice, other: first.key } : { choice });
  };
  return (
    <div className="flex max-w-sm flex-col gap-2">
      <select
        aria-label={`What becomes of: ${sentence.text}`}
        className="field-box"
        value={chosen?.choice}
        onChange={(event) => choose(event.target.value as MergeChoice)}
      >
        {OPTIONS[sentence.relation]
          .filter(([choice]) => choice !== "said" || others.length > 0)
          .map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
      </select>
      {needsOther && (
        <select
          aria-label={`The sentence that already says: ${sentence.text}`}
          className="field-box"
          value={chosen.other}
          onChange={(event) => onChoose({ choice: "said", other: event.target.value })}
        >
          {others.map(({ key, text }) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function Decision({ sentence, chosen, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="text-13 font-medium">Which one holds?</legend>
      {OPTIONS.contradicts.map(([choice, text]) => (
        <label
          key={choice}
          className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-box py-1 text-15 hover:bg-sunken pointer-coarse:py-2.5"
        >
          <input
            type="radio"
            name={name}
            className="mt-1 size-4 accent-accent"
            checked={chosen?.choice === choice}
            onChange={() => onChoose({ choice })}
          />
          <span>{text}</span>
          <span className="sr-only">: {sentence.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
