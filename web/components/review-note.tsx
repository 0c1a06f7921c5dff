import { Link } from "react-router";

/** Explains to new users why some articles are not published. Correct for every review setting except 'None'. */
export function ReviewNote() {
  return (
    <p className="mt-3 max-w-[70ch] text-13 text-soft">
      Only articles with a high confidence are published automatically. The others wait in the{" "}
      <Link to="/articles?view=inbox" className="text-link">
        inbox
      </Link>{" "}
      until somebody has reviewed them.{" "}
      <Link to="/configuration" className="text-link">
        Change this level
      </Link>
    </p>
  );
}
