import { type FormEvent, useEffect, useRef, useState } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import { TITLE_CHARACTERS } from "../../../shared/domain/article.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

/** A draft whose title tells one case: nobody would find the article under it. */
export const needsTitle = (item: InboxItem): boolean => "titles" in item && item.titles !== undefined;

export const TitleNeeded = ({ item }: { item: InboxItem }) =>
  needsTitle(item) && <span className="font-medium text-ink">Needs a title. </span>;

interface TitleFormProps {
  label: string;
  help?: string;
  title: string;
  /** Other titles to choose from. */
  suggested?: readonly string[];
  /** The name of the button that sends the title. */
  submit: string;
  onTitle: (title: string) => void;
  onCancel: () => void;
}

/** Asks for the title of an article, as a part of a decision. */
export function TitleForm({ label, help, title: first, suggested = [], submit, onTitle, onCancel }: TitleFormProps) {
  const [title, setTitle] = useState(first);
  const [isTried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.select();
    // Below a long proposal the form opens outside the window.
    input.current?.scrollIntoView({ block: "center" });
  }, []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (title.trim()) onTitle(title.trim());
  };
  const choose = (one: string) => {
    setTitle(one);
    input.current?.focus();
  };
  return (
    <form noValidate onSubmit={send} className="appear mt-4 flex max-w-[70ch] flex-col gap-4">
      <Field label={label} help={help} required error={isTried && !title.trim() ? "Enter a title." : undefined}>
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
      {suggested.length > 0 && (
        <ul aria-label="Suggested titles" className="-mt-2 flex flex-wrap gap-2">
          {suggested.map((one) => (
            <li key={one}>
              <Button size="small" className="text-left whitespace-normal" onClick={() => choose(one)}>
                {one}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <Button type="submit" look="primary" size="small">
          {submit}
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
