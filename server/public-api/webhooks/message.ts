import type { ClaimedDelivery } from "./delivery-queries.ts";

const OVERTAKEN = "Not sent: it is not true any more.";
const TOO_NARROW = "Not sent: not everybody who reads there may read the article.";

/**
 * The reason for skipping it now; null if it is sent. A retraction goes to every address that may have received the article,
 * whatever its state.
 */
export function explainSkip({ type, isShown, isForHook, isKnown, isOpen }: ClaimedDelivery): string | null {
  if (type === "webhook.test") return null;
  if (type === "article.retracted") {
    if (isShown && isForHook) return OVERTAKEN;
    return isKnown || isForHook ? null : TOO_NARROW;
  }
  if (!isForHook) return TOO_NARROW;
  return isShown && isOpen ? null : OVERTAKEN;
}

/** The body to send. A retracted article's title is not included. */
export function buildBody({ type, at, articleId, version, title }: ClaimedDelivery, publicUrl: string): string {
  const timestamp = new Date(at).toISOString();
  if (type === "webhook.test")
    return JSON.stringify({ type, timestamp, data: { url: `${publicUrl}/settings/webhooks` } });
  const isGone = type === "article.retracted";
  const data = {
    articleId,
    version,
    title: isGone ? null : title,
    url: isGone ? null : `${publicUrl}/articles/${articleId}`,
  };
  return JSON.stringify({ type, timestamp, data });
}
