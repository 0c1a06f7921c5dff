import { clsx } from "clsx";
import { Link, useSearchParams } from "react-router";
import { formatCount } from "../../lib/format.ts";

/** In the address, so that the choice survives the way to an article and back. */
export function useMine(): boolean {
  const [params] = useSearchParams();
  return params.get("mine") === "true";
}

/** Everything that waits, or only what is to be decided by whoever reads. */
export function MineFilter({ mine }: { mine: number | undefined }) {
  const isMine = useMine();
  const look = (isHere: boolean) =>
    clsx(
      "inline-flex min-h-9 items-center gap-2 rounded-box px-3 text-13 font-medium pointer-coarse:min-h-11",
      isHere ? "bg-sunken text-ink" : "text-soft hover:text-ink",
    );
  return (
    <nav aria-label="Whose" className="mb-4 flex gap-1">
      <Link to="/articles?view=inbox" aria-current={isMine ? undefined : "true"} className={look(!isMine)}>
        Everybody’s
      </Link>
      <Link
        to="/articles?view=inbox&mine=true"
        aria-current={isMine ? "true" : undefined}
        className={look(isMine)}
        title="Assigned to you, or unassigned and about an article you own"
      >
        Mine
        {mine !== undefined && <span className="text-soft tabular-nums">{formatCount(mine)}</span>}
      </Link>
    </nav>
  );
}
