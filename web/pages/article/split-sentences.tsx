import { useState } from "react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { TITLE_CHARACTERS } from "../../../shared/domain/article.ts";
import { useSplitSentences } from "../../api/canonical.ts";
import { InlineText } from "../../components/inline-text.tsx";
import { formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { SaveError } from "../../ui/save-problem.tsx";
import type { ArticleStatement } from "./statement-runs.ts";

type SplitTarget = "own" | "both";

/** The server's answer to a split. */
export type SplitResult = Awaited<ReturnType<ReturnType<typeof useSplitSentences>["mutateAsync"]>>;

interface SplitSentencesProps {
  article: ArticlePage;
  onClose: () => void;
  onSplit: (split: SplitResult) => void;
}

/** Keeps the dialog open after an error, because the dialog shows the error. */
const stayOpen = () => undefined;

/** Lets a person choose the sentences that become a separate article. The others stay. */
export function SplitSentences({ article, onClose, onSplit }: SplitSentencesProps) {
  const [title, setTitle] = useState("");
  const [places, setPlaces] = useState<ReadonlyMap<string, SplitTarget>>(new Map());
  const split = useSplitSentences(article.id);
  const all = [article.summaryStatements, ...article.sections.map(({ statements }) => statements)].flat();
  const stay = all.filter(({ key = "" }) => places.get(key) !== "own").length;
  const put = (key: string, place: SplitTarget | null) => {
    const next = new Map(places);
    if (place) next.set(key, place);
    else next.delete(key);
    setPlaces(next);
  };
  const submit = async () => {
    const sentences = [...places].map(([key, place]) => ({ key, place }));
    onSplit(await split.mutateAsync({ title, sentences, edition: article.edition }));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(stayOpen);
      }}
    >
      <p className="mt-2 text-soft">
        Choose the sentences that go. They keep their sources, and the new article has the same owner, kind, category
        and readers. The others stay here. You can undo it for a day.
      </p>
      <div className="mt-4">
        <Field label="Title of the new article" required>
          {(control) => (
            <input
              {...control}
              className="field-box"
              maxLength={TITLE_CHARACTERS}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Parts article={article} places={places} onPut={put} />
      <SaveError error={split.error} />
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
        <output className="mr-auto text-13 text-soft">
          {stay === 0
            ? "At least one sentence has to stay here."
            : `${formatItems(places.size, "sentence")} in the new article, ${stay} here.`}
        </output>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          disabled={title.trim() === "" || places.size === 0 || stay === 0 || split.isPending}
        >
          {split.isPending ? "Splitting..." : "Split off"}
        </Button>
      </div>
    </form>
  );
}

interface PartsProps {
  article: ArticlePage;
  places: ReadonlyMap<string, SplitTarget>;
  onPut: (key: string, place: SplitTarget | null) => void;
}

function Parts({ article, places, onPut }: PartsProps) {
  const parts = [
    { name: "Summary", statements: article.summaryStatements },
    ...article.sections.map(({ heading, role, statements }) => ({ name: heading ?? nameOf(role), statements })),
  ];
  return parts.map(
    ({ name, statements }, part) =>
      statements.length > 0 && (
        <fieldset key={part} className="mt-4 min-w-0">
          <legend className="text-13 text-faint">{name}</legend>
          <ul className="mt-1 divide-y divide-rule border-y border-rule">
            {statements.map((statement, index) => (
              <SentenceChoice
                key={statement.key ?? index}
                statement={statement}
                place={places.get(statement.key ?? "") ?? null}
                onPut={(place) => onPut(statement.key ?? "", place)}
              />
            ))}
          </ul>
        </fieldset>
      ),
  );
}

const nameOf = (role: string) => `${role.slice(0, 1).toUpperCase()}${role.slice(1)}`;

interface SentenceChoiceProps {
  statement: ArticleStatement;
  place: SplitTarget | null;
  onPut: (place: SplitTarget | null) => void;
}

function SentenceChoice({ statement, place, onPut }: SentenceChoiceProps) {
  return (
    <li className="py-1">
      <label className="grid min-h-8 cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-box px-2 py-1 hover:bg-sunken pointer-coarse:min-h-11 pointer-coarse:py-2.5">
        <input
          type="checkbox"
          className="mt-1 size-4 accent-accent"
          checked={place !== null}
          onChange={() => onPut(place ? null : "own")}
        />
        <span dir="auto" className="wrap-anywhere">
          {statement.form === "code" ? (
            <code className="font-mono text-13 whitespace-pre-wrap">{statement.text}</code>
          ) : (
            <InlineText inline={statement.inline.map((token) => (token.type === "link" ? plainLink(token) : token))} />
          )}
        </span>
      </label>
      {place && (
        <label className="ml-7 flex cursor-pointer items-center gap-x-2.5 rounded-box px-2 py-1 text-13 text-soft hover:bg-sunken pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={place === "both"}
            onChange={() => onPut(place === "both" ? "own" : "both")}
          />
          Keep it here, too<span className="sr-only">: {statement.text}</span>
        </label>
      )}
    </li>
  );
}

/** Replaces links by text, because a link inside a label would take the click. */
const plainLink = (token: Extract<ArticleStatement["inline"][number], { type: "link" }>) => ({
  type: "emphasis" as const,
  children: token.children,
});
