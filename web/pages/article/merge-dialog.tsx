import { clsx } from "clsx";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import type { Article, ArticlePage } from "../../../shared/contract/articles.ts";
import { useTopArticles } from "../../api/articles.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatChannel, formatItems } from "../../lib/format.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { type MergeAnswer, MergeSentences } from "./merge-sentences.tsx";
import { useUndoToast } from "./use-undo-toast.ts";

const TYPING_DELAY_MS = 300;
const SHOWN = 6;
/**
 * The number of articles to load. It is larger than the number shown, because this article and articles into which it
 * cannot be merged are left out.
 */
const LOADED = 3 * SHOWN;
const TITLE_CHARACTERS = 200;
const READ_BY_ALL: readonly string[] = ["published", "processing", "failed"];
/**
 * Statuses of articles into which a published article may be merged. An article that nobody has reviewed is not among
 * them.
 */
const MAY_STAY: readonly string[] = [...READ_BY_ALL, "draft", "library"];

interface MergeDialogProps {
  article: ArticlePage;
  onClose: () => void;
  /** Called after the merge. If missing, the remaining article opens. */
  onMerged?: () => void;
  /** The page that opens again when the merge is undone; the article's own if missing. */
  cameFrom?: string;
}

/** Finds another article, shows the result of a merge sentence by sentence, and merges. */
export default function MergeDialog({
  article,
  onClose,
  onMerged,
  cameFrom = `/articles/${article.id}`,
}: MergeDialogProps) {
  const id = useId();
  const [into, setInto] = useState<Article | null>(null);
  const navigate = useNavigate();
  const tell = useUndoToast(cameFrom);
  const finish = (target: Article, { message, undo }: MergeAnswer) => {
    onClose();
    tell("Merged", message, undo);
    if (onMerged) onMerged();
    else void navigate(`/articles/${target.id}`);
  };
  return (
    <Modal
      open
      onClose={onClose}
      labelledBy={`${id}-title`}
      className={clsx(
        "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto rounded-box border border-rule bg-raised p-6 shadow-lift",
        into ? "max-w-5xl" : "max-w-2xl",
      )}
    >
      <h2 id={`${id}-title`} className="font-serif text-24">
        {into ? "Merge these two?" : "Merge with another article"}
      </h2>
      {into ? (
        <MergeSentences
          article={article}
          into={into}
          onBack={() => setInto(null)}
          onClose={onClose}
          onMerged={(merged) => finish(into, merged)}
        />
      ) : (
        <Finder article={article} onChoose={setInto} onClose={onClose} />
      )}
    </Modal>
  );
}

/** Explains that no article was found. `drafts`: found articles that a published article may not be merged into. */
function nothingFound(keywords: string, drafts: number): string {
  if (drafts > 0)
    return `No published article ${keywords ? "matches" : "is similar"}. ${formatItems(drafts, "draft")} ${drafts === 1 ? "does" : "do"}: open ${drafts === 1 ? "it" : "one"} and merge it into this article.`;
  return keywords ? "No other article matches." : "No article is similar. Find one by its words.";
}

interface FinderProps {
  article: ArticlePage;
  onChoose: (article: Article) => void;
  onClose: () => void;
}

/**
 * Finds articles into which the given article may be merged. Before anything is typed, offers those with words of its
 * title.
 */
function Finder({ article: { id: articleId, title, status }, onChoose, onClose }: FinderProps) {
  const mayStay = READ_BY_ALL.includes(status) ? READ_BY_ALL : MAY_STAY;
  const [typed, setTyped] = useState("");
  const keywords = useDebounced(typed.trim(), TYPING_DELAY_MS);
  const found = useTopArticles(keywords || title.slice(0, TITLE_CHARACTERS), LOADED);
  return (
    <>
      <div className="mt-4">
        <Field label="Find the article that stays">
          {(control) => (
            <input
              {...control}
              type="search"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
              autoFocus
              className="field-box"
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="mt-3 min-h-40">
        <QueryView query={found} loading={<div className="late skeleton h-40" />}>
          {(articles) => {
            const found = articles.filter(({ id }) => id !== articleId);
            const others = found.filter((other) => mayStay.includes(other.status)).slice(0, SHOWN);
            const drafts = found.filter((other) => !mayStay.includes(other.status)).length;
            return others.length === 0 ? (
              <p className="py-3 text-soft">{nothingFound(keywords, drafts)}</p>
            ) : (
              <ul className="divide-y divide-rule">
                {others.map((article) => (
                  <FoundArticle key={article.id} article={article} onChoose={onChoose} />
                ))}
              </ul>
            );
          }}
        </QueryView>
      </div>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </>
  );
}

const FoundArticle = ({ article, onChoose }: { article: Article; onChoose: (article: Article) => void }) => (
  <li>
    <button
      type="button"
      className="w-full rounded-box px-2 py-2.5 text-left hover:bg-sunken"
      onClick={() => onChoose(article)}
    >
      <span dir="auto" className="block font-serif text-17">
        {article.title}
      </span>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-3 text-13 text-faint">
        {formatChannel(article.sourceChannel)}
        {!READ_BY_ALL.includes(article.status) && <StatusBadge status={article.status} />}
      </span>
    </button>
  </li>
);
