declare global {
  interface Window {
    /** Ends the message on the screen as its time would. */
    endMessage?: () => void;
  }
}

/** For a browser's context to run before each page, with a message's time: a busy machine may take longer than that to read one. */
export function holdMessages(ms: number): void {
  const start = window.setTimeout.bind(window);
  window.setTimeout = ((run: () => void, delay?: number, ...rest: unknown[]) => {
    if (delay !== ms) return start(run, delay, ...rest);
    window.endMessage = run;
    return 0;
  }) as typeof window.setTimeout;
}
