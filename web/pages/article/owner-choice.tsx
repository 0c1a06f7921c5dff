import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { isVerified } from "../../../shared/domain/verification.ts";
import { useChangeOwner } from "../../api/article-care.ts";
import { usePeople } from "../../api/people.ts";
import { useCan } from "../../components/permissions.tsx";
import { formatDay } from "../../lib/format.ts";
import { describeFreshness } from "../../lib/freshness.ts";
import { VerifyButton } from "./freshness-line.tsx";

/** The owner and the date of the next review. People who may edit can choose another owner. */
export function OwnerChoice({ article }: { article: ArticlePage }) {
  const can = useCan();
  const mayChange = can("change", "articles");
  const { owner, freshness, state = "stands" } = article;
  return (
    <>
      {mayChange ? <Choice article={article} /> : <p className="text-soft">{owner?.name ?? "Nobody"}</p>}
      {UNREAD.includes(state) && <p className="mt-2 text-soft">Nobody has reviewed it yet.</p>}
      {freshness?.reviewAt && !UNREAD.includes(state) && (
        <p className="mt-2 text-soft">
          {freshness.isDue
            ? "It is due for review: say whether it is still right."
            : `The next review is on ${formatDay(freshness.reviewAt)}.`}
        </p>
      )}
      {freshness && isVerified(article) && !freshness.isDue && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
          {describeFreshness(article)}
          {can("change", "inbox") && (state === "stands" || state === "library-only") && (
            <VerifyButton article={article} name="Verify again" />
          )}
        </p>
      )}
    </>
  );
}

/** States of an article that waits for its first review. It has no next review yet. */
const UNREAD: readonly string[] = ["draft", "review"];

function Choice({ article }: { article: ArticlePage }) {
  const people = usePeople();
  const changing = useChangeOwner(article.id);
  const { owner = null } = article;
  const all = people.data ?? (owner ? [{ ...owner, email: "" }] : []);
  return (
    <select
      aria-label="Owner of this article"
      className="field-box w-auto! max-w-full"
      value={owner?.id ?? ""}
      disabled={changing.isPending || people.isPending}
      onChange={({ target }) => changing.mutate(target.value)}
    >
      {owner === null && <option value="">Nobody</option>}
      {all.map(({ id, name, email }) => (
        <option key={id} value={id}>
          {name || email}
        </option>
      ))}
    </select>
  );
}
