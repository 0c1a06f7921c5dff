import { Check } from "lucide-react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { useConfirmArticle } from "../../api/article-care.ts";
import { May } from "../../components/may.tsx";
import { formatDay, formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";

/** Shows who confirmed the article and who owns it, with a button to confirm it. */
export function CareLine({ article }: { article: ArticlePage }) {
  const confirming = useConfirmArticle(article.id);
  const { freshness, owner, state = "stands", questionsAnswered = 0 } = article;
  if (!freshness || (state !== "stands" && state !== "library-only")) return null;
  const { confirmedAt, confirmedBy, isDue } = freshness;
  const confirmed = confirmedAt
    ? `Confirmed ${confirmedBy ? `by ${confirmedBy} ` : ""}on ${formatDay(confirmedAt)}`
    : "Not confirmed by anybody yet";
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 leading-6 text-soft">
      <span>
        {confirmed}
        {isDue && <span className="text-busy"> · due for review</span>}
        {owner && ` · owned by ${owner.name}`}
        {questionsAnswered > 0 && ` · answered ${formatItems(questionsAnswered, "question")}`}
      </span>
      <May change="inbox">
        <Button
          size="small"
          look="quiet"
          className="not-printed -my-1"
          disabled={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          <Check className="size-4" aria-hidden="true" />
          {confirming.isPending ? "Confirming..." : "Still right"}
        </Button>
      </May>
    </p>
  );
}
