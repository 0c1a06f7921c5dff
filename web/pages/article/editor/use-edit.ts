import { useEffect, useMemo, useRef, useState } from "react";
import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import { forgetDraft, keepDraft, readDraft } from "./drafts.ts";
import { createEditValue, type EditValue } from "./edit-value.ts";
import { createBaseline, type EditBaseline, type MergedEdit, mergeEdits } from "./merge-edits.ts";

const KEEP_AFTER_MS = 400;

interface EditState {
  began: EditBaseline;
  value: EditValue;
  /** The blocks that the editor shows. Another array replaces the editor's content. */
  shown: EditValue["blocks"];
}

/**
 * One person's edit of an article. Every change is stored in the browser, and compared with versions that other people
 * save meanwhile.
 */
export function useEdit(article: ArticlePage, personId: string) {
  const theirs = useMemo(() => createEditValue(article), [article]);
  const [edit, setEdit] = useState<EditState>(() => {
    const draft = readDraft(personId, article.id, theirs);
    const value = draft?.value ?? theirs;
    return { began: draft?.began ?? createBaseline(article.version, theirs), value, shown: value.blocks };
  });
  const [isKept, setKept] = useState(true);
  const isTouched = useRef(false);
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });

  useEffect(() => {
    if (!isTouched.current) return;
    const keep = () => setKept(keepDraft(personId, article.id, { ...latest.current, at: new Date().toISOString() }));
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    const leave = () => isTouched.current && keep();
    window.addEventListener("pagehide", leave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", leave);
      if (isTouched.current) keepDraft(personId, article.id, { ...latest.current, at: new Date().toISOString() });
    };
  }, [edit, personId, article.id]);

  const change = (value: EditValue) => {
    isTouched.current = true;
    setEdit((before) => ({ ...before, value }));
  };
  const rebase = (value: EditValue) => {
    isTouched.current = true;
    setEdit({ began: createBaseline(article.version, theirs), value, shown: value.blocks });
  };
  const forget = () => {
    isTouched.current = false;
    forgetDraft(personId, article.id);
  };
  /** The merge with versions that others saved since this edit began; null if there are none. */
  const merged: MergedEdit | null = useMemo(
    () => (isBehind(edit.began, article, theirs) ? mergeEdits(edit.began, edit.value, theirs) : null),
    [edit, article, theirs],
  );
  return { ...edit, theirs, merged, isKept, change, rebase, forget };
}

/** Compares the content too, because deleting a chat message erases words without a new version. */
const isBehind = (began: EditBaseline, article: ArticlePage, theirs: EditValue): boolean =>
  JSON.stringify(began) !== JSON.stringify(createBaseline(article.version, theirs));
