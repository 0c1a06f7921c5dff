const SMALL_CONVERSATION =
  /^(?:hi|hey|hello|good morning|thanks|thank you|thx|cool|great|nice|ok|okay|sure|same here|that did it|that worked|had that|anyone else|any ideas?|no worries)\b/i;

/**
 * Derives a sentence of the landing page's example from a message. Removes greetings, thanks and questions to
 * everybody. Returns '' if no text is left. The product's own writer does far more.
 */
export function deriveSentence(message: string): string {
  const kept = message
    .trim()
    .replace(/\s+/g, " ")
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => sentence && !SMALL_CONVERSATION.test(sentence))
    .join(" ");
  if (!kept) return "";
  const begun = kept[0]?.toUpperCase() + kept.slice(1);
  return /[.!?:…]$/.test(begun) ? begun : `${begun}.`;
}
