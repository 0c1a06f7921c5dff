import { type ReactNode, useId, useState } from "react";
import { useNavigate } from "react-router";
import type { Article, ArticlePage } from "../../../shared/contract/articles.ts";
import { useSomeArticles } from "../../api/articles.ts";
import { useMergeArticle } from "../../api/canonical.ts";
import { InlineText } from "../../components/inline-text.tsx";
import { formatChannel } from "../../lib/format.ts";
import { useRested } from "../../lib/use-rested.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { SaveProblem } from "../../ui/save-problem.tsx";
import type { Statement } from "./statement-runs.ts";
import { useUndoToast } from "./use-undo-toast.ts";

const TYPING_DELAY_MS = 300;
const SHOWN = 6;
/** The dialog says itself what went wrong. */
const stayOpen = () => undefined;

/** Finds the article this one belongs to, shows what would happen, and does it. */
export default function MergeDialog({ article, onClose }: { article: ArticlePage; onClose: () => void }) {
  const id = useId();
  const [into, setInto] = useState<Article | null>(null);
  const [taken, setTaken] = useState<ReadonlySet<number>>(() => substanceOf(article));
  const merge = useMergeArticle(article.id);
  const navigate = useNavigate();
  const tell = useUndoToast(article.id);
  const submit = async (target: Article) => {
    const statements = [...taken].sort((a, b) => a - b);
    const { message, undo } = await merge.mutateAsync({ into: target.id, ...(taken.size > 0 && { statements }) });
    onClose();
    tell("Merged", message, undo);
    await navigate(`/articles/${target.id}`);
  };
  return (
    <Modal
      open
      onClose={onClose}
      labelledBy={`${id}-title`}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-2xl overflow-y-auto rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <h2 id={`${id}-title`} className="font-serif text-24">
        {into ? "Merge these two?" : "Merge with another article"}
      </h2>
      {into ? (
        <>
          <p className="mt-2 text-soft">
            This article’s conversations move to the other. Links to this article lead to the other one. You can undo it
            for a day.
          </p>
          <dl className="mt-4 divide-y divide-rule border-y border-rule">
            <Side name="This article" title={article.title} summary={article.summary} />
            <Side name="Becomes part of" title={into.title} summary={into.summary} />
          </dl>
          <TakeOver article={article} taken={taken} onChange={setTaken} />
          <SaveProblem error={merge.error} />
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button onClick={() => setInto(null)}>Choose another</Button>
            <Button look="primary" disabled={merge.isPending} onClick={() => void submit(into).catch(stayOpen)}>
              {merge.isPending ? "Merging..." : "Merge"}
            </Button>
          </div>
        </>
      ) : (
        <Finder articleId={article.id} onChoose={setInto} onClose={onClose} />
      )}
    </Modal>
  );
}

interface FinderProps {
  articleId: string;
  onChoose: (article: Article) => void;
  onClose: () => void;
}

function Finder({ articleId, onChoose, onClose }: FinderProps) {
  const [typed, setTyped] = useState("");
  const keywords = useRested(typed.trim(), TYPING_DELAY_MS);
  // This article itself may be among them.
  const found = useSomeArticles(keywords, SHOWN + 1);
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
            const others = articles.filter(({ id }) => id !== articleId).slice(0, SHOWN);
            return others.length === 0 ? (
              <p className="py-3 text-soft">No other article matches.</p>
            ) : (
              <ul className="divide-y divide-rule">
                {others.map((article) => (
                  <li key={article.id}>
                    <button
                      type="button"
                      className="w-full rounded-box px-2 py-2.5 text-left hover:bg-sunken"
                      onClick={() => onChoose(article)}
                    >
                      <span dir="auto" className="block font-serif text-17">
                        {article.title}
                      </span>
                      <span className="block text-13 text-faint">{formatChannel(article.sourceChannel)}</span>
                    </button>
                  </li>
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

function Side({ name, title, summary }: { name: string; title: string; summary: string }) {
  return (
    <div className="py-3">
      <dt className="text-13 text-faint">{name}</dt>
      <dd dir="auto" className="font-serif text-17 font-medium wrap-anywhere">
        {title}
      </dd>
      <dd dir="auto" className="line-clamp-2 text-soft">
        {summary}
      </dd>
    </div>
  );
}

interface TakeOverProps {
  article: ArticlePage;
  taken: ReadonlySet<number>;
  onChange: (taken: ReadonlySet<number>) => void;
}

/** Parts that ask or set the scene: the other article has its own. */
const SETTING: readonly string[] = ["question", "context", "symptom"];

/** Counted in reading order, the summary first. */
const statementsOf = (article: ArticlePage): Statement[] => [
  ...article.summaryStatements,
  ...article.sections.flatMap((section) => section.statements),
];

/** What would be lost if nobody looked: all that the article says, once. */
function substanceOf(article: ArticlePage): ReadonlySet<number> {
  const roles = [
    ...article.summaryStatements.map(() => "summary"),
    ...article.sections.flatMap(({ role, statements }) => statements.map(() => role as string)),
  ];
  const said = article.sections.flatMap(({ statements }) => statements.map(({ text }) => text));
  return new Set(
    statementsOf(article).flatMap(({ text, hand }, place) => {
      const role = roles[place] ?? "";
      const isRepeated = role === "summary" && said.includes(text);
      // A person's words are never left out in silence.
      if (hand) return [place];
      return isRepeated || SETTING.includes(role) ? [] : [place];
    }),
  );
}

function TakeOver({ article, taken, onChange }: TakeOverProps) {
  const statements = statementsOf(article);
  const toggle = (index: number) => {
    const next = new Set(taken);
    if (!next.delete(index)) next.add(index);
    onChange(next);
  };
  return (
    <details className="mt-4" open>
      <summary className="font-medium pointer-coarse:py-2.5">
        Sentences to take over ({taken.size} of {statements.length})
      </summary>
      <p className="mt-1 text-13 text-soft">
        Sentences that the other article already has are not repeated. Those you leave out stay in the history of this
        one.
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {statements.map((statement, index) => (
          <li key={index}>
            <Choice isChosen={taken.has(index)} onToggle={() => toggle(index)}>
              {statement.form === "code" ? (
                <code className="font-mono text-13 whitespace-pre-wrap">{statement.text}</code>
              ) : (
                <InlineText
                  inline={statement.inline.map((token) => (token.type === "link" ? plainLink(token) : token))}
                />
              )}
            </Choice>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A link inside a label would be pressed instead of it. */
const plainLink = (token: Extract<Statement["inline"][number], { type: "link" }>) => ({
  type: "emphasis" as const,
  children: token.children,
});

interface ChoiceProps {
  isChosen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Choice({ isChosen, onToggle, children }: ChoiceProps) {
  return (
    <label className="grid min-h-8 cursor-pointer pointer-coarse:min-h-11 pointer-coarse:py-2.5 grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-box px-2 py-1 hover:bg-sunken">
      <input type="checkbox" className="mt-1 size-4 accent-accent" checked={isChosen} onChange={onToggle} />
      <span dir="auto" className="wrap-anywhere">
        {children}
      </span>
    </label>
  );
}
