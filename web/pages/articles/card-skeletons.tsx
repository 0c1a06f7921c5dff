import type { ArticleLayout } from "./article-layout.ts";

interface CardSkeletonsProps {
  count: number;
  look?: ArticleLayout;
}

export function CardSkeletons({ count, look = "cards" }: CardSkeletonsProps) {
  if (look === "list")
    return (
      <output aria-label="Loading articles" className="mt-4 block divide-y divide-rule border-y border-rule">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} data-skeleton="article" className="flex min-h-14 items-center gap-4 py-2">
            <div className="skeleton h-6 flex-1" />
            <div className="skeleton h-5 w-24" />
          </div>
        ))}
      </output>
    );
  return (
    <output aria-label="Loading articles" className="mt-4 grid gap-5 md:grid-cols-2 2xl:grid-cols-3">
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          data-skeleton="article"
          className="flex h-80 flex-col gap-3 rounded-box border border-rule p-5"
        >
          <div className="skeleton h-5 w-24" />
          <div className="skeleton h-7 w-4/5" />
          <div className="skeleton h-20" />
          <div className="skeleton mt-auto h-5 w-2/3" />
        </div>
      ))}
    </output>
  );
}
