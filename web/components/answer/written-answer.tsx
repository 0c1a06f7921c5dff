import type { AnswerClaim } from "../../../shared/contract/ask.ts";
import { formatPassageLabel } from "../../../shared/domain/ask.ts";
import type { StreamedAnswer } from "../../api/answer-stream.ts";
import { InlineText } from "../inline-text.tsx";
import { getSentenceId, Warning } from "./sentences.tsx";
import { getPassageId } from "./wiki-pages.tsx";

/** The model's answer, claim by claim as each is verified. Renders nothing if the sentences are the answer. */
export function WrittenAnswer({ answer: { written, sentences, wiki, isBeingWritten } }: { answer: StreamedAnswer }) {
  if (!written && !isBeingWritten) return null;
  const isDisputed = (written ?? []).some(
    (claim) =>
      claim.sentences.some((place) => sentences[place]?.contradiction || sentences[place]?.doubt) ||
      claim.passages.some(({ page, passage }) => (wiki?.pages[page]?.passages[passage]?.otherwise.length ?? 0) > 0),
  );
  return (
    <div className="mt-4">
      <p dir="auto" className="text-17 leading-7 wrap-anywhere">
        {(written ?? []).map((claim) => (
          <Claim key={claim.text} claim={claim} />
        ))}
        {isBeingWritten && <span className="text-soft">Writing from what the team said…</span>}
      </p>
      {isDisputed && <Warning>Not everybody says the same, or it may not hold any more: see below.</Warning>}
      {!isBeingWritten && (
        <p className="mt-2 text-13 text-faint">
          Written by a language model from the sentences below. What they do not say was left out.
        </p>
      )}
    </div>
  );
}

function Claim({ claim: { inline, sentences, passages } }: { claim: AnswerClaim }) {
  const cited = [
    ...sentences.map((place) => ({ mark: `${place + 1}`, id: getSentenceId(place) })),
    ...passages.map((passage) => ({ mark: formatPassageLabel(passage), id: getPassageId(passage) })),
  ];
  return (
    <span>
      <InlineText inline={inline} />{" "}
      {cited.map(({ mark, id }) => (
        <button
          key={mark}
          type="button"
          aria-label={`Go to source ${mark}`}
          className="px-0.5 text-13 text-link"
          onClick={() => goTo(id)}
        >
          [{mark}]
        </button>
      ))}{" "}
    </span>
  );
}

/** Scrolls without changing the URL, because a new history entry would count as another question. */
function goTo(id: string): void {
  const source = document.getElementById(id);
  source?.focus({ preventScroll: true });
  source?.scrollIntoView({ block: "center" });
}
