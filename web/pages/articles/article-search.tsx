import { clsx } from "clsx";
import { Bookmark, MessageCircleQuestionMark, Search, SlidersHorizontal } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { looksLikeQuestion } from "../../lib/reads-like-question.ts";
import { Button } from "../../ui/button.tsx";
import { LayoutSwitch } from "./layout-switch.tsx";
import type { ArticleFiltering } from "./use-article-filters.ts";

const SmartFilters = lazy(() => import("./smart-filters.tsx"));
const SavedViews = lazy(() => import("./saved-views.tsx"));

interface ArticleSearchProps {
  filtering: ArticleFiltering;
  /** The number of articles that match the filters; missing without filters, and until it is known. */
  found: number | undefined;
}

export function ArticleSearch({ filtering, found }: ArticleSearchProps) {
  const [open, setOpen] = useState<"filters" | "views" | null>(null);
  const typed = filtering.typed.trim();
  // The number of filters besides the search text, which is visible beside the button.
  const chosen = filtering.count - Number(filtering.filters.keywords !== undefined);
  const isQuestion = typed !== "" && looksLikeQuestion(typed, true);
  const toggle = (panel: "filters" | "views") => setOpen(open === panel ? null : panel);
  return (
    <div className="pt-2 pb-2 md:pt-8 md:pb-4">
      <div className="flex gap-3 max-sm:flex-wrap max-sm:gap-y-2">
        {/* On a phone the open panel has the same field. */}
        <div className={clsx("relative flex-1 max-sm:basis-full", open === "filters" && "max-sm:hidden")}>
          <Search className="absolute top-3 left-3 size-4 text-faint" aria-hidden="true" />
          <input
            type="search"
            aria-label="Search articles"
            placeholder="Search by keywords, content, or topics..."
            maxLength={200}
            className="field-box pl-9! text-ellipsis"
            value={filtering.typed}
            onChange={(event) => filtering.type(event.target.value)}
            onKeyDown={({ key }) => key === "Enter" && isQuestion && filtering.ask(typed)}
          />
        </div>
        <Button aria-expanded={open === "filters"} aria-controls="smart-filters" onClick={() => toggle("filters")}>
          <SlidersHorizontal className="size-4" aria-hidden="true" />
          Filters
          {chosen > 0 && (
            <span className="rounded-full bg-accent px-1.5 text-12 text-on-accent tabular-nums">{chosen}</span>
          )}
        </Button>
        <Button aria-expanded={open === "views"} aria-controls="saved-views" onClick={() => toggle("views")}>
          <Bookmark className="size-4" aria-hidden="true" />
          <span className="max-[400px]:sr-only">Views</span>
        </Button>
        <LayoutSwitch />
      </div>
      {isQuestion && filtering.asked?.question !== typed && (
        <p className="pt-3">
          <Button size="small" className="max-w-full" onClick={() => filtering.ask(typed)}>
            <MessageCircleQuestionMark className="size-4 shrink-0" aria-hidden="true" />
            <span className="truncate">Ask “{typed}”</span>
          </Button>
        </p>
      )}
      {open && (
        <Suspense fallback={<div className="late skeleton mt-4 h-56" />}>
          {open === "filters" ? (
            <SmartFilters filtering={filtering} found={found} onClose={() => setOpen(null)} />
          ) : (
            <SavedViews />
          )}
        </Suspense>
      )}
    </div>
  );
}
