import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { InboxChoice } from "../../../shared/domain/inbox.ts";
import { formatCount, formatItems } from "../../lib/format.ts";
import type { Toast } from "../../lib/toast-store.ts";
import { getChoiceWords } from "./choices.ts";
import { toDecidedSentences } from "./excluded-sentences.ts";

/** Names the article of a single decision and leads to it, if it is still there and the decision creates no other. */
export function buildDecisionToast(
  decided: readonly { item: InboxItem; choice: InboxChoice; title?: string }[],
): Toast {
  const [first] = decided;
  if (!first) return { title: "Nothing was decided" };
  const names = new Set(decided.map((one) => getChoiceWords(one.item.kind, one.choice).name));
  if (decided.length > 1)
    return { title: `${formatCount(decided.length)} decided`, ...(names.size === 1 && { text: [...names].join("") }) };
  const { item, choice, title } = first;
  const isGone = choice === "remove" && item.kind !== "lost-support" && item.kind !== "cut-out";
  const leftOut = choice === "approve" ? (toDecidedSentences(item, choice)?.left.length ?? 0) : 0;
  return {
    title:
      leftOut > 0
        ? `Approved without ${formatItems(leftOut, "corrected sentence")}`
        : getChoiceWords(item.kind, choice).done,
    text: title ?? item.article.title,
    ...(choice !== "own-article" && !isGone && { to: `/articles/${item.article.id}` }),
  };
}
