import { useState } from "react";
import { Link } from "react-router";
import type { Article } from "../../../../shared/contract/articles.ts";
import type { PlainTextArticle } from "../../../../shared/contract/writing.ts";
import { useTopArticles } from "../../../api/articles.ts";
import { usePreviewWriting, useWritingExamples, type WritingValues } from "../../../api/writing.ts";
import { Permitted, useCan } from "../../../components/permissions.tsx";
import { Section } from "../../../components/section.tsx";
import { formatApproximatePrice } from "../../../lib/model-cost.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";

const RECENT = 20;

interface PreviewProps {
  values: WritingValues;
  isValid: boolean;
}

/** Shows one article as it is, and as the model would write it with the typed settings. Saves nothing. */
export function WritingPreview({ values, isValid }: PreviewProps) {
  const may = useCan();
  const { data } = useWritingExamples();
  const articles = useTopArticles("", RECENT).data ?? [];
  return (
    <Section title="Preview">
      {data?.model == null ? (
        <p className="max-w-[65ch] pt-4 text-pretty text-soft">
          A preview needs a language model, and none is set up. Without one, articles are saved in the words of the
          chat.{" "}
          {may("change", "language-model") && (
            <Link to="/settings/language-model" className="text-link">
              Choose a language model
            </Link>
          )}
        </p>
      ) : articles.length === 0 ? (
        <p className="pt-4 text-soft">There is no article yet to try it on.</p>
      ) : (
        <Permitted change="settings">
          <TryIt values={values} isValid={isValid} articles={articles} price={formatApproximatePrice(data.dollars)} />
        </Permitted>
      )}
    </Section>
  );
}

interface TryItProps extends PreviewProps {
  articles: readonly Pick<Article, "id" | "title">[];
  price: string | null;
}

function TryIt({ values, isValid, articles, price }: TryItProps) {
  const [chosen, setChosen] = useState("");
  const preview = usePreviewWriting();
  const articleId = chosen || articles[0]?.id;
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Field label="Try it on an article" help="It is written once more, as you typed above. Nothing is saved.">
        {(control) => (
          <select
            {...control}
            className="field-box w-full"
            value={articleId}
            onChange={({ target }) => setChosen(target.value)}
          >
            {articles.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-soft">
        <Button
          disabled={!isValid || !articleId || preview.isPending}
          onClick={() => articleId && preview.mutate({ ...values, articleId })}
        >
          {preview.isPending ? "Writing…" : "Show a preview"}
        </Button>
        {price && `Costs ${price}.`}
      </p>
      <SaveError error={preview.error} />
      {preview.data && (
        <div className="grid gap-4 md:grid-cols-2">
          <Reading title="Now" reading={preview.data.before} />
          <Reading title="With this style" reading={preview.data.after} />
        </div>
      )}
    </div>
  );
}

function Reading({ title, reading }: { title: string; reading: PlainTextArticle }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-box border border-rule bg-raised p-4 wrap-anywhere">
      <p className="text-13 text-soft">{title}</p>
      <h3 dir="auto" className="mt-1 font-serif text-19 font-medium">
        {reading.title}
      </h3>
      <p dir="auto" className="mt-2">
        {reading.summary}
      </p>
      {reading.sections.map(({ heading, text }) => (
        <div key={`${heading} ${text.slice(0, 40)}`} dir="auto" className="mt-3">
          {heading && <h4 className="font-semibold">{heading}</h4>}
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}
