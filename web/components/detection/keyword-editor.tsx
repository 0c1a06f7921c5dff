import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

interface KeywordEditorProps {
  keywords: string[];
  onChange: (keywords: string[]) => void;
}

/** Adds a trimmed keyword. Ignores blank and existing keywords. */
export function addKeyword(keywords: string[], typed: string): string[] {
  const keyword = typed.trim();
  return keyword === "" || keywords.includes(keyword) ? keywords : [...keywords, keyword];
}

export function KeywordEditor({ keywords, onChange }: KeywordEditorProps) {
  const [typed, setTyped] = useState("");
  const add = () => {
    onChange(addKeyword(keywords, typed));
    setTyped("");
  };
  return (
    <div className="flex flex-col gap-2.5">
      <Field label="Detection keywords" help="Messages with one of these words are more likely to become articles.">
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              className="field-box"
              placeholder="Add a keyword"
              maxLength={100}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                add();
              }}
            />
            <Button size="icon" aria-label="Add keyword" onClick={add}>
              <Plus className="size-4" aria-hidden="true" />
            </Button>
          </div>
        )}
      </Field>
      <ul className="flex flex-wrap gap-2 pointer-coarse:gap-y-4" aria-label="Keywords">
        {keywords.map((keyword) => (
          <li
            key={keyword}
            className="flex min-h-7 max-w-full items-center rounded-box border border-rule bg-raised pl-2.5 text-13"
          >
            <span className="truncate">{keyword}</span>
            <button
              type="button"
              aria-label={`Remove ${keyword}`}
              className="touch grid size-7 shrink-0 place-items-center text-faint hover:text-ink"
              onClick={() => onChange(keywords.filter((other) => other !== keyword))}
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
