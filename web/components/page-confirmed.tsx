import type { PageConfirmation } from "../../shared/contract/ask.ts";
import { formatChannel, formatDay, formatItems } from "../lib/format.ts";

/** Says who confirmed a wiki page: 'Asked 4 times, confirmed in #support on 3 Oct' and 'Verified by Ada on 5 Oct'. */
export function PageConfirmationNote({ confirmed: { times, said, verified } }: { confirmed: PageConfirmation }) {
  const chat = said && `confirmed in ${formatChannel(said.channelName)} on ${formatDay(said.at)}`;
  return (
    <p className="text-13 text-soft wrap-anywhere">
      {chat && (times > 1 ? `Asked ${formatItems(times, "time")}, ${chat}. ` : `Asked and ${chat}. `)}
      {verified && `Verified${verified.by ? ` by ${verified.by}` : ""} on ${formatDay(verified.at)}.`}
    </p>
  );
}
