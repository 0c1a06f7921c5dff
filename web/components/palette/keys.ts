/** The letter that is pressed after 'g' to open a page. */
export const PAGE_KEYS: readonly [letter: string, to: string][] = [
  ["d", "/"],
  ["a", "/articles"],
  ["i", "/articles?view=inbox"],
  ["q", "/ask"],
  ["b", "/notifications"],
  ["c", "/channels"],
  ["m", "/collaboration"],
  ["k", "/configuration"],
  ["n", "/analytics"],
  ["l", "/logs"],
  ["s", "/settings/personal"],
];

const OFF_KEY = "singleKeysOff";
/** The milliseconds within which a letter must follow 'g'. */
export const GO_KEY_TIMEOUT_MS = 1500;

/**
 * Whether single-letter shortcuts are on. People can switch them off, because speech input and shaky hands press keys
 * by accident.
 */
export function areLetterShortcutsOn(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === null;
  } catch {
    return true;
  }
}
export function storeLetterShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, "true");
  } catch {
    // Storage is disabled, so the setting stays unchanged.
  }
}

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}
export type KeyMeaning = { do: "palette" | "keys" | "search" } | { do: "go"; to: string } | null;

/** Interprets key presses. Stores only the time of the last 'g'. */
export function createKeyReader() {
  let goUntil = 0;
  return (press: KeyPress, isTyping: boolean, now: number): KeyMeaning => {
    if (press.key.toLowerCase() === "k" && (press.ctrlKey || press.metaKey) && !press.altKey) return { do: "palette" };
    if (isTyping || press.ctrlKey || press.metaKey || press.altKey) return null;
    const isGoing = now < goUntil;
    goUntil = 0;
    if (isGoing) {
      const page = PAGE_KEYS.find(([letter]) => letter === press.key);
      return page ? { do: "go", to: page[1] } : null;
    }
    if (press.key === "g") goUntil = now + GO_KEY_TIMEOUT_MS;
    if (press.key === "/") return { do: "search" };
    return press.key === "?" ? { do: "keys" } : null;
  };
}

/** True if the element takes typed text, so that keys are not shortcuts. */
export const takesTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select") !== null);
