import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import { useSaveArticle } from "../../../api/articles.ts";
import { ApiError } from "../../../api/client.ts";
import { usePageTitle } from "../../../components/page.tsx";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { Question } from "../../../ui/confirm-dialog.tsx";
import { StickyBar } from "../../../ui/sticky-bar.tsx";
import { Collisions } from "./collisions.tsx";
import { editedArticleOf, keysIn } from "./edit-value.ts";
import { LabelFields } from "./label-fields.tsx";
import { SentenceEditor } from "./sentence-editor.tsx";
import { useEdit } from "./use-edit.ts";

interface ArticleEditorProps {
  article: ArticlePage;
  personId: string;
  /** Back to reading. */
  onClose: () => void;
}

/** The article, edited where it is read. */
export default function ArticleEditor({ article, personId, onClose }: ArticleEditorProps) {
  usePageTitle(`Edit: ${article.title}`);
  const { value, shown, theirs, merged, isKept, change, rebase, forget } = useEdit(article, personId);
  const save = useSaveArticle(article.id);
  const [why, setWhy] = useState("");
  const [asksDiscard, setAsksDiscard] = useState(false);
  const isOnline = useOnline();
  const originals = useMemo(() => new Map(theirs.blocks.map((block) => [block.id, block])), [theirs]);
  const notes = useMemo(() => notesOf(article), [article]);
  const trySave = () =>
    save.mutate(editedArticleOf(value, article, keysIn(theirs), why), {
      onSuccess: ({ version, redacted }) => {
        forget();
        onClose();
        showToast({
          title: version === article.version ? "Nothing was changed" : "Saved",
          text:
            redacted.length > 0
              ? `Removed from your text: ${redacted.map(({ what, count }) => `${count} × ${what}`).join(", ")}.`
              : version === article.version
                ? "The article stays as it was."
                : "Its pages are being updated.",
        });
      },
    });
  useSaveKey(() => {
    if (!merged && !save.isPending) trySave();
  });
  return (
    <div className="set-page">
      <h1 className="font-serif text-32 font-medium">Edit article</h1>
      <p className="mt-2 max-w-(--read,42rem) text-15 text-soft">
        What you change keeps its messages and is marked as edited; what you add is marked as yours. Ctrl+S saves.
      </p>
      {merged && (
        <Collisions key={article.edition} merged={merged} by={article.versions[0]?.by ?? null} onSettled={rebase} />
      )}
      <LabelFields
        labels={value.labels}
        tags={value.tags}
        onChange={({ labels = value.labels, tags = value.tags }) => change({ ...value, labels, tags })}
      />
      <SentenceEditor
        blocks={shown}
        originals={originals}
        notes={notes}
        onChange={(blocks) => change({ ...value, blocks })}
      />
      <StickyBar aria-label="Save the article">
        <Trouble error={save.error} isOnline={isOnline} isKept={isKept} />
        <div className="flex flex-wrap items-center gap-3">
          <input
            className="field-box min-w-0 flex-1 basis-60"
            aria-label="Why, for the history (optional)"
            placeholder="Why, for the history (optional)"
            maxLength={200}
            value={why}
            onChange={(event) => setWhy(event.target.value)}
          />
          <Button look="quiet" onClick={() => setAsksDiscard(true)}>
            Discard
          </Button>
          <Button onClick={onClose}>Later</Button>
          <Button look="primary" disabled={save.isPending || merged !== null} onClick={trySave}>
            {save.isPending ? "Saving…" : "Save"}
          </Button>
        </div>
      </StickyBar>
      <Question
        open={asksDiscard}
        title="Discard your changes?"
        text="The article stays as it is. Your changes are lost."
        confirm="Discard"
        dismiss="Continue editing"
        onConfirm={() => {
          forget();
          onClose();
        }}
        onClose={() => setAsksDiscard(false)}
      />
    </div>
  );
}

function Trouble({ error, isOnline, isKept }: { error: unknown; isOnline: boolean; isKept: boolean }) {
  const kept = isKept
    ? "Your text is kept in this browser."
    : "This browser cannot save drafts: keep this window open.";
  const said =
    error instanceof ApiError && error.status !== 401
      ? `${error.said ?? "It could not be saved."} ${kept}`
      : error || !isOnline
        ? `${isOnline ? "No answer came from the server." : "You are offline."} ${kept} Save again when you are back.`
        : isKept
          ? null
          : kept;
  return <output className={said ? "mb-2 block text-13 text-wrong" : "sr-only"}>{said}</output>;
}

function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const useOnline = () =>
  useSyncExternalStore(
    (onChange) => {
      window.addEventListener("online", onChange);
      window.addEventListener("offline", onChange);
      return () => {
        window.removeEventListener("online", onChange);
        window.removeEventListener("offline", onChange);
      };
    },
    () => navigator.onLine,
  );

/** 'Ana, Bo', or whose own sentence it is, by the sentence's key. */
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
