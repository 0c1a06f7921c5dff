import { ArrowLeft, ArrowRight, Info, MessagesSquare } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { useUser } from "../../api/account.ts";
import { isUnfinished, useLatestRun } from "../../api/runs.ts";
import { ConnectedBadge } from "../../components/connected-badge.tsx";
import { RelativeTime } from "../../components/moment.tsx";
import { RunProgress } from "../../components/run-progress.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatCount } from "../../lib/format.ts";
import { CONTENT_TYPE_NAMES } from "../../lib/names.ts";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { BACK_STATE } from "../articles/list-position.ts";
import { useReanalysis } from "../articles/use-reanalysis.ts";
import { ArticleMenu } from "./article-menu.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { EditLink } from "./edit-link.tsx";
import { CHANGES_ID, FreshnessLine, listVersionsSinceVerified } from "./freshness-line.tsx";
import { PeopleOnArticle } from "./people-on-article.tsx";
import { useSourceView } from "./source-view.ts";
import type { Neighbours } from "./use-neighbours.ts";
import { WatchArticle } from "./watch-article.tsx";

const VersionHistory = lazy(() => import("./version-history.tsx"));

interface ArticleHeadProps {
  article: ArticlePage;
  /** The filters of the list from which the person came. */
  search: string;
  neighbours: Neighbours;
  details: { isOpen: boolean; toggle: () => void };
}

/** The article's title with its most important facts. The actions are above, so that the text starts early. */
export function ArticleHead({ article, search, neighbours, details }: ArticleHeadProps) {
  const { reanalyze, reanalyzing, question } = useReanalysis();
  const run = useLatestRun("reanalyse");
  return (
    <header>
      <div className="not-printed flex flex-wrap items-center justify-between gap-x-2 gap-y-2 sm:gap-x-4">
        <div className="flex items-center gap-3">
          <ToTheList search={search} />
          <div className="max-sm:hidden">
            <ListNavigation search={search} neighbours={neighbours} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-1 sm:gap-2">
          <span className="max-sm:hidden">
            <ConnectedBadge />
          </span>
          <EditLink article={article} />
          <WatchArticle article={article} />
          <PanelButtons details={details} />
          <ArticleMenu
            article={article}
            search={search}
            isReanalyzing={Boolean(reanalyzing)}
            onReanalyze={() => reanalyze(article.id)}
          />
        </div>
      </div>
      {question}
      {reanalyzing && (
        <output className="block pt-3 text-13 text-soft">
          Re-analyzing article...
          <RunProgress run={run && isUnfinished(run) ? run : undefined} />
        </output>
      )}
      <div className="set-column">
        <h1
          dir="auto"
          className="mt-2 font-serif text-24 leading-tight font-medium tracking-[-0.012em] wrap-anywhere sm:mt-5 sm:text-32"
        >
          {article.title}
        </h1>
        <KeyFacts article={article} />
        <PeopleOnArticle articleId={article.id} />
      </div>
    </header>
  );
}

/** Shows the article's state and verification in one word each, and its channel in lighter text. */
function KeyFacts({ article }: Pick<ArticleHeadProps, "article">) {
  const { data: user } = useUser();
  const { owner, authorName } = article;
  const [showsChanges, setShowsChanges] = useState(false);
  const changes = { isOpen: showsChanges, toggle: () => setShowsChanges(!showsChanges) };
  const changed = listVersionsSinceVerified(article);
  const ownedBy = owner && owner.name !== authorName ? (owner.id === user?.id ? "you" : owner.name) : null;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 wrap-anywhere text-soft">
        <StatusBadge
          status={article.status}
          state={article.state}
          platforms={article.publishedPlatforms}
          inReview={article.inReview}
          publishedTo={article.publishedTo}
        />
        {article.inReview && <RequestLinks publications={article.publications} />}
        <FreshnessLine article={article} changes={changes} />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 wrap-anywhere text-faint">
        {/* On a phone these facts are in the details, so that the text starts on the first screen. */}
        {article.savedFromChat && <span className="max-sm:hidden">Saved from chat</span>}
        <span className="max-sm:hidden">{CONTENT_TYPE_NAMES[article.contentType]}</span>
        <Breadcrumbs path={article.categoryPath ?? []} />
        {/* A phone has space for one name. The owner is shown, because the owner is responsible for the article. */}
        <span dir="auto" className={ownedBy ? "max-sm:hidden" : undefined}>
          explained by {article.authorName ?? "an unknown person"}
        </span>
        {ownedBy && <span>owned by {ownedBy}</span>}
        <Age article={article} />
      </div>
      {showsChanges && changed.length > 0 && (
        <section
          id={CHANGES_ID}
          aria-label="What changed"
          className="appear not-printed mt-3 mb-5 rounded-box border border-rule p-4 text-15"
        >
          <Suspense fallback={<div className="late skeleton h-12" />}>
            <VersionHistory article={{ ...article, versions: changed }} />
          </Suspense>
        </section>
      )}
    </>
  );
}

/** Links to the review requests in which people accept the article. */
const RequestLinks = ({ publications }: Pick<ArticlePage, "publications">) =>
  publications.map(
    ({ id, review }) =>
      review?.state === "open" && (
        <a key={id} href={review.url} target="_blank" rel="noopener noreferrer" className="touch text-link">
          Open the request
        </a>
      ),
  );

const PRESSED = "aria-expanded:border-accent aria-expanded:bg-sunken aria-expanded:text-accent";

function PanelButtons({ details }: Pick<ArticleHeadProps, "details">) {
  const { openConversation } = useSourceView();
  return (
    <>
      <Button size="small" aria-label="Original conversation" onClick={() => openConversation("")}>
        <MessagesSquare className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">Conversation</span>
      </Button>
      <Button
        size="small"
        aria-label="Details"
        aria-expanded={details.isOpen}
        className={PRESSED}
        onClick={details.toggle}
      >
        <Info className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">Details</span>
      </Button>
    </>
  );
}

/** Shown for an article that could not be loaded. */
export function MissingArticleHead({ search }: { search: string }) {
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
      state={BACK_STATE}
      className="inline-flex items-center gap-2 text-13 text-soft hover:text-accent pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      <span className="max-sm:sr-only">Knowledge Articles</span>
    </Link>
  );
}

/**
 * The buttons to the previous and next article of the list. They are in the article's head, and on a phone also at its
 * end.
 */
export function ListNavigation({ search, neighbours }: Pick<ArticleHeadProps, "search" | "neighbours">) {
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
  const look = getButtonClass({ look: "quiet", size: "small" });
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

/** The time of the last change of the text. For an unchanged article, the time of its creation. */
function Age({ article: { createdAt, updatedAt, version } }: { article: ArticlePage }) {
  if (version === 1) return <RelativeTime at={createdAt} />;
  return (
    <span>
      Updated <RelativeTime at={updatedAt} />
    </span>
  );
}
