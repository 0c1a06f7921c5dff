import { ArrowUpRight } from "lucide-react";
import type { AnswerPage } from "../../../shared/contract/ask.ts";
import { RelativeTime } from "../moment.tsx";
import { Warning } from "./sentences.tsx";

/** Passages of the company's wiki, each page with its headings, last change and link. */
export function WikiPages({ pages }: { pages: AnswerPage[] }) {
  return (
    <section aria-label="Pages of your wiki" className="mt-6">
      <h3 className="text-13 font-medium text-soft">From pages of your wiki</h3>
      <ul className="mt-3 flex flex-col gap-5">
        {pages.map(({ id, title, url, editedAt, editedBy, passages }) => (
          <li key={id} className="border-l-2 border-rule pl-4">
            {passages.map(({ headings, form, text, otherwise }, place) => (
              <div key={`${place} ${text}`} className="not-first:mt-2">
                {headings.length > 0 && headings.join() !== passages[place - 1]?.headings.join() && (
                  <p className="text-13 text-soft wrap-anywhere">{headings.join(" › ")}</p>
                )}
                {form === "code" ? (
                  <pre className="overflow-x-auto rounded-box bg-sunken p-3 text-13">
                    <code>{text}</code>
                  </pre>
                ) : (
                  <p dir="auto" className="wrap-anywhere">
                    {text}
                  </p>
                )}
                {otherwise.map((said) => (
                  <Warning key={`${said.source} ${said.at} ${said.text}`}>
                    {said.url ? (
                      <a href={said.url} target="_blank" rel="noopener noreferrer" className="text-link">
                        {said.source}
                      </a>
                    ) : (
                      said.source
                    )}{" "}
                    says otherwise, <RelativeTime at={said.at} />: “{said.text}”
                  </Warning>
                ))}
              </div>
            ))}
            <p className="mt-1 text-13 text-soft wrap-anywhere">
              {url === "" ? (
                title
              ) : (
                <a href={url} target="_blank" rel="noopener noreferrer" className="text-link">
                  {title}
                  <ArrowUpRight className="inline size-3" aria-label="(opens the page)" />
                </a>
              )}
              {editedAt && (
                <>
                  , changed <RelativeTime at={editedAt} />
                  {editedBy && ` by ${editedBy}`}
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
