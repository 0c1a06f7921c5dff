import { Link } from "react-router";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { ArticleFiltering } from "./use-article-filters.ts";

export default function NoArticles({ filtering }: { filtering: ArticleFiltering }) {
  if (filtering.count > 0)
    return (
      <EmptyState
        title="No articles match your filters"
        action={<Button onClick={filtering.clear}>Clear all filters</Button>}
      >
        Use fewer words or remove a filter.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No articles found"
      action={
        <Link to="/channels" className={getButtonClass({ look: "primary" })}>
          Open Collaboration Tools
        </Link>
      }
    >
      Connect a chat and choose channels, or drop an export there.
    </EmptyState>
  );
}
