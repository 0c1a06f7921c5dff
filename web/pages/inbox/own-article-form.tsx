import { type FormEvent, useEffect, useRef, useState } from "react";
import { TITLE_CHARACTERS } from "../../../shared/domain/article.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

interface OwnArticleFormProps {
  /** The suggested title: that of an article made from this conversation alone. */
  title: string;
  onMake: (title: string) => void;
  onCancel: () => void;
}

/** Asks for the title of the article that a proposal becomes. */
export function OwnArticleForm({ title: suggested, onMake, onCancel }: OwnArticleFormProps) {
  const [title, setTitle] = useState(suggested);
  const [isTried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.select();
    // Below a long proposal the form opens outside the window.
    input.current?.scrollIntoView({ block: "center" });
  }, []);
  const make = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (title.trim()) onMake(title.trim());
  };
  return (
    <form noValidate onSubmit={make} className="appear mt-4 flex max-w-[70ch] flex-col gap-4">
      <Field label="Title of the new article" required error={isTried && !title.trim() ? "Enter a title." : undefined}>
        {(control) => (
          <input
            {...control}
            ref={input}
            className="field-box"
            maxLength={TITLE_CHARACTERS}
            value={title}
            onKeyDown={(event) => event.key === "Escape" && onCancel()}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" look="primary" size="small">
          Make the article
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
