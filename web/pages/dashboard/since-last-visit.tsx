import { ArrowRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Article } from "../../../shared/contract/articles.ts";
import { useLibraryChanges } from "../../api/articles.ts";
import { useInboxCount } from "../../api/inbox-count.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { useCan } from "../../components/permissions.tsx";
import { formatItems } from "../../lib/format.ts";
import { recordVisit } from "../../lib/last-visit.ts";

interface SinceLastVisitProps {
  personId: string;
  newest: Article | undefined;
}

/** The changes since this person's last visit, and the number of open decisions. */
export function SinceLastVisit({ personId, newest }: SinceLastVisitProps) {
  const [before] = useState(() => recordVisit(personId));
  const waiting = useInboxCount();
  const may = useCan();
  const news = useLibraryChanges(before?.toISOString()).data;
  if (!news) return null;
  const { fresh, changed, failed } = news;
  return (
    <section aria-labelledby="since">
      <h2 id="since" className="text-13 text-soft">
        {before ? (
          <>
            Since your last visit, <RelativeTime at={before.toISOString()} />
          </>
        ) : (
          "In your library"
        )}
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-8 gap-y-1 font-serif text-19">
        <Item to="/articles">
          {fresh > 0
            ? formatItems(fresh, before ? "new article" : "article", before ? "new articles" : "articles")
            : "No new articles"}
        </Item>
        {changed > 0 && <Item to="/articles">{formatItems(changed, "article")} updated</Item>}
        {failed > 0 && <Item to="/logs?type=error">{formatItems(failed, "article")} not published</Item>}
        {waiting > 0 && may("change", "inbox") && (
          <Item to="/articles?view=inbox">{formatItems(waiting, "decision waits", "decisions wait")} for you</Item>
        )}
      </ul>
      {before && fresh > 0 && newest && (
        <p className="mt-1 truncate text-13 text-soft">
          Newest:{" "}
          <Link to={`/articles/${newest.id}`} className="text-link" dir="auto">
            {newest.title}
          </Link>
        </p>
      )}
    </section>
  );
}

function Item({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="touch group inline-flex items-center gap-1.5 hover:text-accent">
        {children}
        <ArrowRight className="size-4 text-faint group-hover:text-accent" aria-hidden="true" />
      </Link>
    </li>
  );
}
