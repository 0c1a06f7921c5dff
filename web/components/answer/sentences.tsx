import { ArrowUpRight, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { AnswerSentence } from "../../../shared/contract/ask.ts";
import { formatPersonEdit } from "../../../shared/domain/person-edit.ts";
import { formatChannel, formatMessageTime } from "../../lib/format.ts";
import { InlineText } from "../inline-text.tsx";

/** The anchor of a sentence, to which a claim's number links. */
export const getSentenceId = (place: number) => `sentence-${place + 1}`;

/** `areSources`: numbers the sentences, because the answer above cites them by number. */
export function Sentences({ sentences, areSources }: { sentences: AnswerSentence[]; areSources: boolean }) {
  if (sentences.length === 0) return null;
  return (
    <>
      {areSources && <h3 className="mt-6 text-13 font-medium text-soft">What the team said</h3>}
      <ol className={`flex flex-col gap-4 ${areSources ? "mt-3" : "mt-4"}`}>
        {sentences.map((sentence, place) => (
          <li
            key={`${sentence.articleId} ${sentence.text}`}
            id={areSources ? getSentenceId(place) : undefined}
            tabIndex={-1}
            className="border-l-2 border-rule pl-4"
          >
            {areSources && <span className="sr-only">Source {place + 1}</span>}
            <Sentence sentence={sentence} number={areSources ? place + 1 : null} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Sentence({ sentence, number }: { sentence: AnswerSentence; number: number | null }) {
  const { form, text, inline, sources, hand } = sentence;
  const isSmall = number !== null;
  return (
    <>
      {form === "code" ? (
        <pre className="overflow-x-auto rounded-box bg-sunken p-3 text-13">
          <code>{text}</code>
        </pre>
      ) : (
        <p dir="auto" className={`wrap-anywhere ${isSmall ? "" : "text-17 leading-7"}`}>
          <InlineText inline={inline} />
        </p>
      )}
      <Doubts sentence={sentence} />
      <p className="mt-1 flex flex-wrap gap-x-4 text-13 text-soft">
        {number !== null && <span aria-hidden="true">[{number}]</span>}
        {sources.map(({ id, authorName, channelName, sentAt, permalink }) => {
          const said = `${authorName} in ${formatChannel(channelName)}, ${formatMessageTime(sentAt)}`;
          return permalink ? (
            <a key={id} href={permalink} target="_blank" rel="noopener noreferrer" className="text-link">
              {said}
              <ArrowUpRight className="inline size-3" aria-label="(opens the message)" />
            </a>
          ) : (
            <span key={id}>{said}</span>
          );
        })}
        {hand && <span>{formatPersonEdit(hand, formatMessageTime(hand.at))}</span>}
      </p>
    </>
  );
}

/** The reasons for doubt about a sentence, and a contradicting statement. */
function Doubts({ sentence: { doubt, contradiction } }: { sentence: AnswerSentence }) {
  return (
    <>
      {doubt && <Warning>{doubt}</Warning>}
      {contradiction && (
        <Warning>
          <InlineText inline={contradiction.note} /> “<InlineText inline={contradiction.inline} />”
        </Warning>
      )}
    </>
  );
}

export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="mt-2 flex gap-2 text-13">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-wrong" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
