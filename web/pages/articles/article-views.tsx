import { clsx } from "clsx";
import { Link, useLocation } from "react-router";
import { useInboxCount } from "../../api/inbox-count.ts";
import { formatCount } from "../../lib/format.ts";

const OTHER_VIEWS = ["inbox", "categories", "trash"];

/** Links to the library, its inbox, its categories and its trash. */
export function ArticleViews() {
  const count = useInboxCount();
  const view = new URLSearchParams(useLocation().search).get("view");
  const isOther = OTHER_VIEWS.includes(view ?? "");
  const look = (isHere: boolean) =>
    clsx(
      "-mb-px inline-flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 px-1 font-medium",
      isHere ? "border-accent text-ink" : "border-transparent text-soft hover:text-ink",
    );
  return (
    <nav
      aria-label="Views"
      className="mb-4 flex gap-x-7 border-b border-rule max-sm:mb-2 max-sm:justify-between max-sm:gap-x-2 max-sm:text-13 md:mb-6"
    >
      <Link to="/articles" aria-current={isOther ? undefined : "true"} className={look(!isOther)}>
        All articles
      </Link>
      <Link
        to="/articles?view=inbox"
        aria-current={view === "inbox" ? "true" : undefined}
        className={look(view === "inbox")}
      >
        Inbox
        {count > 0 && (
          <span className="rounded-full bg-sunken px-2 text-12 text-soft tabular-nums">{formatCount(count)}</span>
        )}
      </Link>
      <Link
        to="/articles?view=categories"
        aria-current={view === "categories" ? "true" : undefined}
        className={look(view === "categories")}
      >
        Categories
      </Link>
      <Link
        to="/articles?view=trash"
        aria-current={view === "trash" ? "true" : undefined}
        className={look(view === "trash")}
      >
        Trash
      </Link>
    </nav>
  );
}
