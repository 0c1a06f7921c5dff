import { Link } from "react-router";
import { BRAND } from "../../shared/domain/brand.ts";

/** The product's name beside its mark. The mark shows lines of text with a note in the margin. */
export function Wordmark() {
  return (
    <Link to="/" className="touch inline-flex items-center gap-2.5 font-serif text-24 font-medium tracking-[-0.01em]">
      <svg
        viewBox="0 0 24 24"
        className="size-6"
        aria-hidden="true"
        fill="none"
        strokeLinecap="round"
        strokeWidth="1.75"
      >
        <path d="M3 5h11M3 10h11M3 15h11M3 20h7" stroke="currentColor" />
        <path d="M20 4v8" stroke="var(--accent)" strokeWidth="3" />
      </svg>
      {BRAND}
    </Link>
  );
}
