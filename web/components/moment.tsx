import { formatAgo, formatDay, formatMinute } from "../lib/format.ts";

const FORMS = { ago: formatAgo, day: formatDay, minute: formatMinute };

/** A point in time in words; the exact one is its tooltip and what machines read. */
export function Moment({ at, as = "ago" }: { at: string; as?: keyof typeof FORMS }) {
  return (
    <time dateTime={at} title={formatMinute(at)}>
      {FORMS[as](at)}
    </time>
  );
}
