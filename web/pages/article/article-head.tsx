import { ArrowLeft, ArrowRight, Download, MessagesSquare, Printer, RotateCw } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { fileNameOf } from "../../../shared/domain/file-name.ts";
import { isGoingOn, useLatestRun } from "../../api/runs.ts";
import { ConnectedBadge } from "../../components/connected-badge.tsx";
import { May } from "../../components/may.tsx";
import { Moment } from "../../components/moment.tsx";
import { RunProgress } from "../../components/run-progress.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatChannel, formatCount, formatShare } from "../../lib/format.ts";
import { CONTENT_TYPE_NAMES, DIFFICULTY_NAMES, PRIORITY_NAMES } from "../../lib/names.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { BACK } from "../articles/list-place.ts";
import { useReanalysis } from "../articles/use-reanalysis.ts";
import { AskedLine } from "./asked-line.tsx";
import { CanonicalActions } from "./canonical-actions.tsx";
import { CareLine } from "./care-line.tsx";
import { EditArticle } from "./edit-article.tsx";
import { RemoveArticle } from "./remove-article.tsx";
import { useSourceView } from "./source-view.ts";
import type { Neighbours } from "./use-neighbours.ts";
import { WatchArticle } from "./watch-article.tsx";

interface ArticleHeadProps {
  article: ArticlePage;
  /** The filters of the list one came from. */
  search: string;
  neighbours: Neighbours;
}

export function ArticleHead({ article, search, neighbours }: ArticleHeadProps) {
  const { openConversation } = useSourceView();
  const { reanalyze, reanalyzing } = useReanalysis();
  const run = useLatestRun("reanalyse");
  const meta = [
    `From ${formatChannel(article.sourceChannel)}`,
    article.authorName ?? "Unknown",
    CONTENT_TYPE_NAMES[article.contentType],
    article.category,
    DIFFICULTY_NAMES[article.difficulty],
    `${PRIORITY_NAMES[article.priority]} priority`,
    `${article.estimatedReadTime} min`,
    `${formatShare(article.confidence)} confidence`,
  ];
  return (
    <header>
      <div className="not-printed flex flex-wrap items-center justify-between gap-3">
        <ToTheList search={search} />
        <div className="flex flex-wrap items-center gap-3">
          <InTheList search={search} neighbours={neighbours} />
          <ConnectedBadge />
        </div>
      </div>
      <div className="set-column">
        <h1 dir="auto" className="mt-6 font-serif text-32 font-medium tracking-[-0.012em] wrap-anywhere sm:text-42">
          {article.title}
        </h1>
        <p className="mt-4 text-13 leading-6 wrap-anywhere text-soft">
          <StatusBadge status={article.status} standing={article.standing} />{" "}
          {[<Moment key="at" at={article.createdAt} />, ...meta].map((fact, index) => (
            <Fragment key={index}>
              {/* The dot stays with what is before it when the line breaks. */}
              <span className="inline-block">
                {fact}
                {index < meta.length && " ·"}
              </span>{" "}
            </Fragment>
          ))}
        </p>
        <AskedLine asked={article.asked} />
        <CareLine article={article} />
        <div className="not-printed mt-5 flex gap-2 border-b border-rule pb-6 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pt-1 sm:flex-wrap">
          <EditArticle article={article} />
          <WatchArticle article={article} />
          <Button size="small" onClick={() => openConversation("")}>
            <MessagesSquare className="size-4" aria-hidden="true" />
            Original conversation
          </Button>
          <CopyButton text={article.markdown} label="Copy as Markdown" />
          <Button
            size="small"
            onClick={() =>
              saveFile(new Blob([article.markdown], { type: "text/markdown" }), `${fileNameOf(article.title)}.md`)
            }
          >
            <Download className="size-4" aria-hidden="true" />
            Download .md
          </Button>
          <Button size="small" onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden="true" />
            Print
          </Button>
          {article.standing !== "trashed" && (
            <May change="articles">
              <Button size="small" disabled={Boolean(reanalyzing)} onClick={() => reanalyze(article.id)}>
                <RotateCw className="size-4" aria-hidden="true" />
                {reanalyzing ? "Re-analyzing article..." : "Re-analyze"}
              </Button>
              <CanonicalActions article={article} />
              <RemoveArticle article={article} search={search} />
            </May>
          )}
        </div>
        {reanalyzing && <RunProgress run={run && isGoingOn(run) ? run : undefined} />}
      </div>
    </header>
  );
}

/** For an article that could not be read. */
export function HeadWithoutArticle({ search }: { search: string }) {
  return (
    <header>
      <ToTheList search={search} />
      <h1 className="mt-6 font-serif text-32 font-medium">Article</h1>
    </header>
  );
}

function ToTheList({ search }: { search: string }) {
  return (
    <Link
      to={`/articles${search}`}
      state={BACK}
      className="inline-flex items-center gap-2 text-13 text-soft hover:text-accent pointer-coarse:min-h-11"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      Knowledge Articles
    </Link>
  );
}

function InTheList({ search, neighbours }: Omit<ArticleHeadProps, "article">) {
  const { previous, next, place, total } = neighbours;
  if (place === 0 || total < 2) return null;
  return (
    <nav aria-label="In the list" className="flex items-center gap-1 text-13 text-faint">
      <Step to={previous && `/articles/${previous}${search}`} name="Previous article">
        <ArrowLeft className="size-4" aria-hidden="true" />
      </Step>
      <span className="tabular-nums">
        {formatCount(place)} of {formatCount(total)}
      </span>
      <Step to={next && `/articles/${next}${search}`} name="Next article">
        <ArrowRight className="size-4" aria-hidden="true" />
      </Step>
    </nav>
  );
}

function Step({ to, name, children }: { to: string | undefined; name: string; children: ReactNode }) {
  const look = buttonClass({ look: "quiet", size: "small" });
  if (!to)
    return (
      <span aria-hidden="true" className={`${look} opacity-40`}>
        {children}
      </span>
    );
  return (
    <Link to={to} aria-label={name} className={`${look} hover:bg-sunken hover:text-ink`}>
      {children}
    </Link>
  );
}
