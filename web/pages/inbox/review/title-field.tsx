import { type FormEvent, useId, useState } from "react";
import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import { TITLE_CHARACTERS } from "../../../../shared/domain/article.ts";
import { useSaveArticle } from "../../../api/editing.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { withTitle } from "../../article/editor/with-title.ts";

interface TitleFieldProps {
  article: ArticlePage;
  suggested: readonly string[];
}

/** Asks for another title where the article's tells one case: nobody would find it under that. */
export default function TitleField({ article, suggested }: TitleFieldProps) {
  const id = useId();
  const [title, setTitle] = useState(article.title);
  const { mutate, isPending } = useSaveArticle(article.id);
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate(withTitle(article, title), {
      onSuccess: () => showToast({ title: "Title saved", text: title }),
      onError: () => showToast({ title: "Not saved", text: "Please try again.", tone: "destructive" }),
    });
  };
  return (
    <form onSubmit={save} className="mt-4 max-w-2xl rounded-box border border-rule bg-sunken p-4">
      <label htmlFor={id} className="text-13 font-medium">
        Needs a title <span className="font-normal text-soft">that a colleague would search for</span>
      </label>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          id={id}
          className="field-box min-w-0 flex-1 basis-60"
          required
          maxLength={TITLE_CHARACTERS}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Button type="submit" disabled={isPending || title.trim() === article.title}>
          Save title
        </Button>
      </div>
      {suggested.length > 0 && (
        <ul aria-label="Suggested titles" className="mt-2 flex flex-wrap gap-2">
          {suggested.map((one) => (
            <li key={one}>
              <Button size="small" className="text-left whitespace-normal" onClick={() => setTitle(one)}>
                {one}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
