const A_TERMINAL_MS = 1000;
const A_LOG_MS = 10_000;
const CLEAR_LINE = "\r\u001b[2K";

/**
 * Shows time and progress: on a terminal in one line that is updated every second, elsewhere in a new line every ten seconds.
 * Returns a function that ends the display.
 */
export function printProgress(
  /** @type {() => string} */ sofar,
  /** @type {{ isTTY?: boolean | undefined, write(text: string): unknown }} */ out = process.stderr,
) {
  const startedAt = Date.now();
  const line = () => [`  ${Math.round((Date.now() - startedAt) / 1000)} s`, sofar()].filter(Boolean).join(", ");
  const tell = () => out.write(out.isTTY ? `${CLEAR_LINE}${line()}` : `${line()}\n`);
  const timer = setInterval(tell, out.isTTY ? A_TERMINAL_MS : A_LOG_MS);
  return () => {
    clearInterval(timer);
    if (out.isTTY) out.write(CLEAR_LINE);
  };
}
