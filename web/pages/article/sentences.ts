/** The sentences on the page, in reading order. Each can take the focus, and lists its messages in `data-sources`. */
const sentences = () => [...document.querySelectorAll<HTMLElement>("[data-sources]")];
const messagesOf = (sentence: HTMLElement) => sentence.dataset["sources"]?.split(" ") ?? [];
const focused = () => document.activeElement?.closest<HTMLElement>("[data-sources]") ?? null;

function goTo(sentence: HTMLElement): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  sentence.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  sentence.focus({ preventScroll: true });
}

/** Focuses the sentence that cites the message. If such a sentence already has the focus, focuses the next one. */
export function focusSentenceOfMessage(message: string): void {
  const stated = sentences().filter((sentence) => messagesOf(sentence).includes(message));
  const marked = stated.findIndex((sentence) => sentence === document.activeElement || sentence.dataset["visited"]);
  for (const sentence of sentences()) delete sentence.dataset["visited"];
  const next = stated[(marked + 1) % stated.length];
  if (!next) return;
  next.dataset["visited"] = "yes";
  goTo(next);
}

/** Focuses the next or previous sentence. Returns the first message that it cites. */
export function moveSentenceFocus(by: 1 | -1): string | undefined {
  const all = sentences();
  const at = focused();
  const next = all[at ? all.indexOf(at) + by : by === 1 ? 0 : all.length - 1];
  if (next) goTo(next);
  return next && messagesOf(next)[0];
}

/** The first message cited by the focused sentence; '' without one. */
export function getMessageOfFocusedSentence(): string {
  const at = focused();
  return at ? (messagesOf(at)[0] ?? "") : "";
}
