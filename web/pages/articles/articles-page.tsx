import { BookOpenText, Hash, MessageSquareText, Target } from "lucide-react";
import { useStats } from "../../api/activity.ts";
import { useArticles, useReanalyzeArticle } from "../../api/articles.ts";
import { Page } from "../../components/page.tsx";
import { StatCard, StatRow } from "../../components/stat-card.tsx";
import { formatCount } from "../../lib/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { ArticleCard } from "./article-card.tsx";
import { ArticleSearch } from "./article-search.tsx";
import { CardSkeletons } from "./card-skeletons.tsx";
import { NoArticles } from "./no-articles.tsx";
import { useArticleFilters } from "./use-article-filters.ts";

export default function ArticlesPage() {
  const filtering = useArticleFilters();
  const articles = useArticles(filtering.filters);
  const reanalysis = useReanalyzeArticle();
  const reanalyze = (id: string) =>
    reanalysis.mutate(id, {
      onSuccess: () => showToast({ title: "Success", text: "Article has been re-analyzed with updated smart tags" }),
      onError: () => showToast({ title: "Error", text: "Failed to re-analyze article", tone: "destructive" }),
    });

  return (
    <Page
      title="Smart Knowledge Articles"
      description="What your team explained to each other, written down with its sources"
    >
      <ArticleStats total={filtering.count === 0 ? articles.data?.length : undefined} />
      <ArticleSearch filtering={filtering} />
      <output className="block text-13 text-soft">{reanalysis.isPending && "Re-analyzing article..."}</output>
      <QueryView query={articles} loading={<CardSkeletons count={6} />} empty={<NoArticles filtering={filtering} />}>
        {(list) => (
          <ul className="mt-4 grid gap-5 md:grid-cols-2 2xl:grid-cols-3" aria-busy={articles.isFetching}>
            {list.map((article) => (
              <ArticleCard
                key={article.id}
                article={article}
                onReanalyze={() => reanalyze(article.id)}
                isReanalyzing={reanalysis.isPending && reanalysis.variables === article.id}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Page>
  );
}

/** While a filter narrows the list, the total is the workspace's own figure. */
function ArticleStats({ total }: { total: number | undefined }) {
  const { data: stats } = useStats();
  return (
    <StatRow>
      <StatCard title="Total Articles" value={figure(total ?? stats?.articlesCreated)} icon={BookOpenText} />
      <StatCard title="Messages Analyzed" value={figure(stats?.messagesAnalyzed)} icon={MessageSquareText} />
      <StatCard title="Active Channels" value={figure(stats?.activeChannels)} icon={Hash} to="/channels" />
      <StatCard title="Success Rate" value={stats ? `${stats.successRate}%` : "–"} icon={Target} />
    </StatRow>
  );
}

const figure = (value: number | undefined) => (value === undefined ? "–" : formatCount(value));
