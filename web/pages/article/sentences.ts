/** The sentences on the page, in reading order. Each is focusable and names its messages in `data-sources`. */
const sentences = () => [...document.querySelectorAll<HTMLElement>("[data-sources]")];
const messagesOf = (sentence: HTMLElement) => sentence.dataset["sources"]?.split(" ") ?? [];
const focused = () => document.activeElement?.closest<HTMLElement>("[data-sources]") ?? null;

function goTo(sentence: HTMLElement): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  sentence.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  sentence.focus({ preventScroll: true });
}

/** To the sentence that cites the message; from one of them to the next. */
export function goToSentenceOn(message: string): void {
  const stated = sentences().filter((sentence) => messagesOf(sentence).includes(message));
  const marked = stated.findIndex((sentence) => sentence === document.activeElement || sentence.dataset["visited"]);
  for (const sentence of sentences()) delete sentence.dataset["visited"];
  const next = stated[(marked + 1) % stated.length];
  if (!next) return;
  next.dataset["visited"] = "yes";
  goTo(next);
}

/** To the sentence after or before the one with the focus. Answers the first message it cites. */
export function stepSentence(by: 1 | -1): string | undefined {
  const all = sentences();
  const at = focused();
  const next = all[at ? all.indexOf(at) + by : by === 1 ? 0 : all.length - 1];
  if (next) goTo(next);
  return next && messagesOf(next)[0];
}

/** The first message of the sentence with the focus; '' without one. */
export function messageAtFocus(): string {
  const at = focused();
  return at ? (messagesOf(at)[0] ?? "") : "";
}
