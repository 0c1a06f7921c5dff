import { Link } from "react-router";
import type { CollaborationChannel } from "../../shared/contract/channels.ts";
import { formatItems, formatMessageTime } from "../lib/format.ts";

/**
 * Shows how far the channel was read, its waiting messages, and skipped messages with the reason. Renders nothing
 * before the first reading.
 */
export function ChannelReadingState({ channel }: { channel: CollaborationChannel }) {
  const { liveTrouble, readTo, waiting, skipped, filledIn, isPrivate, held } = channel.reading;
  const facts = [
    isPrivate && "private",
    readTo && `read up to ${formatMessageTime(readTo)}`,
    waiting.messages > 0 && `${formatItems(waiting.messages, "message")} waiting`,
    waiting.conversations > 0 && `${formatItems(waiting.conversations, "conversation")} to analyze`,
    filledIn > 0 && `${formatItems(filledIn, "message")} found by the last check`,
  ].filter((fact) => fact !== false && fact !== null);
  return (
    <>
      {facts.length > 0 && <p className="text-13 text-soft">{capitalised(facts.join(" · "))}</p>}
      {skipped.messages > 0 && (
        <p className="text-13 text-soft">
          {formatItems(skipped.messages, "message")} left out. {skipped.why.join(" ")}
        </p>
      )}
      {held > 0 && (
        <p className="text-13 text-busy">
          {formatItems(held, "article")} {held === 1 ? "is" : "are"} held back.{" "}
          <Link to="/articles?view=inbox" className="touch text-link">
            Decide who may read {held === 1 ? "it" : "them"}
          </Link>
        </p>
      )}
      {liveTrouble && <p className="text-13 text-wrong">{liveTrouble}</p>}
    </>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
