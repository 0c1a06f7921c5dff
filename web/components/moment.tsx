import { formatAgo, formatDay, formatMinute } from "../lib/format.ts";

const FORMS = { ago: formatAgo, day: formatDay };

/** A relative time. The exact one is in the tooltip and in the `datetime` attribute. */
export function Moment({ at, as = "ago" }: { at: string; as?: keyof typeof FORMS | "minute" }) {
  const exact = formatMinute(at);
  return (
    <time dateTime={at} title={exact}>
      {as === "minute" ? exact : FORMS[as](at)}
    </time>
  );
}
