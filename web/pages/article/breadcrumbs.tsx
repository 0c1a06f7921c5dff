import { Fragment } from "react";
import { Link } from "react-router";

/** The path of the article's category; each part links to its articles. */
export function Breadcrumbs({ path }: { path: readonly string[] }) {
  if (path.length === 0) return null;
  return (
    <nav aria-label="Category" className="not-printed mt-6 -mb-4 text-13 text-soft">
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
                className="inline-flex items-center wrap-anywhere hover:text-accent pointer-coarse:min-h-11"
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
