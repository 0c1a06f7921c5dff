import { BookOpenText, Hash, MessageCircleQuestionMark, MessageSquareText, Target } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useMemo } from "react";
import { Link } from "react-router";
import { useStats } from "../../api/activity.ts";
import { type ArticleList, useArticleList } from "../../api/article-list.ts";
import { Page } from "../../components/page.tsx";
import { StatCard, StatRow } from "../../components/stat-card.tsx";
import { formatCount, formatItems } from "../../lib/format.ts";
import { formatPercent } from "../../lib/format-percent.ts";
import { getButtonClass } from "../../ui/button.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { ArticleGrid } from "./article-grid.tsx";
import { useArticleLayout } from "./article-layout.ts";
import { ColumnHeads } from "./article-row.tsx";
import { ArticleSearch } from "./article-search.tsx";
import { ArticleViews } from "./article-views.tsx";
import { BulkReport } from "./bulk-report.tsx";
import { useBulkState } from "./bulk-state.ts";
import { CardSkeletons } from "./card-skeletons.tsx";
import { ShowMore } from "./show-more.tsx";
import { type ArticleFiltering, useArticleFilters } from "./use-article-filters.ts";
import { useReanalysis } from "./use-reanalysis.ts";
import { useSelection } from "./use-selection.ts";

const BulkBar = lazy(() => import("./bulk-bar.tsx"));
const AskedHere = lazy(() => import("../../components/answer/inline-answer.tsx"));
const NearMatches = lazy(() => import("./near-matches.tsx"));
const BelowArticles = lazy(() => import("./below-articles.tsx"));

/** The library of articles. Its other views are in views-page.tsx, which loads nothing of the list. */
export default function ArticlesPage() {
  const filtering = useArticleFilters();
  const { query, readOn, reading } = useArticleList(filtering.filters);
  const { hidden } = useBulkState();
  const [look] = useArticleLayout();
  const list = useMemo(() => query.data && without(query.data, hidden), [query.data, hidden]);
  // A filter reacts to a click at once. The cards are rendered later.
  const drawn = useDeferredValue(list) ?? list;

  return (
    <Page
      title="Smart Knowledge Articles"
      description="What your team explained in chat, with its sources"
      isShortOnPhone
      extra={
        // On a phone the menu contains this link, and the search box answers questions too.
        <Link to="/ask" className={getButtonClass({ className: "max-sm:hidden" })}>
          <MessageCircleQuestionMark className="size-4" aria-hidden="true" />
          Ask
        </Link>
      }
    >
      <ArticleViews />
      {filtering.count === 0 && <ArticleStats total={list?.total} />}
      <ArticleSearch filtering={filtering} found={filtering.count > 0 ? list?.total : undefined} />
      {filtering.asked?.question === filtering.typed.trim() && (
        <Suspense fallback={<div className="late skeleton h-40" />}>
          <div className="mb-6 border-b border-rule pb-6">
            <AskedHere key={filtering.asked.asking} {...filtering.asked} />
          </div>
        </Suspense>
      )}
      <BulkReport />
      <QueryView query={query} loading={<CardSkeletons count={6} look={look} />}>
        {(read) => (
          <Articles
            list={drawn ?? read}
            filtering={filtering}
            isReading={query.isFetching}
            readOn={readOn}
            reading={reading}
          />
        )}
      </QueryView>
    </Page>
  );
}

/** The list without articles that are being removed. */
function without(list: ArticleList, hidden: ReadonlySet<string>): ArticleList {
  if (hidden.size === 0) return list;
  const articles = list.articles.filter(({ id }) => !hidden.has(id));
  return { ...list, articles, total: list.total - (list.articles.length - articles.length) };
}

interface ArticlesProps extends Pick<ReturnType<typeof useArticleList>, "readOn" | "reading"> {
  list: ArticleList;
  filtering: ArticleFiltering;
  isReading: boolean;
}

function Articles({ list, filtering, isReading, readOn, reading }: ArticlesProps) {
  const { articles, total } = list;
  const selection = useSelection(articles);
  const [look] = useArticleLayout();
  const { work } = useBulkState();
  const { reanalyze, reanalyzing, question } = useReanalysis();
  return (
    <>
      <output className="block text-13 text-soft">{reanalyzing && "Re-analyzing article..."}</output>
      {question}
      {filtering.count > 0 && articles.length > 0 && (
        <output className="block text-13 text-soft">{`${formatItems(total, "article")} found`}</output>
      )}
      {list.wordsNotFound && articles.length > 0 && (
        <Suspense fallback={<div className="h-16" />}>
          <NearMatches unknown={list.wordsNotFound} filtering={filtering} />
        </Suspense>
      )}
      {articles.length > 0 && (
        <Suspense fallback={<CardSkeletons count={6} look={look} />}>
          {look === "list" && <ColumnHeads />}
          <ArticleGrid
            // Rows and cards are measured separately.
            key={look}
            look={look}
            articles={articles}
            total={total}
            onEnd={list.next && reading === "idle" ? readOn : undefined}
            selection={selection}
            isReading={isReading}
            reanalyzing={reanalyzing}
            onReanalyze={reanalyze}
          />
        </Suspense>
      )}
      {list.next && <ShowMore shown={articles.length} total={total} reading={reading} onMore={readOn} />}
      {(articles.length === 0 || filtering.filters.keywords) && (
        <Suspense fallback={null}>
          <BelowArticles filtering={filtering} isEmpty={articles.length === 0} />
        </Suspense>
      )}
      {(work || selection.items.length > 0) && (
        <Suspense fallback={null}>
          <BulkBar selection={selection} list={list} readAll={() => readOn(true)} isFiltered={filtering.count > 0} />
        </Suspense>
      )}
    </>
  );
}

function ArticleStats({ total }: { total: number | undefined }) {
  const { data: stats } = useStats();
  return (
    <StatRow isLineOnPhone>
      <StatCard title="Total Articles" value={figure(total ?? stats?.articlesCreated)} icon={BookOpenText} />
      <StatCard title="Messages Analyzed" value={figure(stats?.messagesAnalyzed)} icon={MessageSquareText} />
      <StatCard title="Active Channels" value={figure(stats?.activeChannels)} icon={Hash} to="/channels" />
      <StatCard title="Success Rate" value={formatPercent(stats?.successRate)} icon={Target} />
    </StatRow>
  );
}

const figure = (value: number | undefined) => (value === undefined ? "–" : formatCount(value));
