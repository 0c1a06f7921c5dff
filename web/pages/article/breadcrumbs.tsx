import { Fragment } from "react";
import { Link } from "react-router";

/** The path of the article's category. Each part links to that category's articles. */
export function Breadcrumbs({ path }: { path: readonly string[] }) {
  if (path.length === 0) return null;
  return (
    <nav aria-label="Category" className="not-printed max-sm:hidden">
      <ol className="flex flex-wrap items-center gap-x-2">
        {path.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && (
              <li aria-hidden="true" className="text-faint">
                /
              </li>
            )}
            <li>
              <Link
                to={`/articles?category=${encodeURIComponent(name)}`}
                dir="auto"
                className="touch wrap-anywhere hover:text-accent"
              >
                {name}
              </Link>
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
