import { clsx } from "clsx";
import { ArrowUpRight, CornerDownLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ConversationMessage } from "../../../shared/contract/articles.ts";
import { InlineText } from "../../components/inline-text.tsx";
import { RelativeTime } from "../../components/moment.tsx";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "./code-block.tsx";
import { describeForgotten } from "./forgotten.ts";
import { useSourceView } from "./source-view.ts";

/** The number of characters from which on a message is collapsed, so that the next message is visible. */
const FOLDED_FROM_CHARACTERS = 2_500;

export function ConversationItem({ message, isShownFirst }: { message: ConversationMessage; isShownFirst: boolean }) {
  const { pointedAt, pointAt, showSentence } = useSourceView();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = item.current?.closest("[data-conversation]");
    if (!isShownFirst || !item.current || !list) return;
    // Scrolls only the conversation, so that the article's sentence stays at its position.
    const room = Math.max(0, list.clientHeight - item.current.offsetHeight);
    list.scrollTop = item.current.offsetTop - room / 2;
  }, [isShownFirst]);
  const isMarked = pointedAt.includes(message.id) || (isShownFirst && pointedAt.length === 0);
  const point = () => message.isSource && pointAt([message.id]);
  const leave = () => pointAt([]);
  return (
    <li
      ref={item}
      data-message={message.id}
      onPointerEnter={point}
      onPointerLeave={leave}
      className={clsx(
        "-mx-2 rounded-box px-2 py-1 transition-colors wrap-anywhere",
        isMarked && "bg-mark",
        !message.isSource && "text-soft",
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-13">
        <span dir="auto" className="font-semibold text-ink">
          {message.authorName}
        </span>
        <span className={isMarked ? "text-soft" : "text-faint"}>
          <RelativeTime at={message.sentAt} as="minute" />
          {message.editedAt && " (edited)"}
        </span>
        {message.isSource && (
          <button
            type="button"
            className="touch inline-flex min-h-6 items-center gap-1 rounded-box bg-mark px-1.5 text-12 text-ink hover:underline"
            title="Go to the sentence based on it"
            onFocus={point}
            onBlur={leave}
            onClick={() => showSentence(message.id)}
          >
            <CornerDownLeft className="size-3.5" aria-hidden="true" />
            in the article
          </button>
        )}
        {message.permalink && <Permalink to={message.permalink} authorName={message.authorName} />}
      </p>
      <Words message={message} />
    </li>
  );
}

function Permalink({ to, authorName }: { to: string; authorName: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Open the message of ${authorName}`}
      className="touch ml-auto grid size-6 place-items-center text-soft hover:text-accent"
    >
      <ArrowUpRight className="size-4" aria-hidden="true" />
    </a>
  );
}

function Words({ message }: { message: ConversationMessage }) {
  const [isWhole, setWhole] = useState(message.text.length < FOLDED_FROM_CHARACTERS);
  const { blocks, text, forgotten } = message;
  if (forgotten) return <p className="mt-0.5 text-soft italic">{describeForgotten(forgotten)}</p>;
  if (blocks.length === 0) return <p className="mt-0.5 italic">{text}</p>;
  return (
    <>
      <div className={clsx("mt-0.5 flex flex-col gap-2", !isWhole && "max-h-72 overflow-hidden mask-b-from-60%")}>
        {blocks.map((block, index) =>
          block.form === "code" ? (
            <CodeBlock key={index} code={block.text} language={block.language} />
          ) : (
            <p key={index} dir="auto" className="whitespace-pre-wrap">
              <InlineText inline={block.inline} />
            </p>
          ),
        )}
      </div>
      {!isWhole && (
        <Button look="quiet" size="small" className="-ml-2.5" onClick={() => setWhole(true)}>
          Show the whole message ({formatCount(text.length)} characters)
        </Button>
      )}
    </>
  );
}
