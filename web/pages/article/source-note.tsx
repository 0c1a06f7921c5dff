import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import type { ArticleSource } from "../../../shared/contract/articles.ts";
import { formatChannel, formatDateTime, formatMessageTime, formatTime } from "../../lib/format.ts";
import { describeForgotten } from "./forgotten.ts";
import type { SourceGroup } from "./source-groups.ts";
import { useSourceView } from "./source-view.ts";

/**
 * The author, channel and time of a source. The name opens the conversation on this page; the time opens the message on
 * its platform.
 */
export function SourceNote({ group }: { group: SourceGroup }) {
  const { openConversation } = useSourceView();
  const [first, ...rest] = group;
  return (
    <span className="source-note">
      <button
        type="button"
        className="source-author touch"
        title={first.forgotten ? describeForgotten(first.forgotten) : first.text}
        onClick={() => openConversation(first.id)}
      >
        {first.authorName}
      </button>{" "}
      <Place source={first}>
        {formatChannel(first.channelName)}, {formatMessageTime(first.sentAt)}
      </Place>
      {!first.forgotten && <q className="source-quote">{quoteOf(first.text)}</q>}
      {rest.map((source) => (
        <Place key={source.id} source={source}>
          {formatTime(source.sentAt)}
        </Place>
      ))}
    </span>
  );
}

const QUOTED_CHARACTERS = 280;
const quoteOf = (text: string) => (text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text);

function Place({ source, children }: { source: ArticleSource; children: ReactNode }) {
  const when = (
    <time dateTime={source.sentAt} title={formatDateTime(source.sentAt)}>
      {children}
    </time>
  );
  if (!source.permalink) return <span className="source-place">{when} </span>;
  return (
    <>
      <a href={source.permalink} target="_blank" rel="noopener noreferrer" className="source-place touch">
        {when}
        {"\u2060"}
        <ArrowUpRight className="inline size-3" aria-label="(opens the message)" />
      </a>{" "}
    </>
  );
}
