import type { UseQueryResult } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CirclePause, CircleX, LibraryBig, PencilLine } from "lucide-react";
import { Link } from "react-router";
import type { Article } from "../../../shared/contract/articles.ts";
import type { Integration } from "../../../shared/contract/integrations.ts";
import { ArticleAge } from "../../components/moment.tsx";
import { Section } from "../../components/section.tsx";
import { formatPublishedPart } from "../../components/status-badge.tsx";
import { formatChannel } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";

export interface RecentArticlesProps {
  query: UseQueryResult<Article[]>;
  integrations: Integration[];
}

export function RecentArticles({ query, integrations }: RecentArticlesProps) {
  const nameOf = (id: string | null) => integrations.find((integration) => integration.id === id)?.name;
  return (
    <Section
      title="Recent Knowledge Articles"
      action={
        <Link to="/articles" className="touch text-link text-13 font-medium">
          View All
        </Link>
      }
    >
      <QueryView
        query={query}
        loading={<div className="late skeleton mt-4 h-72" />}
        empty={
          <EmptyState title="No knowledge articles created yet">
            Run Analysis Test reads your active channels and writes what is worth keeping.
          </EmptyState>
        }
      >
        {(articles) => (
          <ol className="divide-y divide-rule">
            {articles.map((article) => (
              <RecentArticle key={article.id} article={article} platform={nameOf(article.integrationId)} />
            ))}
          </ol>
        )}
      </QueryView>
    </Section>
  );
}

const STATES = {
  published: { label: "Published", Icon: CircleCheck, className: "text-done" },
  processing: { label: "Processing", Icon: CircleDashed, className: "text-busy" },
  draft: { label: "Draft", Icon: PencilLine, className: "text-soft" },
  held: { label: "Held back", Icon: CirclePause, className: "text-soft" },
  library: { label: "Library only", Icon: LibraryBig, className: "text-soft" },
  failed: { label: "Failed", Icon: CircleX, className: "text-wrong" },
};

/** The platform holds the page for review. */
const IN_REVIEW = { label: "In review", Icon: CircleDashed, className: "text-busy" };

/** The article has no page on a platform. Either no platform is connected, or the article is not published yet. */
const IN_LIBRARY = { label: "In the library", Icon: LibraryBig, className: "text-done" };

/** Returns the state to show. This page shows every other status as 'Failed'. */
export function toDisplayedStatus(status: string) {
  return Object.hasOwn(STATES, status) ? STATES[status as keyof typeof STATES] : STATES.failed;
}

function RecentArticle({ article, platform }: { article: Article; platform: string | undefined }) {
  const isAlone = article.status === "published" && article.publishedPlatforms.length === 0;
  const isAsked = article.status === "published" && article.inReview;
  const part = article.status === "published" && article.publishedTo;
  const { label, Icon, className } = part
    ? { ...formatPublishedPart(part), className: "text-busy" }
    : isAsked
      ? IN_REVIEW
      : isAlone
        ? IN_LIBRARY
        : toDisplayedStatus(article.status);
  return (
    <li className="group relative grid grid-cols-[1.25rem_1fr_auto] gap-x-3 py-4">
      <Icon className={`mt-1 size-5 ${className}`} aria-hidden="true" />
      <div className="min-w-0">
        <Link
          to={`/articles/${article.id}`}
          dir="auto"
          className="block font-serif text-19 leading-snug text-pretty wrap-anywhere group-hover:text-accent after:absolute after:inset-0"
        >
          {article.title}
        </Link>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-soft">
          <ArticleAge {...article} as="day" />
          <span>From {formatChannel(article.sourceChannel)}</span>
          <Badge tone="outline">{platform ?? "Library"}</Badge>
        </p>
      </div>
      <span className={`pt-1 text-13 font-medium ${className}`}>{label}</span>
    </li>
  );
}
