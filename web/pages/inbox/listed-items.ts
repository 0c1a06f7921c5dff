import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { INBOX_KINDS } from "../../../shared/domain/inbox.ts";
import { useInbox } from "../../api/inbox.ts";
import { useDecisions } from "./decisions.ts";

/** The selected part of the inbox. The address holds it, so that opening an item and returning keeps it. */
export function useInboxPart() {
  const [params] = useSearchParams();
  const mine = params.get("mine") === "true";
  const snoozed = params.get("snoozed") === "true";
  return { mine, snoozed, search: `?view=inbox${mine ? "&mine=true" : ""}${snoozed ? "&snoozed=true" : ""}` };
}

/** The search parameters of an item's review page. */
export const reviewSearch = (search: string, itemId: string) => `${search}&item=${encodeURIComponent(itemId)}`;

/** The inbox items loaded so far, by kind, without those that were just decided. */
export function useListedItems() {
  const { mine, snoozed } = useInboxPart();
  const [everything, setEverything] = useState(false);
  const inbox = useInbox({ mine, everything, snoozed });
  const { hidden } = useDecisions();
  const pages = inbox.data?.pages;
  const items = useMemo(() => {
    const all = pages?.flatMap((page) => page.items) ?? [];
    return INBOX_KINDS.flatMap((kind) => all.filter((item) => item.kind === kind && !hidden.has(item.id)));
  }, [pages, hidden]);
  return { inbox, pages, items, showEverything: () => setEverything(true) };
}
