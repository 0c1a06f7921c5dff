import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import { useConversation } from "../../../api/articles.ts";
import { formatChannel, formatItems } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ArticleSection } from "../../article/article-section.tsx";
import { ConversationMessages } from "../../article/conversation-panel.tsx";
import { MarginStatements } from "../../article/margin-statements.tsx";
import { focusSentenceOfMessage } from "../../article/sentences.ts";
import { type SourceView, SourceViewContext } from "../../article/source-view.ts";

interface ReviewedArticleProps {
  article: ArticlePage;
  /** Replaces the text while it is edited. */
  editor?: ReactNode;
}

/** The article with its conversation to the right; on a small screen one of them, with a switch. */
export function ReviewedArticle({ article, editor }: ReviewedArticleProps) {
  const [side, setSide] = useState<"article" | "chat">("article");
  const [message, setMessage] = useState("");
  const [pointedAt, pointAt] = useState<readonly string[]>([]);
  const view: SourceView = {
    contradictions: article.contradictions ?? [],
    // The contradiction is decided above, so the text does not show it.
    contradictedAt: new Map(),
    sources: new Map(article.sources.map((source) => [source.id, source])),
    pointedAt,
    pointAt,
    openConversation: (one) => {
      setMessage(one);
      setSide("chat");
    },
    showSentence: (one) => {
      setSide("article");
      requestAnimationFrame(() => focusSentenceOfMessage(one));
    },
  };
  return (
    <SourceViewContext value={view}>
      <fieldset className="mt-5 flex max-sm:mt-2 lg:hidden">
        <legend className="sr-only">What is shown</legend>
        {(["article", "chat"] as const).map((one) => (
          <Button
            key={one}
            aria-pressed={side === one}
            className="flex-1 not-first-of-type:-ml-px not-first-of-type:rounded-l-none first-of-type:rounded-r-none aria-pressed:bg-sunken aria-pressed:text-accent"
            onClick={() => setSide(one)}
          >
            {one === "article" ? "Article" : "Conversation"}
          </Button>
        ))}
      </fieldset>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] lg:gap-10">
        <div className={clsx("min-w-0", side === "chat" && "max-lg:hidden")}>
          {editor ?? <Text article={article} />}
        </div>
        <Chat article={article} message={message} pointedAt={pointedAt} isHidden={side === "article"} />
      </div>
    </SourceViewContext>
  );
}

const Text = ({ article }: { article: ArticlePage }) => (
  <div className="set-page">
    <div dir="auto" className="lead">
      <MarginStatements statements={article.summaryStatements} />
    </div>
    {article.sections.map((section, index) => (
      <ArticleSection key={`${section.role} ${index}`} section={section} />
    ))}
  </div>
);

interface ChatProps {
  article: ArticlePage;
  /** The message to show first; '' for the beginning. */
  message: string;
  pointedAt: readonly string[];
  /** Hidden on a small screen. */
  isHidden: boolean;
}

function Chat({ article, message, pointedAt, isHidden }: ChatProps) {
  const conversation = useConversation(article.id, true);
  const box = useRef<HTMLDivElement>(null);
  const [first] = pointedAt;
  useEffect(() => {
    if (first && box.current) bringIntoSight(box.current, first);
  }, [first]);
  const messages = conversation.data ?? [];
  const sources = messages.filter(({ isSource }) => isSource).length;
  return (
    <aside
      aria-labelledby="review-conversation"
      className={clsx(
        "mt-6 flex min-h-0 flex-col lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:rounded-box lg:border lg:border-rule lg:bg-raised",
        isHidden && "max-lg:hidden",
      )}
    >
      <div className="lg:border-b lg:border-rule lg:px-5 lg:py-3">
        <h2 id="review-conversation" className="text-17 font-semibold">
          {formatChannel(article.sourceChannel)}
        </h2>
        {messages.length > 0 && (
          <p className="text-13 text-faint">
            {formatItems(messages.length, "message")}, the article is based on {sources}
          </p>
        )}
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      <section
        ref={box}
        data-conversation
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        aria-label="Messages"
        className="relative min-h-0 flex-1 py-4 lg:overflow-y-auto lg:overscroll-contain lg:px-5"
      >
        <ConversationMessages conversation={conversation} message={message} />
      </section>
    </aside>
  );
}

/** Scrolls only the conversation, so that the sentence stays in place. */
function bringIntoSight(box: HTMLElement, id: string): void {
  const message = box.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  if (!message || box.scrollHeight <= box.clientHeight) return;
  const top = message.offsetTop;
  const isSeen = top >= box.scrollTop && top + message.offsetHeight <= box.scrollTop + box.clientHeight;
  if (isSeen) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  box.scrollTo({ top: top - (box.clientHeight - message.offsetHeight) / 2, behavior: calm ? "auto" : "smooth" });
}
