import { useConversation } from "../../api/articles.ts";
import { SidePanel } from "../../components/side-panel.tsx";
import { formatChannel, formatItems } from "../../lib/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { ConversationItem } from "./conversation-item.tsx";

interface ConversationPanelProps {
  articleId: string;
  channel: string;
  /** The message to show first; '' for the beginning of the conversation. */
  message: string;
  onClose: () => void;
}

/** The original conversation beside the article. Each cited message has a mark that links to its sentence. */
export default function ConversationPanel({ articleId, channel, message, onClose }: ConversationPanelProps) {
  const conversation = useConversation(articleId, true);
  const sources = conversation.data?.filter(({ isSource }) => isSource).length ?? 0;
  return (
    <SidePanel
      title={formatChannel(channel)}
      note={
        conversation.data &&
        conversation.data.length > 0 &&
        `${formatItems(conversation.data.length, "message")}, the article is based on ${sources}`
      }
      closes="Close the conversation"
      onClose={onClose}
    >
      <div data-conversation className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">
        <ConversationMessages conversation={conversation} message={message} />
      </div>
    </SidePanel>
  );
}

interface ConversationMessagesProps {
  conversation: ReturnType<typeof useConversation>;
  /** The message to show first; '' for the beginning of the conversation. */
  message: string;
}

export function ConversationMessages({ conversation, message }: ConversationMessagesProps) {
  return (
    <QueryView
      query={conversation}
      loading={<div className="late skeleton h-64" />}
      empty={
        <p className="text-soft">
          The messages are no longer available: their channel was removed, or they were deleted in the chat.
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
  );
}
