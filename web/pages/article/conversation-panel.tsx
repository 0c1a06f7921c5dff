import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useConversation } from "../../api/articles.ts";
import { formatChannel, formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { ConversationItem } from "./conversation-item.tsx";

interface ConversationPanelProps {
  articleId: string;
  channel: string;
  /** The message to show first; empty for the beginning. */
  message: string;
  onClose: () => void;
}

/** The talk as it was, beside what it became. Messages the article stands on carry a mark, which leads to their sentence. */
export function ConversationPanel({ articleId, channel, message, onClose }: ConversationPanelProps) {
  const conversation = useConversation(articleId, true);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [onClose]);
  const sources = conversation.data?.filter(({ isSource }) => isSource).length ?? 0;
  return (
    <aside
      aria-labelledby="conversation-title"
      className="appear not-printed fixed inset-0 z-40 flex flex-col border-rule bg-raised xl:sticky xl:inset-auto xl:top-6 xl:z-0 xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:rounded-box xl:border"
    >
      <div className="flex items-center justify-between gap-3 border-b border-rule bg-raised px-5 py-3">
        <div className="min-w-0">
          <h2 id="conversation-title" ref={title} tabIndex={-1} className="truncate text-17 font-semibold">
            {formatChannel(channel)}
          </h2>
          {conversation.data && conversation.data.length > 0 && (
            <p className="text-13 text-faint">
              {formatItems(conversation.data.length, "message")}, the article stands on {sources}
            </p>
          )}
        </div>
        <Button look="quiet" size="icon" aria-label="Close the conversation" onClick={onClose}>
          <X className="size-5" aria-hidden="true" />
        </Button>
      </div>
      <div data-conversation className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">
        <QueryView
          query={conversation}
          loading={<div className="late skeleton h-64" />}
          empty={
            <p className="text-soft">
              The messages are no longer there: their channel was removed, or they were deleted in the chat.
            </p>
          }
        >
          {(messages) => (
            <ol className="flex flex-col gap-4">
              {messages.map((one) => (
                <ConversationItem key={one.id} message={one} isShownFirst={one.id === message} />
              ))}
            </ol>
          )}
        </QueryView>
      </div>
    </aside>
  );
}
