import "../../../ui/article.css";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { InboxItem } from "../../../../shared/contract/inbox.ts";
import { ApiError } from "../../../api/client.ts";
import { useInboxItem } from "../../../api/inbox.ts";
import { usePageTitle } from "../../../components/page.tsx";
import { formatCount } from "../../../lib/format.ts";
import { Button, getButtonClass } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { QueryError } from "../../../ui/query-view.tsx";
import { FailureReport } from "../../articles/failure-report.tsx";
import { BACK_STATE, storeLastReadArticle } from "../../articles/list-position.ts";
import { clearRestoredItem, dismissReport, useDecisions } from "../decisions.ts";
import { reviewSearch, useInboxPart, useListedItems } from "../listed-items.ts";
import { ReviewItem } from "./review-item.tsx";

/** One inbox item with its article and the conversation. A decision leads to the next item. */
export default function Review() {
  const [isMerging, setMerging] = useState(false);
  const { item, items, index, total, isReading, error, retry } = useReviewed(isMerging);
  const { search, open } = useOpen();
  const { report } = useDecisions();
  const [previous, next] = [index > 0 ? items[index - 1] : undefined, items[index + 1]];
  useRestored(items, item?.id, open);
  const itemId = item?.id;
  useEffect(() => {
    if (itemId) storeLastReadArticle(search, itemId);
  }, [search, itemId]);
  usePageTitle(item ? `Review: ${item.article.title}` : "Review");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Link
          to={`/articles${search}`}
          state={BACK_STATE}
          className="inline-flex items-center gap-2 text-13 text-soft hover:text-accent pointer-coarse:min-h-11"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          Inbox
        </Link>
        {index !== -1 && (
          <nav aria-label="In the inbox" className="flex items-center gap-1 text-13 text-faint">
            <Step item={previous} name="Previous item" onOpen={open}>
              <ArrowLeft className="size-4" aria-hidden="true" />
            </Step>
            <span className="tabular-nums">
              {formatCount(index + 1)} of {formatCount(total)}
            </span>
            <Step item={next} name="Next item" onOpen={open}>
              <ArrowRight className="size-4" aria-hidden="true" />
            </Step>
          </nav>
        )}
      </div>
      {report && <FailureReport report={report} onDismiss={dismissReport} />}
      {item ? (
        <ReviewItem
          key={item.id}
          {...{ item, isMerging, setMerging }}
          onPast={() => open(next ?? previous)}
          onStep={(by) => open((by === 1 ? next : previous) ?? item)}
          onBack={() => open(undefined)}
        />
      ) : (
        <NoItem isReading={isReading} error={error} onRetry={retry} next={items[0]} search={search} />
      )}
    </>
  );
}

/** The item in the address, and its position in the list, which may not have loaded it yet. */
function useReviewed(isMerging: boolean) {
  const [params] = useSearchParams();
  const id = params.get("item") ?? "";
  const { inbox, pages, items } = useListedItems();
  const { hidden } = useDecisions();
  const listed = items.find((one) => one.id === id);
  const alone = useInboxItem(id, pages !== undefined && !listed && !hidden.has(id));
  const index = items.findIndex((one) => one.id === id);
  // Loads the next page of the list before its items are reached.
  const readOn = useEffectEvent(() => void inbox.fetchNextPage());
  const isNearEnd = index >= items.length - 2 && inbox.hasNextPage && !inbox.isFetchingNextPage;
  useEffect(() => {
    if (isNearEnd) readOn();
  }, [isNearEnd]);
  return {
    item: useWhileMerging(listed ?? (hidden.has(id) ? undefined : alone.data), id, isMerging),
    items,
    index,
    total: Math.max(items.length, pages?.[0]?.total ?? 0),
    isReading: pages === undefined ? inbox.isPending : alone.isPending && alone.fetchStatus === "fetching",
    error: inbox.error ?? alone.error,
    retry: () => void (inbox.isError ? inbox.refetch() : alone.refetch()),
  };
}

/** The list may hear that an article was merged before the merge has answered, which then leads to the next item. */
function useWhileMerging(item: InboxItem | undefined, id: string, isMerging: boolean): InboxItem | undefined {
  const [last, setLast] = useState(item);
  if (item && item !== last) setLast(item);
  return item ?? (isMerging && last?.id === id ? last : undefined);
}

function useOpen() {
  const { search } = useInboxPart();
  const navigate = useNavigate();
  /** Undefined returns to the list. */
  const open = (one: InboxItem | undefined) =>
    void navigate(`/articles${one ? reviewSearch(search, one.id) : search}`, {
      replace: true,
      ...(!one && { state: BACK_STATE }),
    });
  return { search, open };
}

/** Opens the item that an undo restored. */
function useRestored(items: readonly InboxItem[], shown: string | undefined, open: (item: InboxItem) => void): void {
  const { restored } = useDecisions();
  const openRestored = useEffectEvent(() => {
    const back = items.find((one) => one.id === restored);
    if (!back) return;
    clearRestoredItem();
    if (back.id !== shown) open(back);
  });
  useEffect(() => openRestored(), [restored, items]);
}

interface StepProps {
  item: InboxItem | undefined;
  name: string;
  onOpen: (item: InboxItem) => void;
  children: React.ReactNode;
}

const Step = ({ item, name, onOpen, children }: StepProps) => (
  <Button look="quiet" size="small" aria-label={name} disabled={!item} onClick={() => item && onOpen(item)}>
    {children}
  </Button>
);

interface NoItemProps {
  isReading: boolean;
  error: Error | null;
  onRetry: () => void;
  next: InboxItem | undefined;
  search: string;
}

/** Shown while the item loads, when it could not be loaded, or when somebody has decided it. */
function NoItem({ isReading, error, onRetry, next, search }: NoItemProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const isGone = error instanceof ApiError && [400, 404, 422].includes(error.status);
  useEffect(() => {
    if (isGone) link.current?.focus();
  }, [isGone]);
  if (isReading) return <div className="late skeleton mt-6 h-96" />;
  if (error && !isGone) return <QueryError error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      title={isGone ? "This is decided already" : "Nothing to decide"}
      action={
        <Link
          ref={link}
          to={`/articles${next ? reviewSearch(search, next.id) : search}`}
          className={getButtonClass({ look: next ? "primary" : "plain" })}
        >
          {next ? "Review the next item" : "Open the inbox"}
        </Link>
      }
    >
      {isGone ? "Somebody decided it, or what it was about is gone." : "Everything here is decided."}
    </EmptyState>
  );
}
