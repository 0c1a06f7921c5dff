import { lazy, type ReactNode, Suspense } from "react";
import { useLocation } from "react-router";
import type { ArticlePage as Article } from "../../../shared/contract/articles.ts";
import { ContradictionNote } from "../../components/article-notices/contradiction.tsx";
import { StateNotice } from "../../components/article-notices/state-notice.tsx";
import { getSectionAnchor } from "../../lib/format.ts";
import { ArticleSection } from "./article-section.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import { MarginStatements } from "./margin-statements.tsx";
import { PageTroubles } from "./page-troubles.tsx";

const TryEdit = lazy(() => import("./demo-edit-invitation.tsx"));

interface ArticleTextProps {
  article: Article;
  /** Contradictions about sentences that the text no longer contains. */
  elsewhere: Article["contradictions"];
  /** The message that a visitor of the demo is invited to edit; null otherwise. */
  tried: string | null;
  /** True while a panel covers the text, which then cannot take the focus. */
  isInert: boolean;
  head: ReactNode;
  /** Content below the article's text. */
  end: ReactNode;
  /** The id of the signed-in person if they may edit the article. */
  editor: string | undefined;
  onEdit: () => void;
  onTried: () => void;
}

/** Shows an article's text for reading. The editor replaces this component for editing. */
export function ArticleText({
  article,
  elsewhere,
  tried,
  isInert,
  head,
  end,
  editor,
  onEdit,
  onTried,
}: ArticleTextProps) {
  const { hash } = useLocation();
  const trySource = tried === null ? undefined : article.sources.find(({ id }) => id === tried);
  return (
    <article className="set-page" inert={isInert}>
      {head}
      {trySource && (
        // Keeps the space of the invitation, so that the text does not move while somebody reads.
        <Suspense fallback={<div className="late skeleton set-column mt-5 h-85 sm:h-48" />}>
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
        <ArticleSection
          key={`${section.role} ${index}`}
          section={section}
          id={getSectionAnchor(index)}
          isTarget={hash === `#${getSectionAnchor(index)}`}
        />
      ))}
      {end}
    </article>
  );
}
