import { Link } from "react-router";

const PLACE = "Manage Subscription";

/** A sentence from the server. Its mention of the plan page becomes a link. */
export function ServerSentence({ text }: { text: string }) {
  const at = text.indexOf(PLACE);
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <Link to="/settings/subscription" className="font-medium text-link">
        {PLACE}
      </Link>
      {text.slice(at + PLACE.length)}
    </>
  );
}
