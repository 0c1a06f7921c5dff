import { BadgeCheck, Check, CircleDashed, History } from "lucide-react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { isVerified } from "../../../shared/domain/verification.ts";
import { useVerifyArticle } from "../../api/article-care.ts";
import { Permitted } from "../../components/permissions.tsx";
import { describeFreshness, getVerificationEnd } from "../../lib/freshness.ts";
import { useUndoToast } from "./use-undo-toast.ts";

/** Tells whether somebody verified the current text; shows a button if nobody did. */
interface FreshnessLineProps {
  article: ArticlePage;
  /** Opens and closes the changes since the verification. */
  changes: { isOpen: boolean; toggle: () => void };
}

export const CHANGES_ID = "changes-since-verified";

/** The versions that are newer than the verification of an article that changed since. */
export function listVersionsSinceVerified(article: ArticlePage): ArticlePage["versions"] {
  const confirmedAt = article.freshness?.confirmedAt;
  return confirmedAt && !isVerified(article) ? article.versions.filter(({ createdAt }) => createdAt > confirmedAt) : [];
}

export function FreshnessLine({ article, changes }: FreshnessLineProps) {
  const { freshness, state = "stands" } = article;
  if (!freshness || (state !== "stands" && state !== "library-only")) return null;
  const verified = isVerified(article);
  const until = getVerificationEnd(article);
  const Icon = verified ? BadgeCheck : freshness.confirmedAt ? History : CircleDashed;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className={`inline-flex items-center gap-1.5 ${verified && !freshness.isDue ? "text-done" : ""}`}>
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        <span>
          {describeFreshness(article)}
          {freshness.isDue && <span className="text-busy"> · due for review</span>}
          {until && <span className="text-soft"> · until {until}</span>}
        </span>
      </span>
      {listVersionsSinceVerified(article).length > 0 && (
        <button
          type="button"
          aria-expanded={changes.isOpen}
          aria-controls={CHANGES_ID}
          className="touch not-printed min-h-6 font-medium text-link"
          onClick={changes.toggle}
        >
          What changed
        </button>
      )}
      {(!verified || freshness.isDue) && (
        <Permitted change="inbox">
          <VerifyButton article={article} name="Verify" />
        </Permitted>
      )}
    </span>
  );
}

export function VerifyButton({ article: { id, title }, name }: { article: ArticlePage; name: string }) {
  const tell = useUndoToast();
  const { mutate, isPending } = useVerifyArticle(id, (undo) => tell("Verified", title, undo));
  return (
    <button
      type="button"
      className="touch not-printed inline-flex min-h-6 items-center gap-1 font-medium text-link"
      disabled={isPending}
      onClick={() => mutate()}
    >
      <Check className="size-4" aria-hidden="true" />
      {name}
    </button>
  );
}
