import { type ReactNode, useMemo, useState } from "react";
import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import { useSaveArticle } from "../../../api/editing.ts";
import { usePageTitle } from "../../../components/page.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { OtherEditorsWarning } from "../people-on-article.tsx";
import { Collisions } from "./collisions.tsx";
import { buildEditedArticle, collectKeys } from "./edit-value.ts";
import { TitleAndLabels } from "./label-fields.tsx";
import { SaveBar } from "./save-bar.tsx";
import { SentenceEditor } from "./sentence-editor.tsx";
import { useEdit } from "./use-edit.ts";

interface ArticleEditorProps {
  article: ArticlePage;
  personId: string;
  /** Closes the editor and shows the article for reading. */
  onClose: () => void;
  /** Approves the article after it was saved; the editor is closed by then. */
  onApprove?: () => void;
  /** Shown above the text, about its sentences as they are now. */
  notice?: (sentences: readonly string[]) => ReactNode;
}

/** Edits the article where it is read. Title, text and sources keep their positions. */
export default function ArticleEditor({ article, personId, onClose, onApprove, notice }: ArticleEditorProps) {
  usePageTitle(`Edit: ${article.title}`);
  const { value, shown, theirs, merged, isKept, change, rebase, forget } = useEdit(article, personId);
  const save = useSaveArticle(article.id);
  // A save's new version arrives before the editor closes. It is not a conflict.
  const collided = save.isPending || save.isSuccess ? null : merged;
  const [asksDiscard, setAsksDiscard] = useState(false);
  const originals = useMemo(() => new Map(theirs.blocks.map((block) => [block.id, block])), [theirs]);
  const notes = useMemo(() => notesOf(article), [article]);
  const close = () => {
    forget();
    onClose();
  };
  return (
    <div className="set-page">
      <h1 className="sr-only">Edit article</h1>
      <Hint mayApprove={onApprove !== undefined} />
      <OtherEditorsWarning articleId={article.id} />
      {collided && (
        <Collisions key={article.edition} merged={collided} by={article.versions[0]?.by ?? null} onSettled={rebase} />
      )}
      <TitleAndLabels
        labels={value.labels}
        tags={value.tags}
        onChange={({ labels = value.labels, tags = value.tags }) => change({ ...value, labels, tags })}
      />
      {notice?.(value.blocks.flatMap(({ form, text }) => (form === "sentence" ? [text] : [])))}
      <SentenceEditor
        blocks={shown}
        originals={originals}
        notes={notes}
        onChange={(blocks) => change({ ...value, blocks })}
      />
      <SaveBar
        save={save}
        article={article}
        isKept={isKept}
        isBlocked={collided !== null}
        editedArticle={(why) => buildEditedArticle(value, article, collectKeys(theirs), why)}
        onSaved={close}
        onApprove={onApprove}
        onDiscard={() => setAsksDiscard(true)}
        onLater={onClose}
      />
      <ConfirmDialog
        open={asksDiscard}
        title="Discard your changes?"
        text="The article stays as it is. Your changes are lost."
        confirm="Discard changes"
        dismiss="Continue editing"
        onConfirm={close}
        onClose={() => setAsksDiscard(false)}
      />
    </div>
  );
}

const Hint = ({ mayApprove }: { mayApprove: boolean }) => (
  <p className="flex min-h-8 items-center text-13 text-soft">
    Your changes are marked as yours; each sentence keeps its sources.
    <span className="whitespace-pre pointer-coarse:hidden">
      {mayApprove ? " Ctrl+S saves, Ctrl+Enter saves and approves." : " Ctrl+S saves."}
    </span>
  </p>
);

/** Maps each sentence's key to the authors of its sources ('Ana, Bo'), or to the person who wrote the sentence. */
function notesOf(article: ArticlePage): ReadonlyMap<string, string> {
  const authors = new Map(article.sources.map(({ id, authorName }) => [id, authorName]));
  const statements = [...article.summaryStatements, ...article.sections.flatMap((section) => section.statements)];
  return new Map(
    statements.map(({ key = "", sources, hand }) => {
      const people = [...new Set(sources.flatMap((source) => authors.get(source) ?? []))].join(", ");
      return [key, people || (hand ? `Written by ${hand.by ?? "a former member"}` : "")];
    }),
  );
}
