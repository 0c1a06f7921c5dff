import { clsx } from "clsx";
import { Link, useLocation } from "react-router";
import { useInboxCount } from "../../api/inbox-count.ts";
import { formatCount } from "../../lib/format.ts";

/** The library, what needs a person in it, and what was removed from it. */
export function ArticleViews() {
  const count = useInboxCount();
  const view = new URLSearchParams(useLocation().search).get("view");
  const isInbox = view === "inbox";
  const isTrash = view === "trash";
  const look = (isHere: boolean) =>
    clsx(
      "-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 px-1 font-medium",
      isHere ? "border-accent text-ink" : "border-transparent text-soft hover:text-ink",
    );
  return (
    <nav aria-label="Views" className="mb-4 flex gap-x-7 md:mb-6 border-b border-rule">
      <Link
        to="/articles"
        aria-current={isInbox || isTrash ? undefined : "true"}
        className={look(!isInbox && !isTrash)}
      >
        All articles
      </Link>
      <Link to="/articles?view=inbox" aria-current={isInbox ? "true" : undefined} className={look(isInbox)}>
        Inbox
        {count > 0 && (
          <span className="rounded-full bg-sunken px-2 text-12 text-soft tabular-nums">{formatCount(count)}</span>
        )}
      </Link>
      <Link to="/articles?view=trash" aria-current={isTrash ? "true" : undefined} className={look(isTrash)}>
        Trash
      </Link>
    </nav>
  );
}
