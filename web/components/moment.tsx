import { formatAgo, formatDateTime, formatDay } from "../lib/format.ts";

const FORMS = { ago: formatAgo, day: formatDay };

/** The time of an article's creation, and the time of its last change if that differs. */
export function ArticleAge({ createdAt, updatedAt, as = "ago" }: ArticleTimes & { as?: keyof typeof FORMS }) {
  const hasChanged = updatedAt > createdAt && FORMS[as](updatedAt) !== FORMS[as](createdAt);
  return (
    <>
      <RelativeTime at={createdAt} as={as} />
      {hasChanged && (
        <span>
          Updated <RelativeTime at={updatedAt} as={as} />
        </span>
      )}
    </>
  );
}

interface ArticleTimes {
  createdAt: string;
  updatedAt: string;
}

/** A relative time. The exact time is in the tooltip and in the `datetime` attribute. */
export function RelativeTime({ at, as = "ago" }: { at: string; as?: keyof typeof FORMS | "minute" }) {
  const exact = formatDateTime(at);
  return (
    <time dateTime={at} title={exact}>
      {as === "minute" ? exact : FORMS[as](at)}
    </time>
  );
}
