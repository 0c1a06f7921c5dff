import { clsx } from "clsx";
import { Inbox } from "lucide-react";
import { Link, useLocation } from "react-router";
import { useInboxCount } from "../api/inbox-count.ts";
import { formatCount } from "../lib/format.ts";
import { isInboxLocation } from "./navigation-items.ts";
import { useCan } from "./permissions.tsx";

/** A link at the top of the page with the number of open decisions. Only people who may decide see it. */
export function InboxLink() {
  const count = useInboxCount();
  const may = useCan();
  const isHere = isInboxLocation(useLocation());
  if (!may("change", "inbox")) return null;
  return (
    <nav aria-label="Inbox">
      <Link
        to="/articles?view=inbox"
        aria-current={isHere ? "page" : undefined}
        aria-label={count > 0 ? `Inbox: ${formatCount(count)} to decide` : "Inbox"}
        className={clsx(
          "flex min-h-9 items-center gap-3 rounded-box px-2 transition-colors pointer-coarse:min-h-11",
          isHere ? "bg-sunken font-semibold text-ink" : "text-soft hover:text-ink",
        )}
      >
        <Inbox className={clsx("size-[1.125rem] shrink-0", isHere ? "text-ink" : "text-faint")} aria-hidden="true" />
        Inbox
        {count > 0 && (
          <span className="ml-auto min-w-6 rounded-full bg-accent-wash px-2 text-center text-13 leading-6 font-medium text-accent tabular-nums">
            {formatCount(count)}
          </span>
        )}
      </Link>
    </nav>
  );
}
