/** A draft that the demo's person publishes, as somebody who knows the company would. */
export interface ReviewedArticle {
  channel: string;
  /** Words of one message that its article cites. */
  cites: string;
  /** Given where the question as it was asked would be found by nobody. */
  title?: string;
}

/** Everything else waits in the inbox, where the visitor decides about it. The first one of a channel is reviewed first. */
export const REVIEWED_ARTICLES: ReviewedArticle[] = [
  { channel: "support", cites: "click the parcel number (ends in" },
  {
    channel: "support",
    cites: "send back 12 bottles of descaler",
    title: "Can a customer send back descaler by post?",
  },
  { channel: "support", cites: "standing order on wednesdays", title: "Move a standing order to another weekday" },
  { channel: "support", cites: "how to deal with a grinder complaint", title: "Handle a grinder complaint" },
  {
    channel: "operations",
    cites: "Customer in Oslo ordered",
    title: "Which papers does a shipment to Norway need?",
  },
  {
    channel: "operations",
    cites: "Customer refused a pallet",
    title: "Claim a damaged pallet from the carrier",
  },
  { channel: "operations", cites: "count one shelf", title: "Can we count one shelf without closing the hall?" },
  { channel: "operations", cites: "Row 214: invalid byte", title: "A supplier's price list does not import" },
  {
    channel: "operations",
    cites: "ordered 13:40, wants it tomorrow",
    title: "Until when must an order be released to ship today?",
  },
  { channel: "it-help", cites: "empty labels", title: "The label printer prints every second label empty" },
  { channel: "engineering", cites: "hangs on staging", title: "A migration hangs while it adds a column" },
  { channel: "engineering", cites: "credited twice yesterday", title: "The payment provider sends an event twice" },
  { channel: "engineering", cites: "merged the wrong branch", title: "Take a wrong merge out of main" },
  {
    channel: "engineering",
    cites: "try the catalogue importer",
    title: "Can I try the catalogue importer without changing prices?",
  },
];
