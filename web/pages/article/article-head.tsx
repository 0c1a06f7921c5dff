import { ArrowLeft, RotateCw } from "lucide-react";
import { Fragment } from "react";
import { Link } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { useReanalyzeArticle } from "../../api/articles.ts";
import { isGoingOn, useLatestRun } from "../../api/runs.ts";
import { ConnectedBadge } from "../../components/connected-badge.tsx";
import { Moment } from "../../components/moment.tsx";
import { RunProgress } from "../../components/run-progress.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatChannel, formatShare } from "../../lib/format.ts";
import { CONTENT_TYPE_NAMES, DIFFICULTY_NAMES, PRIORITY_NAMES } from "../../lib/names.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { useSourceView } from "./source-view.ts";

export function ArticleHead({ article }: { article: ArticlePage }) {
  const { openConversation } = useSourceView();
  const reanalysis = useReanalyzeArticle();
  const run = useLatestRun("reanalyse");
  const reanalyze = () =>
    reanalysis.mutate(article.id, {
      onSuccess: () => showToast({ title: "Success", text: "Article has been re-analyzed with updated smart tags" }),
      onError: () => showToast({ title: "Error", text: "Failed to re-analyze article", tone: "destructive" }),
    });
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
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link to="/articles" className="inline-flex items-center gap-2 text-13 text-soft hover:text-accent">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Knowledge Articles
        </Link>
        <ConnectedBadge />
      </div>
      <div className="set-column">
        <h1 className="mt-6 font-serif text-32 font-medium tracking-[-0.012em] sm:text-42">{article.title}</h1>
        <p className="mt-4 text-13 leading-6 text-soft">
          <StatusBadge status={article.status} /> <Moment at={article.createdAt} />
          {meta.map((fact) => (
            <Fragment key={fact}>
              {" · "}
              <span className="whitespace-nowrap">{fact}</span>
            </Fragment>
          ))}
        </p>
        <div className="mt-5 flex flex-wrap gap-2 border-b border-rule pb-6">
          <Button size="small" onClick={() => openConversation("")}>
            Original conversation
          </Button>
          <CopyButton text={article.markdown} label="Copy as Markdown" />
          <Button size="small" disabled={reanalysis.isPending} onClick={reanalyze}>
            <RotateCw className="size-4" aria-hidden="true" />
            {reanalysis.isPending ? "Re-analyzing article..." : "Re-analyze"}
          </Button>
        </div>
        {reanalysis.isPending && <RunProgress run={run && isGoingOn(run) ? run : undefined} />}
      </div>
    </header>
  );
}
