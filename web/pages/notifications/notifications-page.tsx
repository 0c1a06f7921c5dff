import { clsx } from "clsx";
import { Check, Settings } from "lucide-react";
import { Link } from "react-router";
import type { Notification } from "../../../shared/contract/notifications.ts";
import { WIKI_HEALTH_PATH } from "../../../shared/domain/notifications.ts";
import { useMarkRead, useNotifications } from "../../api/notifications.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Page } from "../../components/page.tsx";
import { formatCount } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { DECISION_NAMES, NOTIFICATION_TEXTS } from "./kinds.ts";

export default function NotificationsPage() {
  const notifications = useNotifications();
  const marking = useMarkRead();
  const mark = (ids?: string[]) =>
    marking.mutate(ids, {
      onError: () => showToast({ title: "Not marked as read", text: "Please try again.", tone: "destructive" }),
    });
  const unread = notifications.data?.unread ?? 0;
  return (
    <Page
      title="Notifications"
      description="Decisions that wait for you, and changes to the articles you follow"
      extra={
        <>
          {unread > 0 && (
            <Button disabled={marking.isPending} onClick={() => mark()}>
              Mark All as Read
            </Button>
          )}
          <Link to="/settings/notifications" className={getButtonClass()}>
            <Settings className="size-4" aria-hidden="true" />
            Settings
          </Link>
        </>
      }
    >
      <QueryView query={notifications} loading={<div className="late skeleton h-64 max-w-3xl" />}>
        {({ notifications: list }) =>
          list.length === 0 ? (
            <EmptyState
              title="No notifications"
              action={
                <Link to="/articles" className={getButtonClass()}>
                  Open the articles
                </Link>
              }
            >
              Press Follow on an article to hear when it changes. You can also follow its channel or its category.
            </EmptyState>
          ) : (
            <ol aria-label="Notifications" className="max-w-3xl border-t border-ink/80">
              {groupNotifications(list).map((alike) => (
                <Row key={alike[0].id} alike={alike} onRead={() => mark(alike.map(({ id }) => id))} />
              ))}
            </ol>
          )
        }
      </QueryView>
    </Page>
  );
}

function addressOf({ kind, article }: Notification): string {
  if (!article) return WIKI_HEALTH_PATH;
  return kind === "decision" ? "/articles?view=inbox" : `/articles/${article.id}`;
}

/** Notifications that share one row, newest first. */
type NotificationGroup = [Notification, ...Notification[]];

/** The number of decisions of one kind from which on they share a row. */
const FEWEST_JOINED = 3;

/**
 * Joins decisions of one kind into one row, at the position of the newest, if there are many. The inbox lists them one
 * by one.
 */
function groupNotifications(list: readonly Notification[]): NotificationGroup[] {
  const groupOf = ({ id, kind, decision, isRead }: Notification) =>
    kind === "decision" && decision ? `${decision} ${isRead}` : id;
  const groups = Map.groupBy(list, groupOf);
  return list.flatMap((one): NotificationGroup[] => {
    const [first, ...others] = groups.get(groupOf(one)) ?? [one];
    if (others.length + 1 < FEWEST_JOINED) return [[one]];
    return first === one ? [[one, ...others]] : [];
  });
}

function Row({ alike, onRead }: { alike: NotificationGroup; onRead: () => void }) {
  const [notification, ...others] = alike;
  const { kind, at, isRead, article, decision } = notification;
  const title = article?.title ?? "What to look at in your wiki";
  const said = decision
    ? `${NOTIFICATION_TEXTS.decision.said}: ${DECISION_NAMES[decision]}`
    : NOTIFICATION_TEXTS[kind].said;
  return (
    <li className="flex items-start gap-3 border-b border-rule py-4">
      <span
        className={clsx("mt-2 size-2 shrink-0 rounded-full", isRead ? "bg-transparent" : "bg-accent")}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2 text-13 text-soft">
          {!isRead && <span className="sr-only">Unread.</span>}
          <span className={clsx(kind === "failed" && "text-wrong")}>{said}</span>
          <span className="text-faint">
            <RelativeTime at={at} />
          </span>
        </p>
        <Link
          to={addressOf(notification)}
          onClick={() => !isRead && onRead()}
          dir="auto"
          className={clsx("block font-serif text-19 wrap-anywhere hover:text-accent", !isRead && "font-medium")}
        >
          {title}
        </Link>
        {others.length > 0 && <p className="text-13 text-soft">and {formatCount(others.length)} others in the inbox</p>}
      </div>
      {!isRead && (
        <Button
          size="small"
          look="quiet"
          onClick={onRead}
          aria-label={`Mark as read: ${title}${others.length > 0 ? ` and ${others.length} others` : ""}`}
        >
          <span className="max-sm:sr-only">Mark as read</span>
          <Check className="size-4 sm:hidden" aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}
