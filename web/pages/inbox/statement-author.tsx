import { ArrowUpRight } from "lucide-react";
import type { MessageOrigin } from "../../../shared/contract/inbox.ts";
import { formatChannel, formatDateTime, formatMessageTime } from "../../lib/format.ts";

/** The author, channel and time of each message, with a link to it. */
export function StatementAuthor({ saidBy }: { saidBy: readonly MessageOrigin[] }) {
  if (saidBy.length === 0) return null;
  return (
    <ul aria-label="Said by" className="mt-2 flex flex-col gap-0.5 text-13 text-soft">
      {saidBy.map((saying, index) => (
        <li key={index}>
          <span dir="auto" className="font-semibold">
            {saying.authorName}
          </span>{" "}
          <Place saying={saying} />
        </li>
      ))}
    </ul>
  );
}

function Place({ saying: { channelName, sentAt, permalink } }: { saying: MessageOrigin }) {
  const when = (
    <time dateTime={sentAt} title={formatDateTime(sentAt)}>
      {formatChannel(channelName)}, {formatMessageTime(sentAt)}
    </time>
  );
  if (!permalink) return when;
  return (
    <a href={permalink} target="_blank" rel="noopener noreferrer" className="touch text-link">
      {when}
      {"\u2060"}
      <ArrowUpRight className="inline size-3" aria-label="(opens the message)" />
    </a>
  );
}
