import { Link } from "react-router";
import type { Article } from "../../../shared/contract/articles.ts";
import { useTopArticles } from "../../api/articles.ts";
import { formatChannel } from "../../lib/format.ts";

/** The best articles are chosen from this many recently changed ones. */
const LOOKED_AT = 60;
const SHOWN = 3;
/** From this confidence on a draft is worth reading. */
const RATHER_RIGHT = 0.5;

/** Suggests the best articles after an import, because the library starts with the most recent ones. */
export function SuggestedFirstArticles({ since }: { since: string }) {
  const best = bestOf(useTopArticles("", LOOKED_AT).data ?? [], since);
  if (best.length === 0) return null;
  return (
    <nav aria-labelledby="begin-with">
      <h3 id="begin-with" className="font-medium">
        Begin with
      </h3>
      <ul className="mt-1">
        {best.map(({ id, title, sourceChannel, status }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-1">
            <Link to={`/articles/${id}`} dir="auto" className="touch font-serif text-17 text-link wrap-anywhere">
              {title}
            </Link>
            <span className="text-13 text-soft">
              {formatChannel(sourceChannel)}
              {status === "draft" && " · waits for review"}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Published ones first. */
const bestOf = (articles: readonly Article[], since: string) =>
  articles
    .filter(({ createdAt, status }) => createdAt >= since && status !== "held")
    .filter((article) => !isDraft(article) || article.confidence >= RATHER_RIGHT)
    .toSorted((a, b) => Number(isDraft(a)) - Number(isDraft(b)) || b.confidence - a.confidence)
    .slice(0, SHOWN);
const isDraft = ({ status }: Article) => status === "draft";
