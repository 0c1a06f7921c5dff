import { clsx } from "clsx";
import { ArrowUpRight, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ConversationMessage } from "../../../shared/contract/articles.ts";
import { useConversation } from "../../api/articles.ts";
import { InlineText } from "../../components/inline-text.tsx";
import { Moment } from "../../components/moment.tsx";
import { formatChannel } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { useSourceView } from "./source-view.ts";

interface ConversationPanelProps {
  articleId: string;
  channel: string;
  /** The message to show first; empty for the beginning. */
  message: string;
  onClose: () => void;
}

/** The talk as it was, beside what it became. Messages the article stands on carry a mark. */
export function ConversationPanel({ articleId, channel, message, onClose }: ConversationPanelProps) {
  const conversation = useConversation(articleId, true);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [onClose]);
  return (
    <aside
      aria-labelledby="conversation-title"
      className="appear fixed inset-0 z-40 flex flex-col border-rule bg-raised max-xl:overflow-y-auto xl:sticky xl:inset-auto xl:top-6 xl:z-0 xl:max-h-[calc(100dvh-3rem)] xl:rounded-box xl:border"
    >
      <div className="sticky top-0 z-10 flex items-center justify-between gap-3 border-b border-rule bg-raised px-5 py-3">
        <h2 id="conversation-title" ref={title} tabIndex={-1} className="text-17 font-semibold">
          {formatChannel(channel)}
        </h2>
        <Button look="quiet" size="icon" aria-label="Close the conversation" onClick={onClose}>
          <X className="size-5" aria-hidden="true" />
        </Button>
      </div>
      <div data-conversation className="relative overflow-y-auto px-5 py-4">
        <QueryView
          query={conversation}
          loading={<div className="late skeleton h-64" />}
          empty={<p className="text-soft">The messages are no longer there.</p>}
        >
          {(messages) => (
            <ol className="flex flex-col gap-4">
              {messages.map((one) => (
                <Message key={one.id} message={one} isShownFirst={one.id === message} />
              ))}
            </ol>
          )}
        </QueryView>
      </div>
    </aside>
  );
}

function Message({ message, isShownFirst }: { message: ConversationMessage; isShownFirst: boolean }) {
  const { pointedAt, pointAt } = useSourceView();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = item.current?.closest("[data-conversation]");
    if (!isShownFirst || !item.current || !list) return;
    // Only the conversation moves: the sentence one comes from stays where it is.
    list.scrollTop = item.current.offsetTop - list.clientHeight / 2;
  }, [isShownFirst]);
  const isMarked = pointedAt.includes(message.id) || (isShownFirst && pointedAt.length === 0);
  return (
    <li
      ref={item}
      onPointerEnter={() => message.isSource && pointAt([message.id])}
      onPointerLeave={() => pointAt([])}
      className={clsx(
        "-mx-2 rounded-box px-2 py-1 transition-colors",
        isMarked && "bg-mark",
        !message.isSource && "text-soft",
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-13">
        <span className="font-semibold text-ink">{message.authorName}</span>
        <span className="text-faint">
          <Moment at={message.sentAt} as="minute" />
          {message.editedAt && " (edited)"}
        </span>
        {message.isSource && <span className="rounded-box bg-mark px-1.5 text-12 text-ink">in the article</span>}
        {message.permalink && (
          <a
            href={message.permalink}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open the message of ${message.authorName}`}
            className="ml-auto text-faint hover:text-accent"
          >
            <ArrowUpRight className="size-4" aria-hidden="true" />
          </a>
        )}
      </p>
      <p className="mt-0.5 break-words whitespace-pre-wrap">
        {message.inline.length > 0 ? <InlineText inline={message.inline} /> : message.text}
      </p>
    </li>
  );
}
