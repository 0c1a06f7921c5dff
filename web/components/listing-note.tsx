import { useSlackListing } from "../api/channels.ts";
import { formatItems, formatTime } from "../lib/format.ts";

/** Explains that a large team's channels load in parts, because of Slack's rate limit. */
export function ChannelListingNote() {
  const listing = useSlackListing(true);
  if (!listing) return null;
  const { isReading, found, goesOnAt, trouble } = listing;
  return (
    <output className="text-13 text-soft empty:hidden">
      {isReading &&
        `${formatItems(found, "channel")} listed so far${goesOnAt ? `; Slack lets us go on at ${formatTime(goesOnAt)}` : ""}. The others appear here by themselves. You can choose one already.`}
      {!isReading && trouble && `Not all channels could be listed. ${trouble}`}
    </output>
  );
}
