import { formatAgo, formatDay, formatMinute } from "../lib/format.ts";

const FORMS = { ago: formatAgo, day: formatDay };

/** A point in time in words; the exact one is its tooltip and what machines read. */
export function Moment({ at, as = "ago" }: { at: string; as?: keyof typeof FORMS | "minute" }) {
  const exact = formatMinute(at);
  return (
    <time dateTime={at} title={exact}>
      {as === "minute" ? exact : FORMS[as](at)}
    </time>
  );
}
