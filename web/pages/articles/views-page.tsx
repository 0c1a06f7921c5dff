import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { Page } from "../../components/page.tsx";
import { ArticleViews } from "./article-views.tsx";
import { BulkReport } from "./bulk-report.tsx";

const Inbox = lazy(() => import("../inbox/inbox.tsx"));
const Review = lazy(() => import("../inbox/review/review.tsx"));
const Categories = lazy(() => import("../categories/categories.tsx"));
const Trash = lazy(() => import("../trash/trash.tsx"));

/**
 * The views beside the library, at the same path: the inbox with `view=inbox`, the trash with `view=trash`, and the category
 * tree with `view=categories`.
 */
export default function ViewsPage() {
  const [params] = useSearchParams();
  const view = params.get("view");
  if (view === "trash")
    return (
      <Page title="Trash" description="Removed articles, until they are deleted for good.">
        <ArticleViews />
        <BulkReport />
        <Suspense fallback={<div className="late skeleton h-96" />}>
          <Trash />
        </Suspense>
      </Page>
    );
  if (view === "categories")
    return (
      <Page title="Categories" description="The tree that articles are sorted into.">
        <ArticleViews />
        <Suspense fallback={<div className="late skeleton h-96" />}>
          <Categories />
        </Suspense>
      </Page>
    );
  if (params.has("item"))
    return (
      <Suspense fallback={<div className="late skeleton h-96" />}>
        <Review />
      </Suspense>
    );
  return (
    <Page title="Inbox" description="Decisions that need a person" isShortOnPhone>
      <ArticleViews />
      <Suspense fallback={<div className="late skeleton h-96" />}>
        <Inbox />
      </Suspense>
    </Page>
  );
}
