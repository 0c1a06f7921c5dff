import { Link } from "react-router";
import { useInboxCount } from "../api/inbox-count.ts";
import { formatCount } from "../lib/format.ts";
import { useCan } from "./may.tsx";

/** Beside 'Knowledge Articles': how much needs a person who may decide, with the way there. A link of its own, so that the other keeps its name. */
export function InboxCount() {
  const count = useInboxCount();
  const may = useCan();
  if (count === 0 || !may("change", "inbox")) return null;
  return (
    <Link
      to="/articles?view=inbox"
      aria-label={`Inbox: ${formatCount(count)} to decide`}
      className="touch absolute top-1.5 right-2 min-w-6 pointer-coarse:top-2.5 rounded-full bg-accent-wash px-2 text-center text-13 leading-6 font-medium text-accent tabular-nums hover:bg-accent hover:text-on-accent"
    >
      {formatCount(count)}
    </Link>
  );
}
