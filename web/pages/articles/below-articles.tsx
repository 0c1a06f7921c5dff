import { Link } from "react-router";
import type { PageHit } from "../../../shared/contract/ask.ts";
import { PAGE_STATES, useWikiPageSearch } from "../../api/wiki-pages.ts";
import { WikiPageLink } from "../../components/wiki-page-link.tsx";
import { formatDay } from "../../lib/format.ts";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { ArticleFiltering } from "./use-article-filters.ts";

const SHOWN_PAGES = 5;

interface ArticleListFooterProps {
  filtering: ArticleFiltering;
  isEmpty: boolean;
}

/** Stands below the list: says that it is empty, and lists pages of the wiki that have the typed words. */
export default function ArticleListFooter({ filtering, isEmpty }: ArticleListFooterProps) {
  return (
    <>
      {isEmpty && <NoArticles filtering={filtering} />}
      <WikiHits keywords={filtering.filters.keywords ?? ""} />
    </>
  );
}

function NoArticles({ filtering: { filters, count, clear } }: { filtering: ArticleFiltering }) {
  const { keywords } = filters;
  const isSearch = keywords && count === 1;
  if (count > 0 && !isSearch)
    return (
      <EmptyState title="No articles match your filters" action={<Button onClick={clear}>Clear all filters</Button>}>
        Use fewer words or remove a filter.
      </EmptyState>
    );
  return (
    <EmptyState
      title={isSearch ? `No article contains “${keywords}”` : "No articles found"}
      action={
        <Link
          to={isSearch ? `/ask?${new URLSearchParams({ q: keywords })}` : "/channels"}
          className={getButtonClass({ look: "primary" })}
        >
          {isSearch ? "Ask instead" : "Open Collaboration Tools"}
        </Link>
      }
    >
      {!isSearch && "Connect a chat and choose channels, or drop an export there."}
    </EmptyState>
  );
}

function WikiHits({ keywords }: { keywords: string }) {
  const pages = useWikiPageSearch(keywords, SHOWN_PAGES).data ?? [];
  if (pages.length === 0) return null;
  return (
    <section aria-labelledby="in-your-wiki" className="mt-8">
      <h2 id="in-your-wiki" className="text-13 font-medium text-soft">
        In your wiki
      </h2>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {pages.map((page) => (
          <li key={page.id} className="py-2.5">
            <WikiPageLink page={page} className="font-medium" />
            <p className="text-13 text-soft">{describe(page)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const describe = ({ editedAt, state }: PageHit) =>
  [editedAt && `Changed on ${formatDay(editedAt)}`, state && PAGE_STATES[state]].filter(Boolean).join(" · ");
