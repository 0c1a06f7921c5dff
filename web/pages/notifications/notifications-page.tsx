import { clsx } from "clsx";
import { Settings } from "lucide-react";
import { Link } from "react-router";
import type { Notification } from "../../../shared/contract/notifications.ts";
import { WIKI_HEALTH } from "../../../shared/domain/notifications.ts";
import { useMarkRead, useNotifications } from "../../api/notifications.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Page } from "../../components/page.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { DECISION_NAMES, KIND_WORDS } from "./kinds.ts";

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
      description="Decisions that wait for you, and changes to the articles you watch"
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
              Press Watch on an article to hear when it changes. You can also watch its channel or its category.
            </EmptyState>
          ) : (
            <ol aria-label="Notifications" className="max-w-3xl border-t border-ink/80">
              {list.map((one) => (
                <Row key={one.id} notification={one} onRead={() => mark([one.id])} />
              ))}
            </ol>
          )
        }
      </QueryView>
    </Page>
  );
}

function addressOf({ kind, article }: Notification): string {
  if (!article) return WIKI_HEALTH;
  return kind === "decision" ? "/articles?view=inbox" : `/articles/${article.id}`;
}

function Row({ notification, onRead }: { notification: Notification; onRead: () => void }) {
  const { kind, at, isRead, article } = notification;
  const title = article?.title ?? "What to look at in your wiki";
  const said = notification.decision
    ? `${KIND_WORDS.decision.said}: ${DECISION_NAMES[notification.decision]}`
    : KIND_WORDS[kind].said;
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
      </div>
      {!isRead && (
        <Button size="small" look="quiet" onClick={onRead} aria-label={`Mark as read: ${title}`}>
          Mark as read
        </Button>
      )}
    </li>
  );
}
