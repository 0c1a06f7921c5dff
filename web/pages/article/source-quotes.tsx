import { useEffect, useEffectEvent } from "react";
import type { ArticleSource } from "../../../shared/contract/articles.ts";

interface SourceQuotesProps {
  sources: readonly ArticleSource[];
  onHide: () => void;
}

const QUOTED_CHARACTERS = 600;
/** The most quotes of a note. More quotes would not fit beside the text. */
const MOST_QUOTES = 4;

/**
 * The source messages of a sentence, in their authors' words. Escape hides them, because they cover the notes below.
 */
export function SourceQuotes({ sources, onHide }: SourceQuotesProps) {
  const hide = useEffectEvent(onHide);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && hide();
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const quoted = sources.filter(({ forgotten }) => !forgotten);
  if (quoted.length === 0) return null;
  const hasSeveralAuthors = new Set(quoted.map(({ authorName }) => authorName)).size > 1;
  return (
    <span className="source-quotes">
      {quoted.slice(0, MOST_QUOTES).map(({ id, authorName, text }) => (
        <span key={id} className="block">
          {hasSeveralAuthors && <span className="font-semibold text-ink">{authorName}: </span>}
          <q>{text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text}</q>
        </span>
      ))}
    </span>
  );
}
