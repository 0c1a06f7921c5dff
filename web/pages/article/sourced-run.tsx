import { clsx } from "clsx";
import { PenLine } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { PersonEditNote } from "./person-edit-note.tsx";
import { groupSources, type SourceGroup } from "./source-groups.ts";
import { SourceNote } from "./source-note.tsx";
import { SourceQuotes } from "./source-quotes.tsx";
import { useSourceView } from "./source-view.ts";
import type { ArticleStatement } from "./statement-runs.ts";

/**
 * The most groups of sources in a note. More would make the note so long that the following notes leave their
 * sentences.
 */
const SHOWN_GROUPS = 5;

interface SourcedSentencesProps {
  sources: string[];
  /** A person's edit of the sentences, if there is one. */
  hand?: ArticleStatement["hand"];
  /** The sentences cite the same messages as the previous ones. The previous note is then for both. */
  continues: boolean;
  /** True for a code block, false for sentences in a line of text. */
  block?: boolean;
  children: ReactNode;
}

/**
 * Sentences with a note about their sources. On wide screens the note is in the margin beside their first line. On
 * narrow screens it is collapsed under the sentences, behind a small button. One element contains both, so that
 * pointing at one marks the other. While the pointer or the focus is there, the margin also shows the messages' text.
 */
export function SourcedSentences({ sources, hand, continues, block = false, children }: SourcedSentencesProps) {
  const { sources: known, pointedAt, pointAt } = useSourceView();
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const found = sources.flatMap((source) => known.get(source) ?? []);
  const groups = groupSources(found);
  const isPointedAt = pointedAt.length > 0 && sources.some((source) => pointedAt.includes(source));
  const [isQuoting, setQuoting] = useState(false);
  const point = () => {
    pointAt(sources);
    setQuoting(true);
  };
  const leave = () => {
    pointAt([]);
    setQuoting(false);
  };
  const Box = block ? "div" : "span";
  return (
    <Box
      data-sources={sources.join(" ")}
      tabIndex={-1}
      className={clsx("sourced", continues && "continues", isPointedAt && "is-pointed-at")}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      <span
        id={id}
        role="note"
        aria-label="Sources"
        dir="auto"
        className={clsx("margin-note", unfolded && "is-unfolded")}
      >
        <Groups groups={groups} />
        {hand && <PersonEditNote hand={hand} />}
        {isQuoting && <SourceQuotes sources={found} onHide={() => setQuoting(false)} />}
      </span>
      <span className={block ? "sourced-block" : "sourced-text"}>{children}</span>
      <span className="fold">
        {!block && "\u00a0"}
        <button
          type="button"
          className="fold-button touch"
          aria-expanded={unfolded}
          aria-controls={id}
          aria-label={unfolded ? "Hide the source" : "Show the source"}
          onClick={() => setUnfolded(!unfolded)}
        >
          {groups
            .slice(0, SHOWN_GROUPS)
            .map(([source]) => [...source.authorName][0]?.toUpperCase())
            .join("")}
          {groups.length > SHOWN_GROUPS && "…"}
          {hand && <PenLine className="inline size-3" aria-hidden="true" />}
        </button>
      </span>
    </Box>
  );
}

function Groups({ groups }: { groups: readonly SourceGroup[] }) {
  const [isWhole, setWhole] = useState(groups.length <= SHOWN_GROUPS + 1);
  return (
    <>
      {(isWhole ? groups : groups.slice(0, SHOWN_GROUPS)).map((group) => (
        <SourceNote key={group[0].id} group={group} />
      ))}
      {!isWhole && (
        <button type="button" className="source-more touch" onClick={() => setWhole(true)}>
          and {groups.length - SHOWN_GROUPS} more
        </button>
      )}
    </>
  );
}
