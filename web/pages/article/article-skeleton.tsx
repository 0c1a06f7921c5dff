/** Shows gray lines in place of the article while it loads. */
export function ArticleSkeleton() {
  return (
    <output aria-label="Loading the article" className="late flex max-w-2xl flex-col gap-4 pt-10">
      <div className="skeleton h-12 w-4/5" />
      <div className="skeleton h-5 w-3/5" />
      <div className="skeleton mt-6 h-24" />
      <div className="skeleton mt-4 h-7 w-40" />
      <div className="skeleton h-48" />
    </output>
  );
}
