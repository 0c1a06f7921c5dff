import { Link } from "react-router";

/** For whoever is new: why not every article is published. It holds for every choice of Configuration but 'None'. */
export function ReviewNote() {
  return (
    <p className="mt-3 max-w-[70ch] text-13 text-soft">
      Only articles that are really sure are published by themselves, so that nobody finds mistakes in your library. The
      others wait in the{" "}
      <Link to="/articles?view=inbox" className="text-link">
        inbox
      </Link>{" "}
      until somebody has read them.{" "}
      <Link to="/configuration" className="text-link">
        Change how sure they must be
      </Link>
    </p>
  );
}
