import { useState } from "react";
import type { ListedWikiPage, WikiPageState } from "../../../shared/contract/wiki.ts";
import { useListedPages } from "../../api/wiki-settings.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { WikiPageLink } from "../../components/wiki-page-link.tsx";
import { formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";

const STATES: Record<WikiPageState, string> = {
  read: "Read",
  waiting: "Waits to be read",
  cut: "Read in part: it is longer than 200,000 characters or 2,000 passages",
  restricted: "Restricted, not read: fewer people may open it",
  unreadable: "Not readable",
  ours: "Published from an article",
};
const FILTERS: [WikiPageState, string][] = [
  ["read", "Read"],
  ["waiting", "Waiting"],
  ["cut", "Read in part"],
  ["restricted", "Restricted"],
  ["unreadable", "Not readable"],
];

/** Which pages are read, and why another one is not. Pages published from articles are folded below. */
export default function ListedPages({ integrationId }: { integrationId: string }) {
  const [state, setState] = useState<WikiPageState | null>(null);
  const ours = useListedPages(integrationId, "ours");
  const published = ours.data?.pages.at(-1)?.total ?? 0;
  return (
    <section aria-label="Pages" className="flex flex-col gap-3">
      <Field label="Show">
        {(attributes) => (
          <select
            {...attributes}
            className="field-box"
            value={state ?? ""}
            onChange={({ target }) => setState(FILTERS.find(([name]) => name === target.value)?.[0] ?? null)}
          >
            <option value="">All pages that people wrote</option>
            {FILTERS.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <PagesIn listed={useListedPages(integrationId, state)} />
      {published > 0 && (
        <details>
          <summary className="touch w-fit cursor-pointer text-13 text-link">
            {formatItems(published, "page")} published from articles
          </summary>
          <PagesIn listed={ours} />
        </details>
      )}
    </section>
  );
}

function PagesIn({ listed }: { listed: ReturnType<typeof useListedPages> }) {
  return (
    <QueryView query={listed} loading={<div className="late skeleton h-40" />}>
      {({ pages: portions }) => {
        const pages = portions.flatMap((portion) => portion.pages);
        const total = portions.at(-1)?.total ?? 0;
        return (
          <>
            <p className="text-13 text-soft">{total === 0 ? "No pages." : formatItems(total, "page")}</p>
            <ul className="max-h-96 divide-y divide-rule overflow-y-auto text-13">
              {pages.map((page) => (
                <Listed key={page.id} page={page} />
              ))}
            </ul>
            {listed.hasNextPage && (
              <Button size="small" disabled={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
                Show more
              </Button>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

const Listed = ({ page }: { page: ListedWikiPage }) => (
  <li className="py-2">
    <p>{page.title ? <WikiPageLink page={page} /> : "A page whose title is not stored"}</p>
    <p className="text-soft wrap-anywhere">
      {STATES[page.state]}
      {page.state === "unreadable" && page.reason && `: ${page.reason}`}
      {page.editedAt && (
        <>
          {" · changed "}
          <RelativeTime at={page.editedAt} as="day" />
        </>
      )}
    </p>
  </li>
);
