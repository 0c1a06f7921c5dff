import { ArrowUpRight } from "lucide-react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { formatChannel, formatItems } from "../../lib/format.ts";

/** Shows a line like 'Asked 5 times, last by Tom Weller in #deploys, 2 hours ago'. */
export function TimesAskedLine({ asked }: { asked: ArticlePage["asked"] }) {
  if (!asked) return null;
  const { times, lastBy, lastIn, lastAt, permalink } = asked;
  const last = (
    <>
      last by <span dir="auto">{lastBy}</span> in {formatChannel(lastIn)},{" "}
    </>
  );
  return (
    <p className="mt-1 text-13 leading-6 wrap-anywhere text-soft">
      Asked {formatItems(times, "time")},{" "}
      {permalink ? (
        <a href={permalink} target="_blank" rel="noopener noreferrer" className="text-link">
          {last}
          <span className="whitespace-nowrap">
            <RelativeTime at={lastAt} />
            <ArrowUpRight className="inline size-3" aria-label="(opens the message)" />
          </span>
        </a>
      ) : (
        <>
          {last}
          <RelativeTime at={lastAt} />
        </>
      )}
    </p>
  );
}
