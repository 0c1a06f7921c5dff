import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useParams } from "react-router";
import type { ArticlePage as Article } from "../../../shared/contract/articles.ts";
import { useUser } from "../../api/account.ts";
import { useArticle } from "../../api/articles.ts";
import { ApiError } from "../../api/client.ts";
import { WriteExcerptAction } from "../../components/excerpts/write-excerpt.tsx";
import { usePageTitle } from "../../components/page.tsx";
import { useCan } from "../../components/permissions.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { storeLastReadArticle } from "../articles/list-position.ts";
import { ArticleHead, ListNavigation, MissingArticleHead } from "./article-head.tsx";
import { ArticleText } from "./article-text.tsx";
import { placeContradictions } from "./contradictions.ts";
import { DetailsPanel } from "./details-panel.tsx";
import { canEdit } from "./edit-link.tsx";
import { type SourceView, SourceViewContext } from "./source-view.ts";
import { useArticleAddress } from "./use-article-address.ts";
import { useArticleKeys } from "./use-article-keys.ts";
import { useNeighbours } from "./use-neighbours.ts";
import { type Panels, usePanels } from "./use-panels.ts";
import "../../ui/article.css";
import NotFoundPage from "../not-found-page.tsx";

const ConversationPanel = lazy(() => import("./conversation-panel.tsx"));
const ArticleEditor = lazy(() => import("./editor/article-editor.tsx"));

export default function ArticlePage() {
  const { id = "" } = useParams();
  // The key resets open panels and marks when another article is shown.
  return <LoadArticle key={id} id={id} />;
}

function LoadArticle({ id }: { id: string }) {
  const query = useArticle(id);
  const { search } = useLocation();
  const hasRoom = useHasRoomBeside();
  const panels = usePanels(hasRoom);
  const neighbours = useNeighbours(id, search);
  const mayEdit = useCan()("change", "articles");
  const address = useArticleAddress();
  usePageTitle(query.data?.title ?? "Article");
  useEffect(() => storeLastReadArticle(search, id), [search, id]);
  useArticleKeys({
    panels,
    neighbours,
    search,
    edit: () => query.data && mayEdit && canEdit(query.data) && address.setEditing(true),
  });
  const isMissing = query.error instanceof ApiError && [400, 404, 422].includes(query.error.status);
  if (isMissing) return <NotFoundPage />;
  return (
    <QueryView
      query={query}
      loading={<ArticleSkeleton />}
      failed={(failure) => (
        <>
          <MissingArticleHead search={search} />
          {failure}
        </>
      )}
    >
      {(article) => (
        <LoadedArticle
          article={article}
          panels={panels}
          hasRoom={hasRoom}
          address={address}
          head={
            <ArticleHead
              article={article}
              search={search}
              neighbours={neighbours}
              details={{ isOpen: panels.hasDetails, toggle: panels.toggleDetails }}
            />
          }
          end={
            <div className="set-column mt-8">
              <WriteExcerptAction key={article.id} articleId={article.id} isExcerpt={article.savedFromChat === true} />
              <div className="mt-4 sm:hidden">
                <ListNavigation search={search} neighbours={neighbours} />
              </div>
            </div>
          }
        />
      )}
    </QueryView>
  );
}

interface LoadedArticleProps {
  article: Article;
  panels: Panels;
  hasRoom: boolean;
  address: ReturnType<typeof useArticleAddress>;
  head: ReactNode;
  end: ReactNode;
}

/** Shows the editor if the URL requests it. Otherwise shows the article with a side panel. */
function LoadedArticle({ article, panels, hasRoom, address, head, end }: LoadedArticleProps) {
  const { openMessage, details, hasDetails, isOpen, openConversation, closePanel, showSentence } = panels;
  const { isEditing, setEditing, tried, clearTried } = address;
  const [pointedAt, pointAt] = useState<readonly string[]>([]);
  const { data: person } = useUser();
  const mayEdit = useCan()("change", "articles");
  if (isEditing && mayEdit && person && canEdit(article))
    return (
      <Suspense fallback={<ArticleSkeleton />}>
        <ArticleEditor article={article} personId={person.id} onClose={() => setEditing(false)} />
      </Suspense>
    );
  const { at, elsewhere } = placeContradictions(article);
  const view: SourceView = {
    contradictions: article.contradictions ?? [],
    contradictedAt: at,
    sources: new Map(article.sources.map((source) => [source.id, source])),
    // The message that a visitor is invited to edit stays marked until the visitor points at another message.
    pointedAt: pointedAt.length === 0 && tried ? [tried] : pointedAt,
    pointAt,
    openConversation,
    showSentence,
  };
  const hasPanel = isOpen || hasDetails;
  return (
    <SourceViewContext value={view}>
      <div className={hasPanel ? "xl:grid xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-10" : undefined}>
        <ArticleText
          article={article}
          elsewhere={elsewhere}
          tried={tried}
          isInert={hasPanel && !hasRoom}
          head={head}
          end={end}
          editor={mayEdit ? person?.id : undefined}
          onEdit={() => setEditing(true)}
          onTried={clearTried}
        />
        {hasDetails && <DetailsPanel article={article} isKept={details.isKept} onClose={closePanel} />}
        {openMessage !== null && (
          <Suspense fallback={<PanelSkeleton />}>
            <ConversationPanel
              articleId={article.id}
              channel={article.sourceChannel}
              message={openMessage}
              onClose={closePanel}
            />
          </Suspense>
        )}
      </div>
    </SourceViewContext>
  );
}

/** A placeholder while the conversation loads. */
const PanelSkeleton = () => (
  <output
    aria-label="Opening the conversation"
    className="block fixed inset-0 z-40 bg-raised p-5 xl:sticky xl:inset-auto xl:top-6 xl:z-0 xl:self-start xl:rounded-box xl:border xl:border-rule"
  >
    <span className="block skeleton h-64" />
  </output>
);

/** Shows gray lines in place of the article while it loads. */
function ArticleSkeleton() {
  return (
    <output aria-label="Loading the article" className="late flex max-w-2xl flex-col gap-4 pt-10">
      <div className="skeleton h-12 w-4/5" />
      <div className="skeleton h-5 w-3/5" />
      <div className="skeleton mt-6 h-24" />
      <div className="skeleton mt-4 h-7 w-40" />
      <div className="skeleton h-48" />
    </output>
  );
}

/**
 * From this width on, the conversation is beside the article; on narrower screens it covers the article. Equal to
 * Tailwind's `xl:`.
 */
const ROOM = "(min-width: 80rem)";

const useHasRoomBeside = () =>
  useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(ROOM);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => matchMedia(ROOM).matches,
  );
