import { clsx } from "clsx";
import { ArrowUpRight } from "lucide-react";
import type { PageConfirmation } from "../../shared/contract/ask.ts";
import { formatChannel, formatDay, formatItems } from "../lib/format.ts";

interface WikiPageLinkProps {
  page: { title: string; url: string };
  className?: string;
}

/** The title of a page of the wiki, which opens on its platform. A page whose address is no web address is only named. */
export function WikiPageLink({ page: { title, url }, className }: WikiPageLinkProps) {
  const look = clsx("wrap-anywhere", className);
  if (!url)
    return (
      <span dir="auto" className={look}>
        {title}
      </span>
    );
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" dir="auto" className={clsx(look, "hover:text-accent")}>
      {title}
      <ArrowUpRight className="ml-0.5 inline size-3.5" aria-label="(opens the page)" />
    </a>
  );
}

/** Says who confirmed a page of the wiki: 'Asked 4 times, confirmed in #support on 3 Oct' and 'Verified by Ada on 5 Oct'. */
export function PageConfirmed({ confirmed: { times, said, verified } }: { confirmed: PageConfirmation }) {
  const chat = said && `confirmed in ${formatChannel(said.channelName)} on ${formatDay(said.at)}`;
  return (
    <p className="text-13 text-soft wrap-anywhere">
      {chat && (times > 1 ? `Asked ${formatItems(times, "time")}, ${chat}. ` : `Asked and ${chat}. `)}
      {verified && `Verified${verified.by ? ` by ${verified.by}` : ""} on ${formatDay(verified.at)}.`}
    </p>
  );
}
