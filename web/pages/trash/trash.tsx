import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { TrashedArticle } from "../../../shared/contract/article-actions.ts";
import { TRASH_DAYS } from "../../../shared/domain/article.ts";
import { useEmptyTrash, useRestoreArticle, useTrash } from "../../api/trash.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { usePageShortcuts } from "../../components/shortcuts.ts";
import { formatChannel, formatDay, formatItems } from "../../lib/format.ts";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { useBulkState } from "../articles/bulk-state.ts";
import { runBulkWork } from "../articles/bulk-work.ts";

/** The removed articles, each with the date of its deletion and a button to restore it. */
export default function Trash() {
  const trash = useTrash();
  return (
    <QueryView query={trash} loading={<div className="late skeleton h-64" />}>
      {(articles) => (articles.length === 0 ? <Nothing /> : <List articles={articles} />)}
    </QueryView>
  );
}

const Nothing = () => (
  <EmptyState
    title="The trash is empty"
    action={
      <Link to="/articles" className={getButtonClass()}>
        Read the articles
      </Link>
    }
  >
    A removed article stays here for {TRASH_DAYS} days, and one press restores it with its pages.
  </EmptyState>
);

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-trashed]")];

function List({ articles }: { articles: readonly TrashedArticle[] }) {
  const emptying = useEmptyTrash();
  const step = (by: 1 | -1) => {
    const all = rows();
    const index = all.indexOf(document.activeElement?.closest<HTMLElement>("[data-trashed]") as HTMLElement);
    all[Math.min(Math.max(0, index + by), all.length - 1)]?.querySelector<HTMLElement>("a")?.focus();
  };
  usePageShortcuts({ j: () => step(1), k: () => step(-1) });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-2">
        <p className="text-soft">
          {formatItems(articles.length, "article")}. Each is deleted for good {TRASH_DAYS} days after it was removed.
        </p>
        <Permitted change="articles">
          <ConfirmButton
            title="Empty the trash?"
            text={`${formatItems(articles.length, "article")} and all their versions are deleted for good. Pages that were left on knowledge platforms stay; pages in a platform's trash stay there. The chat messages stay.`}
            confirm="Empty the Trash"
            onConfirm={() => emptying.mutate()}
          >
            <Button size="small" className="text-wrong" disabled={emptying.isPending}>
              {emptying.isPending ? "Emptying..." : "Empty the trash"}
            </Button>
          </ConfirmButton>
        </Permitted>
      </div>
      <ul className="divide-y divide-rule border-t border-rule">
        {articles.map((article) => (
          <Row key={article.id} article={article} />
        ))}
      </ul>
    </>
  );
}

function Row({ article }: { article: TrashedArticle }) {
  const { id, title, sourceChannel, summary, trashedAt, until, by } = article;
  const queryClient = useQueryClient();
  const restoring = useRestoreArticle();
  const { work } = useBulkState();
  const fate = pagesOf(article);
  return (
    <li data-trashed className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-1 basis-80">
        <Link to={`/articles/${id}`} dir="auto" className="block font-serif text-19 wrap-anywhere hover:text-accent">
          {title}
        </Link>
        {summary && (
          <p dir="auto" className="mt-1 line-clamp-2 max-w-[70ch] wrap-anywhere text-soft">
            {summary}
          </p>
        )}
        <p className="mt-2 text-13 text-soft">
          From {formatChannel(sourceChannel)} · removed <RelativeTime at={trashedAt} />
          {by && ` by ${by}`} · deleted for good on {formatDay(until)}
        </p>
        {fate && <p className="mt-1 text-13 text-soft">{fate}</p>}
      </div>
      <Permitted change="articles">
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            aria-label={`Restore ${title}`}
            disabled={restoring.isPending}
            onClick={() => restoring.mutate(article)}
          >
            {restoring.isPending ? "Restoring..." : "Restore"}
          </Button>
          <ConfirmButton
            title="Delete this article for good?"
            text={`“${title}” and all its versions cannot be brought back. The chat messages stay.`}
            confirm="Delete for Good"
            onConfirm={() => void runBulkWork(queryClient, { kind: "delete" }, [article])}
          >
            <Button size="small" look="quiet" aria-label={`Delete ${title} for good`} disabled={work !== null}>
              Delete for good
            </Button>
          </ConfirmButton>
        </div>
      </Permitted>
    </li>
  );
}

/** Describes the article's pages with the platform's name: 'Its page there is in the trash and comes back with it'. */
function pagesOf({ pages }: TrashedArticle): string {
  const names = (isArchived: boolean) =>
    pages
      .filter((page) => page.isArchived === isArchived)
      .map(({ name }) => name)
      .join(" and ");
  const archived = names(true);
  const left = names(false);
  return [
    ...(archived ? [`Its page in ${archived} is in the trash there and comes back when you restore it.`] : []),
    ...(left ? [`Its page in ${left} was left as it is.`] : []),
  ].join(" ");
}
