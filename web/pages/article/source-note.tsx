import { ArrowUpRight } from "lucide-react";
import type { ArticleSource } from "../../../shared/contract/articles.ts";
import { formatChannel, formatInChat, formatMinute } from "../../lib/format.ts";
import { useSourceView } from "./source-view.ts";

/** Who said it, where and when: the name opens the conversation here, the place opens the message where it was said. */
export function SourceNote({ source }: { source: ArticleSource }) {
  const { openConversation } = useSourceView();
  const place = (
    <>
      {formatChannel(source.channelName)},{" "}
      <time dateTime={source.sentAt} title={formatMinute(source.sentAt)}>
        {formatInChat(source.sentAt)}
      </time>
    </>
  );
  return (
    <span className="source-note">
      <button type="button" className="source-author" title={source.text} onClick={() => openConversation(source.id)}>
        {source.authorName}
      </button>
      {source.permalink ? (
        <a href={source.permalink} target="_blank" rel="noopener noreferrer" className="source-place">
          {place}
          {"\u2060"}
          <ArrowUpRight className="ml-0.5 inline size-3" aria-label="(opens the message)" />
        </a>
      ) : (
        <span className="source-place">{place}</span>
      )}
    </span>
  );
}
