import "../../ui/article.css";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import type { ArticlePage as Article } from "../../../shared/contract/articles.ts";
import { useUser } from "../../api/account.ts";
import { useArticle } from "../../api/articles.ts";
import { ApiError } from "../../api/client.ts";
import { ContradictionNote } from "../../components/article-notices/contradiction.tsx";
import { StateNotice } from "../../components/article-notices/state-notice.tsx";
import { useCan } from "../../components/may.tsx";
import { usePageTitle } from "../../components/page.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { BACK, noteReading } from "../articles/list-place.ts";
import { NotFoundPage } from "../not-found-page.tsx";
import { ArticleHead, HeadWithoutArticle } from "./article-head.tsx";
import { ArticleSection } from "./article-section.tsx";
import { ArticleSkeleton } from "./article-skeleton.tsx";
import { placeContradictions } from "./contradictions.ts";
import { ConversationPanel } from "./conversation-panel.tsx";
import { DetailsPanel } from "./details-panel.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import { canEdit } from "./edit-article.tsx";
import { MarginStatements } from "./margin-statements.tsx";
import { PageTroubles } from "./page-troubles.tsx";
import { goToSentenceOn, messageAtFocus, stepSentence } from "./sentences.ts";
import { type SourceView, SourceViewContext } from "./source-view.ts";
import { useDetails } from "./use-details.ts";
import { useNeighbours } from "./use-neighbours.ts";
import { useHasRoomBeside } from "./use-room.ts";

/** In the address of the demo: the message that a visitor is invited to edit. */
const TRY = "try";
const TryEdit = lazy(() => import("./try-edit.tsx"));
const ArticleEditor = lazy(() => import("./editor/article-editor.tsx"));

/** In the address, so that a link can lead straight to the editor. */
const EDIT = "edit";

export default function ArticlePage() {
  const { id = "" } = useParams();
  // Another article begins with nothing open and nothing marked.
  return <Reading key={id} id={id} />;
}

function Reading({ id }: { id: string }) {
  const query = useArticle(id);
  const { search } = useLocation();
  const navigate = useNavigate();
  const neighbours = useNeighbours(id, search);
  const hasRoom = useHasRoomBeside();
  const panels = usePanels(hasRoom);
  const { openMessage, details, hasDetails, isOpen, openConversation, closePanel, toggleDetails, showSentence } =
    panels;
  const [pointedAt, pointAt] = useState<readonly string[]>([]);
  usePageTitle(query.data?.title ?? "Article");
  useEffect(() => noteReading(search, id), [search, id]);

  const { data: person } = useUser();
  const mayEdit = useCan()("change", "articles");
  const [params, setParams] = useSearchParams();
  const wantsEdit = params.has(EDIT) && mayEdit;
  const setParam = (name: string, value: string | null) =>
    setParams(
      (now) => {
        if (value === null) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: value === null },
    );
  const setEditing = (on: boolean) => setParam(EDIT, on ? "1" : null);
  const tried = params.get(TRY);

  const step = (by: 1 | -1) => {
    const message = stepSentence(by);
    if (isOpen && message) panels.setOpenMessage(message);
  };
  const goTo = (neighbour: string | undefined) => neighbour && void navigate(`/articles/${neighbour}${search}`);
  useShortcuts({
    j: () => goTo(neighbours.next),
    k: () => goTo(neighbours.previous),
    n: () => step(1),
    p: () => step(-1),
    c: () => (isOpen ? closePanel() : openConversation(messageAtFocus())),
    i: toggleDetails,
    e: () => query.data && mayEdit && canEdit(query.data) && setEditing(true),
    u: () => void navigate(`/articles${search}`, { state: BACK }),
  });

  const isMissing = query.error instanceof ApiError && [400, 404, 422].includes(query.error.status);
  if (isMissing) return <NotFoundPage />;
  return (
    <QueryView
      query={query}
      loading={<ArticleSkeleton />}
      failed={(failure) => (
        <>
          <HeadWithoutArticle search={search} />
          {failure}
        </>
      )}
    >
      {(article) => {
        if (wantsEdit && person && canEdit(article))
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
          // What is to be tried stays marked until something else is pointed at.
          pointedAt: pointedAt.length === 0 && tried ? [tried] : pointedAt,
          pointAt,
          openConversation,
          showSentence,
        };
        const hasPanel = isOpen || hasDetails;
        return (
          <SourceViewContext value={view}>
            <div className={hasPanel ? "xl:grid xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-10" : undefined}>
              <Sheet
                article={article}
                elsewhere={elsewhere}
                tried={tried}
                isInert={hasPanel && !hasRoom}
                head={
                  <ArticleHead
                    article={article}
                    search={search}
                    neighbours={neighbours}
                    details={{ isOpen: hasDetails, toggle: toggleDetails }}
                  />
                }
                editor={mayEdit ? person?.id : undefined}
                onEdit={() => setEditing(true)}
                onTried={() => setParam(TRY, null)}
              />
              {hasDetails && <DetailsPanel article={article} isKept={details.isKept} onClose={closePanel} />}
              {openMessage !== null && (
                <ConversationPanel
                  articleId={article.id}
                  channel={article.sourceChannel}
                  message={openMessage}
                  onClose={closePanel}
                />
              )}
            </div>
          </SourceViewContext>
        );
      }}
    </QueryView>
  );
}

/** The conversation or the details beside the article: one of the two, or none. */
function usePanels(hasRoom: boolean) {
  const [openMessage, setOpenMessage] = useState<string | null>(null);
  const details = useDetails(hasRoom);
  const hasDetails = details.isOpen;
  const openedFrom = useRef<Element | null>(null);
  const isOpen = openMessage !== null;
  const openConversation = (message: string) => {
    if (!isOpen && !hasDetails) openedFrom.current = document.activeElement;
    details.set(false);
    setOpenMessage(message);
  };
  const closePanel = () => {
    setOpenMessage(null);
    details.set(false);
    requestAnimationFrame(() => {
      if (openedFrom.current instanceof HTMLElement) openedFrom.current.focus({ preventScroll: true });
    });
  };
  const toggleDetails = () => {
    if (hasDetails) return closePanel();
    if (!isOpen) openedFrom.current = document.activeElement;
    setOpenMessage(null);
    details.set(true);
  };
  const showSentence = (message: string) => {
    if (!hasRoom) setOpenMessage(null);
    requestAnimationFrame(() => goToSentenceOn(message));
  };
  return {
    openMessage,
    setOpenMessage,
    details,
    hasDetails,
    isOpen,
    openConversation,
    closePanel,
    toggleDetails,
    showSentence,
  };
}

interface SheetProps {
  article: Article;
  /** Contradictions of sentences that are not in the text. */
  elsewhere: Article["contradictions"];
  /** The message that a visitor of the demo is invited to edit. */
  tried: string | null;
  /** A panel lies over it. */
  isInert: boolean;
  head: ReactNode;
  /** The person's id, where the person may edit. */
  editor: string | undefined;
  onEdit: () => void;
  onTried: () => void;
}

/** The article as it is read. */
function Sheet({ article, elsewhere, tried, isInert, head, editor, onEdit, onTried }: SheetProps) {
  const trySource = tried === null ? undefined : article.sources.find(({ id }) => id === tried);
  return (
    <article className="set-page" inert={isInert}>
      {head}
      {trySource && (
        <Suspense fallback={null}>
          <TryEdit article={article} source={trySource} onClose={onTried} />
        </Suspense>
      )}
      <StateNotice article={article} />
      <PageTroubles article={article} />
      {editor !== undefined && <DraftNotice article={article} personId={editor} onContinue={onEdit} />}
      <div className="set-column">
        {elsewhere?.map((one) => (
          <ContradictionNote key={one.itemId} contradiction={one} />
        ))}
      </div>
      <div dir="auto" className="lead">
        <MarginStatements statements={article.summaryStatements} />
      </div>
      {article.sections.map((section, index) => (
        <ArticleSection key={`${section.role} ${index}`} section={section} />
      ))}
    </article>
  );
}
