import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { useDecideHeld } from "../../api/articles.ts";
import { useRestoreArticle } from "../../api/trash.ts";
import { formatDay } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { May } from "../may.tsx";

type Standing = Pick<ArticlePage, "id" | "standing" | "title" | "standingReason" | "mergedInto" | "trashedUntil">;

/** Why an article says nothing at the moment, is held back or waits, with what a person can decide about it. */
export function StandingNotice({ article }: { article: Standing }) {
  const { standing = "stands", standingReason, mergedInto } = article;
  if (standing === "stands") return null;
  return (
    <section
      aria-label="About this article's state"
      className="set-column mt-6 rounded-box border border-rule bg-sunken p-4"
    >
      {standing === "merged" && mergedInto ? (
        <p>
          This article was merged into{" "}
          <Link to={`/articles/${mergedInto.id}`} className="text-link font-medium">
            {mergedInto.title}
          </Link>
          . Its conversations and pages lead there.
        </p>
      ) : standing === "trashed" ? (
        <InTrash article={article} />
      ) : (
        <p>{standingReason}</p>
      )}
      {(standing === "held" || standing === "library-only") && (
        <May change="inbox">
          <HeldChoices article={article} />
        </May>
      )}
      {(standing === "review" || standing === "draft" || standing === "dismissed") && (
        <Choices>
          <Link to="/articles?view=inbox" className={buttonClass({ size: "small" })}>
            Decide in the inbox
          </Link>
        </Choices>
      )}
    </section>
  );
}

function InTrash({ article }: { article: Standing }) {
  const restore = useRestoreArticle();
  return (
    <>
      <p>
        This article is in the trash
        {article.trashedUntil && ` and is deleted for good on ${formatDay(article.trashedUntil)}`}.
      </p>
      <May change="articles">
        <Choices>
          <Button size="small" disabled={restore.isPending} onClick={() => restore.mutate(article)}>
            {restore.isPending ? "Restoring..." : "Restore"}
          </Button>
        </Choices>
      </May>
    </>
  );
}

function HeldChoices({ article }: { article: Standing }) {
  const decide = useDecideHeld(article.id);
  const choose = (choice: "show" | "library-only", wholeChannel = false) =>
    decide.mutate(
      { choice, wholeChannel },
      {
        onSuccess: ({ articles }) =>
          showToast({
            title: choice === "show" ? "Published again" : "Kept in the library",
            text:
              articles === 1 ? "Its pages are being updated." : `${articles} articles: their pages are being updated.`,
          }),
        onError: () =>
          showToast({
            title: "Not decided",
            text: "The article was not changed. Please try again.",
            tone: "destructive",
          }),
      },
    );
  return (
    <Choices>
      <Button size="small" disabled={decide.isPending} onClick={() => choose("show")}>
        Publish anyway
      </Button>
      <Button size="small" disabled={decide.isPending} onClick={() => choose("show", true)}>
        Publish everything from this channel
      </Button>
      {article.standing === "held" && (
        <Button size="small" disabled={decide.isPending} onClick={() => choose("library-only")}>
          Keep it in the library only
        </Button>
      )}
    </Choices>
  );
}

const Choices = ({ children }: { children: ReactNode }) => (
  <div className="not-printed mt-3 flex flex-wrap gap-2">{children}</div>
);
