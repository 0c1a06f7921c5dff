import type { ReactNode } from "react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { articleAudienceWords } from "../../lib/audience.ts";
import { formatItems, formatShare } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { OwnerChoice } from "./owner-choice.tsx";
import { PublicationRow } from "./publication-row.tsx";
import { VersionHistory } from "./version-history.tsx";

const ENGINE_NAMES = { local: "the local engine", llm: "a language model" };

/** The colophon: why there is an article, what was taken out of it, where it stands, how it came to be as it is. */
export function AboutArticle({ article }: { article: ArticlePage }) {
  const stands = (article.standing ?? "stands") === "stands";
  return (
    <footer className="colophon">
      <Part title="Why this is an article">
        <p className="text-soft">
          Written by {ENGINE_NAMES[article.engine]} with {formatShare(article.confidence)} confidence, from{" "}
          {formatItems(article.sources.length, "message")}.
        </p>
        <ul className="mt-2 list-disc pl-5 text-soft marker:text-faint">
          {article.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Part>
      {article.redactions.length > 0 && (
        <Part title="Redacted">
          <p className="text-soft">
            {article.redactions.map(({ what, count }) => `${count} × ${what}`).join(", ")}. Neither the article nor a
            published page holds them.
          </p>
        </Part>
      )}
      <Part title="Who reads it">
        <p className="text-soft">{articleAudienceWords(article.audience)}</p>
      </Part>
      <Part title="Who takes care of it">
        <OwnerChoice article={article} />
      </Part>
      <Part title="Published to">
        {article.publications.length === 0 ? (
          <p className="text-soft">
            {stands ? "In the library. No knowledge platform is connected yet." : "In the library only."}
          </p>
        ) : (
          <ul className="divide-y divide-rule">
            {article.publications.map((publication) => (
              <PublicationRow key={publication.id} articleId={article.id} publication={publication} stands={stands} />
            ))}
          </ul>
        )}
      </Part>
      {article.tags.length + article.keywords.length > 0 && (
        <Part title="Tags and keywords">
          <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
            {article.tags.map((tag) => (
              <li key={tag} className="max-w-full *:block *:max-w-full *:truncate" title={tag}>
                <Badge>{tag}</Badge>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-13 wrap-anywhere text-faint">{article.keywords.join(" · ")}</p>
        </Part>
      )}
      <Part title="History">
        <VersionHistory article={article} />
      </Part>
    </footer>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-2 border-t border-rule py-5 sm:grid-cols-[10rem_1fr]">
      <h2 className="text-15 font-semibold">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
