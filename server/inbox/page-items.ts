import type { InboxItem } from "../../shared/contract/inbox.ts";
import { formatCommentCount } from "../publishing/comments/index.ts";
import { buildItemBase, CHANGED_PAGE_CHOICES, type InboxItemFacts, REMOVED_PAGE_CHOICES } from "./shown-items.ts";

/** Describes items about pages on a knowledge platform; null if the page is gone. */

export function describePageConflictItem({ item, rows, about }: InboxItemFacts): InboxItem | null {
  const page = rows.pages.get(item.subject);
  if (!page) return null;
  const isRemoved = page.state === "removed";
  const { integrationName, platform, url } = page;
  return {
    ...about,
    kind: "page-conflict",
    reason: page.trouble ?? `The page in ${integrationName} was ${isRemoved ? "removed" : "changed"} by somebody.`,
    choices: isRemoved ? REMOVED_PAGE_CHOICES : CHANGED_PAGE_CHOICES,
    publicationId: page.id,
    page: isRemoved ? "removed" : "changed",
    integrationName,
    platform,
    url,
  };
}

export function describePageCopyItem(shown: InboxItemFacts): InboxItem | null {
  const copy = shown.rows.copies.get(shown.item.subject);
  if (!copy) return null;
  const { integrationName, platform, url, title } = copy;
  const reason = `The page "${title}" in ${integrationName} began as a copy of this article's page. Is it somebody's own?`;
  return { ...buildItemBase(shown, "page-copy", reason), integrationName, platform, url, title };
}

export function describePageCommentsItem(shown: InboxItemFacts): InboxItem | null {
  const { item, rows } = shown;
  const page = rows.pages.get(item.subject);
  if (!page) return null;
  const { integrationName, platform, url } = page;
  const reason = `The article changed the words that ${formatCommentCount(rows.comments.get(item.subject) ?? 1)} about on its page in ${integrationName}.`;
  return { ...buildItemBase(shown, "page-comments", reason), integrationName, platform, url };
}
