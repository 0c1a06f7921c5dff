import type { ClaimedDelivery } from "./delivery-queries.ts";

const REASON_OUTDATED = "Not sent: it is not true any more.";
const REASON_RESTRICTED = "Not sent: not everybody who reads there may read the article.";

/**
 * The reason why the delivery is not sent; null if it is sent. A retraction goes to every URL that may have received
 * the article, whatever the article's state.
 */
export function explainSkip({ type, isShown, isForHook, isKnown, isOpen }: ClaimedDelivery): string | null {
  if (type === "webhook.test") return null;
  if (type === "article.retracted") {
    if (isShown && isForHook) return REASON_OUTDATED;
    return isKnown || isForHook ? null : REASON_RESTRICTED;
  }
  if (!isForHook) return REASON_RESTRICTED;
  return isShown && isOpen ? null : REASON_OUTDATED;
}

/** Builds the body to send. It does not contain a retracted article's title. */
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
