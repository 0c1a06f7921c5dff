import { ArrowUpRight } from "lucide-react";
import type { AnswerPage, CitedPassage } from "../../../shared/contract/ask.ts";
import { formatPassageLabel } from "../../../shared/domain/ask.ts";
import { RelativeTime } from "../moment.tsx";
import { PageConfirmationNote } from "../page-confirmed.tsx";
import { Warning } from "./sentences.tsx";

/** The anchor of a passage, to which a claim's label links. */
export const getPassageId = (passage: CitedPassage) => `passage-${formatPassageLabel(passage)}`;

interface WikiPagesProps {
  pages: AnswerPage[];
  /** Whether to label the passages, because the answer above cites them by label. */
  areSources: boolean;
  onOpen: (pageId: string) => void;
}

/** Passages of the company's wiki, each page with its headings, last change and link. */
export function WikiPages({ pages, areSources, onOpen }: WikiPagesProps) {
  return (
    <section aria-label="Pages of your wiki" className="mt-6">
      <h3 className="text-13 font-medium text-soft">From pages of your wiki</h3>
      <ul className="mt-3 flex flex-col gap-5">
        {pages.map(({ id, title, url, editedAt, editedBy, confirmed, passages }, page) => (
          <li key={id} className="border-l-2 border-rule pl-4">
            {passages.map((passage, place) => (
              <Passage
                key={`${place} ${passage.text}`}
                passage={passage}
                onOpen={() => onOpen(id)}
                isUnderSameHeading={passage.headings.join() === passages[place - 1]?.headings.join()}
                cited={areSources ? { page, passage: place } : null}
              />
            ))}
            <p className="mt-1 text-13 text-soft wrap-anywhere">
              {url === "" ? (
                title
              ) : (
                <a
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="text-link"
                  onClick={() => onOpen(id)}
                  onAuxClick={() => onOpen(id)}
                >
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
            {confirmed && <PageConfirmationNote confirmed={confirmed} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PassageProps {
  passage: AnswerPage["passages"][number];
  onOpen: () => void;
  isUnderSameHeading: boolean;
  cited: CitedPassage | null;
}

function Passage({ passage, onOpen, isUnderSameHeading, cited }: PassageProps) {
  const { headings, form, text, url, otherwise } = passage;
  const place = headings.join(" › ");
  const mark = cited && <span className="text-13 text-soft">[{formatPassageLabel(cited)}] </span>;
  return (
    <div id={cited ? getPassageId(cited) : undefined} tabIndex={cited ? -1 : undefined} className="not-first:mt-2">
      {headings.length > 0 && !isUnderSameHeading && (
        <p className="text-13 text-soft wrap-anywhere">
          {url ? (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="text-link"
              onClick={onOpen}
              onAuxClick={onOpen}
            >
              {place}
              <ArrowUpRight className="inline size-3" aria-label="(opens the place on the page)" />
            </a>
          ) : (
            place
          )}
        </p>
      )}
      {form === "code" ? (
        <>
          {mark}
          <pre className="overflow-x-auto rounded-box bg-sunken p-3 text-13">
            <code>{text}</code>
          </pre>
        </>
      ) : (
        <p dir="auto" className="wrap-anywhere">
          {mark}
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
  );
}
