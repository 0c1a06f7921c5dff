import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { useDecideHeld } from "../../api/articles.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast-store.ts";

/** Why an article says nothing at the moment, or is held back, with what a person can decide about it. */
export function StandingNotice({ article }: { article: Pick<ArticlePage, "id" | "standing" | "standingReason"> }) {
  const decide = useDecideHeld(article.id);
  const { standing = "stands", standingReason } = article;
  if (standing === "stands") return null;
  const choose = (choice: "show" | "library-only", wholeChannel = false) =>
    decide.mutate(
      { choice, wholeChannel },
      {
        onSuccess: ({ articles }) =>
          showToast({
            title: choice === "show" ? "Published again" : "Kept in the library",
            text: articles === 1 ? "Its pages follow at once." : `${articles} articles: their pages follow at once.`,
          }),
        onError: () =>
          showToast({
            title: "Not decided",
            text: "The article stays as it was. Please try again.",
            tone: "destructive",
          }),
      },
    );
  return (
    <section aria-label="About this article's state" className="my-4 rounded-box border border-rule bg-sunken p-4">
      <p>{standingReason}</p>
      {standing !== "withdrawn" && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" disabled={decide.isPending} onClick={() => choose("show")}>
            Publish it all the same
          </Button>
          <Button size="small" disabled={decide.isPending} onClick={() => choose("show", true)}>
            Publish everything from this channel
          </Button>
          {standing === "held" && (
            <Button size="small" disabled={decide.isPending} onClick={() => choose("library-only")}>
              Keep it in the library only
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
