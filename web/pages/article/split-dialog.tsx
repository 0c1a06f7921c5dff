import { useId, useState } from "react";
import { useNavigate } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { Evidence } from "../../../shared/contract/canonical.ts";
import { useEvidence, useSplitArticle } from "../../api/canonical.ts";
import { formatChannel, formatDay, formatItems } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { SaveError } from "../../ui/save-problem.tsx";
import { type SplitResult, SplitSentences } from "./split-sentences.tsx";
import { useUndoToast } from "./use-undo-toast.ts";

/** Keeps the dialog open after an error, because the dialog shows the error. */
const stayOpen = () => undefined;

type SplitBy = "sentences" | "conversations";

/** Splits off a new article, from chosen sentences or from chosen conversations. */
export default function SplitDialog({ article, onClose }: { article: ArticlePage; onClose: () => void }) {
  const [way, setWay] = useState<SplitBy>("sentences");
  const navigate = useNavigate();
  const tell = useUndoToast(`/articles/${article.id}`);
  const finish = ({ articleId, message, undo }: SplitResult) => {
    onClose();
    tell("Split", message, undo);
    void navigate(`/articles/${articleId}`);
  };
  return (
    <Dialog title="Split this article" open onClose={onClose} isWide>
      {article.asked && <WayChoice way={way} onChange={setWay} />}
      {way === "sentences" ? (
        <SplitSentences article={article} onClose={onClose} onSplit={finish} />
      ) : (
        <SplitConversations article={article} onClose={onClose} onSplit={finish} />
      )}
    </Dialog>
  );
}

const WAYS: [SplitBy, string][] = [
  ["sentences", "By sentences"],
  ["conversations", "By conversations"],
];

/**
 * Lets the person choose how to split. Hidden for an article with one conversation, because it can only be split by
 * sentences.
 */
function WayChoice({ way, onChange }: { way: SplitBy; onChange: (way: SplitBy) => void }) {
  const name = useId();
  return (
    <fieldset className="mt-3 flex flex-wrap gap-x-6">
      <legend className="sr-only">How to split it</legend>
      {WAYS.map(([value, text]) => (
        <label key={value} className="flex cursor-pointer items-center gap-2 py-1 pointer-coarse:min-h-11">
          <input
            type="radio"
            name={name}
            className="size-4 accent-accent"
            checked={way === value}
            onChange={() => onChange(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

interface SplitConversationsProps {
  article: ArticlePage;
  onClose: () => void;
  onSplit: (split: SplitResult) => void;
}

/** Lets a person choose conversations about another subject. They become a separate article. */
function SplitConversations({ article, onClose, onSplit }: SplitConversationsProps) {
  const evidence = useEvidence(article.id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const split = useSplitArticle(article.id);
  const total = evidence.data?.length ?? 0;
  const toggle = (one: string) => {
    const next = new Set(chosen);
    if (!next.delete(one)) next.add(one);
    setChosen(next);
  };
  const submit = async () => onSplit(await split.mutateAsync([...chosen]));
  return (
    <>
      <p className="mt-2 text-soft">
        Choose the conversations that are about something else. They become a separate article; at least one stays here.
        You can undo it for a day.
      </p>
      <QueryView query={evidence} loading={<div className="late skeleton mt-4 h-40" />}>
        {(conversations) => (
          <ul aria-label="Conversations" className="mt-4 divide-y divide-rule border-y border-rule">
            {conversations.map((conversation) => (
              <ConversationChoice
                key={conversation.conversationId}
                conversation={conversation}
                isChosen={chosen.has(conversation.conversationId)}
                onToggle={() => toggle(conversation.conversationId)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <SaveError error={split.error} />
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
        {total > 0 && chosen.size === total && (
          <p className="text-13 text-soft">At least one conversation must stay here.</p>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          disabled={chosen.size === 0 || chosen.size >= total || split.isPending}
          onClick={() => void submit().catch(stayOpen)}
        >
          {split.isPending
            ? "Splitting..."
            : chosen.size > 0
              ? `Split off ${formatItems(chosen.size, "conversation")}`
              : "Split"}
        </Button>
      </div>
    </>
  );
}

function ConversationChoice({
  conversation,
  isChosen,
  onToggle,
}: {
  conversation: Evidence;
  isChosen: boolean;
  onToggle: () => void;
}) {
  return (
    <li>
      <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-2 py-3 hover:bg-sunken">
        <input type="checkbox" className="mt-1 size-4 accent-accent" checked={isChosen} onChange={onToggle} />
        <span className="text-13 text-soft">
          <span dir="auto" className="font-semibold">
            {conversation.askedBy}
          </span>{" "}
          in {formatChannel(conversation.channelName)}, {formatDay(conversation.firstAt)},{" "}
          {formatItems(conversation.messages, "message")} {conversation.isWrittenFrom && <Badge>written from it</Badge>}
        </span>
        <span dir="auto" className="col-start-2 line-clamp-2 wrap-anywhere">
          {conversation.opening || "The text of its first message is not there any more."}
        </span>
      </label>
    </li>
  );
}
