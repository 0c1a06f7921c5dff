import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { useDecideHeldArticle } from "../../api/articles.ts";
import { useRestoreArticle } from "../../api/trash.ts";
import { formatDay } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { Permitted } from "../permissions.tsx";

type State = Pick<ArticlePage, "id" | "state" | "title" | "stateReason" | "mergedInto" | "trashedUntil">;

/** Explains why an article has no text, is held or waits for a decision. Offers the choices that the person has. */
export function StateNotice({ article }: { article: State }) {
  const { state = "stands", stateReason, mergedInto } = article;
  if (state === "stands") return null;
  return (
    <section
      aria-label="About this article's state"
      className="set-column mt-6 rounded-box border border-rule bg-sunken p-4"
    >
      {state === "merged" && mergedInto ? (
        <p>
          This article was merged into{" "}
          <Link to={`/articles/${mergedInto.id}`} className="text-link font-medium">
            {mergedInto.title}
          </Link>
          . Its conversations and pages lead there.
        </p>
      ) : state === "trashed" ? (
        <InTrash article={article} />
      ) : (
        <p>{stateReason}</p>
      )}
      {(state === "held" || state === "library-only") && (
        <Permitted change="inbox">
          <HeldChoices article={article} />
        </Permitted>
      )}
      {(state === "review" || state === "draft" || state === "dismissed") && (
        <Choices>
          <Link to={waitingAt(article)} className={getButtonClass({ size: "small" })}>
            Decide in the inbox
          </Link>
        </Choices>
      )}
    </section>
  );
}

/**
 * The URL at which the article waits for a decision. A dismissed article waits in the inbox, because only the inbox
 * knows who dismissed it.
 */
function waitingAt({ id, state }: State): string {
  if (state !== "draft" && state !== "review") return "/articles?view=inbox";
  return `/articles?view=inbox&item=${state === "draft" ? "draft" : "first-article"}.${id}`;
}

function InTrash({ article }: { article: State }) {
  const restore = useRestoreArticle();
  return (
    <>
      <p>
        This article is in the trash
        {article.trashedUntil && ` and is deleted for good on ${formatDay(article.trashedUntil)}`}.
      </p>
      <Permitted change="articles">
        <Choices>
          <Button size="small" disabled={restore.isPending} onClick={() => restore.mutate(article)}>
            {restore.isPending ? "Restoring..." : "Restore"}
          </Button>
        </Choices>
      </Permitted>
    </>
  );
}

function HeldChoices({ article }: { article: State }) {
  const decide = useDecideHeldArticle(article.id);
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
      {article.state === "held" && (
        <Button size="small" disabled={decide.isPending} onClick={() => choose("library-only")}>
          Library only
        </Button>
      )}
    </Choices>
  );
}

const Choices = ({ children }: { children: ReactNode }) => (
  <div className="not-printed mt-3 flex flex-wrap gap-2">{children}</div>
);
