import { clsx } from "clsx";
import { Link } from "react-router";
import type { InboxPage } from "../../../shared/contract/inbox.ts";
import { formatCount } from "../../lib/format.ts";
import { useInboxPart } from "./listed-items.ts";

/** Filters: all open items, those assigned to the reader, or snoozed ones. */
export function MineFilter({ first }: { first: InboxPage | undefined }) {
  const { mine, snoozed } = useInboxPart();
  const part = (name: string, search: string, isHere: boolean, count?: number, title?: string) => (
    <Link
      to={`/articles?view=inbox${search}`}
      aria-current={isHere ? "true" : undefined}
      title={title}
      className={clsx(
        "inline-flex min-h-9 items-center gap-2 rounded-box px-3 text-13 font-medium pointer-coarse:min-h-11",
        isHere ? "bg-sunken text-ink" : "text-soft hover:text-ink",
      )}
    >
      {name}
      {count !== undefined && <span className="text-soft tabular-nums">{formatCount(count)}</span>}
    </Link>
  );
  return (
    <nav aria-label="Part of the inbox" className="mb-4 flex gap-1">
      {part("All", "", !mine && !snoozed)}
      {/* For whoever has everything to decide both parts are the same. */}
      {(mine || first?.mine !== first?.total) &&
        part("Mine", "&mine=true", mine, snoozed ? undefined : first?.mine, MINE)}
      {(snoozed || (first?.snoozed ?? 0) > 0) && part("Snoozed", "&snoozed=true", snoozed, first?.snoozed)}
    </nav>
  );
}

const MINE = "Assigned to you, or unassigned and about an article you own";
