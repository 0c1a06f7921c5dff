declare global {
  interface Window {
    /** Closes the toast on the screen, as its timeout would. */
    endMessage?: () => void;
  }
}

/** An init script that keeps toasts with this timeout open, because a busy machine may read them late. */
export function holdMessages(ms: number): void {
  const start = window.setTimeout.bind(window);
  window.setTimeout = ((run: () => void, delay?: number, ...rest: unknown[]) => {
    if (delay !== ms) return start(run, delay, ...rest);
    window.endMessage = run;
    return 0;
  }) as typeof window.setTimeout;
}
