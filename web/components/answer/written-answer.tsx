import type { AnswerClaim } from "../../../shared/contract/ask.ts";
import type { StreamedAnswer } from "../../api/answer-stream.ts";
import { InlineText } from "../inline-text.tsx";
import { getSentenceId, Warning } from "./sentences.tsx";

/** The model's answer, claim by claim as each is verified. Renders nothing when the sentences are the answer. */
export function WrittenAnswer({ answer: { written, sentences, isBeingWritten } }: { answer: StreamedAnswer }) {
  if (!written && !isBeingWritten) return null;
  const isDisputed = (written ?? []).some((claim) =>
    claim.sentences.some((place) => sentences[place]?.contradiction || sentences[place]?.doubt),
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

function Claim({ claim: { inline, sentences } }: { claim: AnswerClaim }) {
  return (
    <span>
      <InlineText inline={inline} />{" "}
      {sentences.map((place) => (
        <button
          key={place}
          type="button"
          aria-label={`Go to source ${place + 1}`}
          className="px-0.5 text-13 text-link"
          onClick={() => goTo(place)}
        >
          [{place + 1}]
        </button>
      ))}{" "}
    </span>
  );
}

/** Scrolls without changing the address, because a new history entry would count as another request. */
function goTo(place: number): void {
  const sentence = document.getElementById(getSentenceId(place));
  sentence?.focus({ preventScroll: true });
  sentence?.scrollIntoView({ block: "center" });
}
