import "../../ui/article.css";
import { useState } from "react";
import { useParams } from "react-router";
import { useArticle } from "../../api/articles.ts";
import { ApiError } from "../../api/client.ts";
import { usePageTitle } from "../../components/page.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { NotFoundPage } from "../not-found-page.tsx";
import { AboutArticle } from "./about-article.tsx";
import { ArticleHead } from "./article-head.tsx";
import { ArticleSection } from "./article-section.tsx";
import { ConversationPanel } from "./conversation-panel.tsx";
import { MarginStatements } from "./margin-statements.tsx";
import { type SourceView, SourceViewContext } from "./source-view.ts";

export default function ArticlePage() {
  const { id = "" } = useParams();
  const query = useArticle(id);
  const [openMessage, setOpenMessage] = useState<string | null>(null);
  const [pointedAt, pointAt] = useState<readonly string[]>([]);
  usePageTitle(query.data?.title ?? "Article");

  const isMissing = query.error instanceof ApiError && [400, 404, 422].includes(query.error.status);
  if (isMissing) return <NotFoundPage />;
  return (
    <QueryView query={query} loading={<div className="late skeleton h-96" />}>
      {(article) => {
        const view: SourceView = {
          sources: new Map(article.sources.map((source) => [source.id, source])),
          pointedAt,
          pointAt,
          openConversation: setOpenMessage,
        };
        return (
          <SourceViewContext value={view}>
            <div className={openMessage === null ? undefined : "xl:grid xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-10"}>
              <article className="set-page">
                <ArticleHead article={article} />
                <div className="lead">
                  <MarginStatements statements={article.summaryStatements} />
                </div>
                {article.sections.map((section, index) => (
                  <ArticleSection key={`${section.role} ${index}`} section={section} />
                ))}
                <AboutArticle article={article} />
              </article>
              {openMessage !== null && (
                <ConversationPanel
                  articleId={article.id}
                  channel={article.sourceChannel}
                  message={openMessage}
                  onClose={() => setOpenMessage(null)}
                />
              )}
            </div>
          </SourceViewContext>
        );
      }}
    </QueryView>
  );
}
