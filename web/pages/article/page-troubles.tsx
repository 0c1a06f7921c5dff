import type { ArticlePage, Publication } from "../../../shared/contract/articles.ts";
import { PublicationRow } from "./publication-row.tsx";

/** True if a person must decide about the page before it can be updated. */
export const needsDecision = ({ state, review }: Publication) =>
  state === "parked" ||
  state === "conflict" ||
  state === "removed" ||
  (state === "published" && review?.state === "closed");

/** Shows pages that need a decision above the text. The details list all other pages. */
export function PageTroubles({ article }: { article: ArticlePage }) {
  const troubled = article.publications.filter(needsDecision);
  if (troubled.length === 0) return null;
  const stands = (article.state ?? "stands") === "stands";
  return (
    <ul
      aria-label="Pages that need a decision"
      className="set-column not-printed mt-5 divide-y divide-rule rounded-box border border-rule bg-sunken px-4 pt-3"
    >
      {troubled.map((publication) => (
        <PublicationRow key={publication.id} articleId={article.id} publication={publication} stands={stands} />
      ))}
    </ul>
  );
}
