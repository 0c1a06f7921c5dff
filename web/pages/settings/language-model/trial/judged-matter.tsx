import { CircleAlert, CircleCheck, CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Judgement, TrialMatter } from "../../../../../shared/contract/model-trials.ts";
import { parseInline } from "../../../../../shared/markdown/parse-inline.ts";
import { InlineText } from "../../../../components/inline-text.tsx";
import { formatMessageTime } from "../../../../lib/format.ts";
import { formatPrice } from "../../../../lib/model-cost.ts";
import { Button } from "../../../../ui/button.tsx";

interface JudgedMatterProps {
  matter: TrialMatter;
  onJudge: (judgement: Judgement) => void;
  pager: ReactNode;
}

const CHOICES = [
  { judgement: "keep", label: "I would keep this" },
  { judgement: "edit", label: "Needs an edit" },
  { judgement: "no", label: "No" },
] as const;

/** Shows an article beside its source messages, with the buttons to judge it. */
export function JudgedMatter({ matter, onJudge, pager }: JudgedMatterProps) {
  const { articles, messages, judgement, dollars, seconds, articleId } = matter;
  return (
    <section aria-label="Article and messages" className="border-t border-ink/80 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {pager}
        <span className="text-13 text-soft tabular-nums">
          {dollars > 0 ? formatPrice(dollars) : "free"} · {seconds} s
        </span>
      </div>
      <div className="grid gap-x-10 gap-y-8 pt-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          {articles.map((article) => (
            <Article key={article.title} article={article} />
          ))}
          {articleId && (
            <p className="pt-4 text-13">
              <Link to={`/articles/${articleId}`} className="text-link">
                Open the article in the library
              </Link>
            </p>
          )}
        </div>
        <div className="min-w-0">
          <h3 className="text-13 font-medium text-soft">Messages</h3>
          <ol className="mt-2 divide-y divide-rule border-y border-rule">
            {messages.map(({ id, by, at, text }) => (
              <li key={id} className="py-2.5">
                <p className="text-13 text-soft">
                  <bdi className="font-medium text-ink">{by}</bdi> · {formatMessageTime(at)}
                </p>
                <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                  {text}
                </p>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <fieldset className="sticky bottom-0 mt-6 flex flex-wrap gap-2 border-t border-rule bg-paper py-4 sm:gap-3">
        <legend className="sr-only">Would you keep this article?</legend>
        {CHOICES.map((choice, place) => (
          <Button
            key={choice.judgement}
            className="max-sm:px-2.5 max-sm:text-13"
            look={judgement === choice.judgement ? "primary" : "plain"}
            aria-pressed={judgement === choice.judgement}
            onClick={() => onJudge(choice.judgement)}
          >
            {choice.label}
            <kbd aria-hidden="true" className="font-mono text-12 opacity-80 max-sm:hidden [@media(hover:none)]:hidden">
              {place + 1}
            </kbd>
          </Button>
        ))}
      </fieldset>
    </section>
  );
}

type Article = TrialMatter["articles"][number];
type Statement = Article["sections"][number]["statements"][number];

function Article({ article: { title, sections, leftOut } }: { article: Article }) {
  return (
    <article className="not-first:mt-8">
      <h2 dir="auto" className="font-serif text-24 font-medium wrap-anywhere">
        {title}
      </h2>
      {sections.map((section, place) => (
        <div key={place} className="pt-3">
          {section.heading && <h3 className="pb-1 font-semibold">{section.heading}</h3>}
          <ul className="space-y-2">
            {section.statements.map((statement, at) => (
              <Checked key={at} statement={statement} />
            ))}
          </ul>
        </div>
      ))}
      {leftOut.length > 0 && (
        <div className="pt-5 text-13">
          <h3 className="font-medium text-soft">Left out by the checker</h3>
          <ul className="mt-1 space-y-1.5 text-soft">
            {leftOut.map(({ text, why }) => (
              <li key={text} className="wrap-anywhere">
                <s>{text}</s>
                {why && <span className="block">{why}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </article>
  );
}

const VERDICTS = {
  yes: { Icon: CircleCheck, label: "Supported by the messages", color: "text-done" },
  partly: { Icon: CircleAlert, label: "Partly supported", color: "text-busy" },
  no: { Icon: CircleAlert, label: "Not supported", color: "text-wrong" },
  none: { Icon: CircleHelp, label: "Mended by the checker, not read again", color: "text-faint" },
} as const;

function Checked({ statement: { form, text, verdict, why } }: { statement: Statement }) {
  const { Icon, label, color } = VERDICTS[verdict ?? "none"];
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3">
      <Icon className={`mt-1 size-4 ${color}`} aria-label={label} />
      <div className="min-w-0">
        {form === "code" ? (
          <pre className="rounded-box bg-sunken p-3 text-13 whitespace-pre-wrap wrap-anywhere">{text}</pre>
        ) : (
          <p dir="auto" className="text-pretty wrap-anywhere">
            <InlineText inline={parseInline(text)} />
          </p>
        )}
        {verdict !== "yes" && (
          <p className="text-13 text-soft wrap-anywhere">
            {label}
            {why && `: ${why}`}
          </p>
        )}
      </div>
    </li>
  );
}
