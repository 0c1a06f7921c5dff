import type { PresenceCursor } from "./demo-people.ts";

/** Shows other people's cursors on the page. The cursors take no clicks, and screen readers skip them. */
export function LiveCursors({ cursors }: { cursors: PresenceCursor[] }) {
  return (
    <div data-live-cursors aria-hidden="true" className="pointer-events-none fixed inset-0 z-20 overflow-hidden">
      {cursors.map(({ userId, userName, userColor, x, y }) => (
        <div
          key={userId}
          className="absolute opacity-80 transition-transform duration-700"
          style={{ transform: `translate(${x}vw, ${y}vh)`, color: userColor }}
        >
          <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
            <path d="M2 1l11 6.2-4.8 1.4L5.6 13z" fill="currentColor" stroke="var(--paper)" />
          </svg>
          <span
            className="mt-0.5 ml-3 block w-fit rounded-box px-1.5 text-12 text-paper"
            style={{ background: userColor }}
          >
            {userName}
          </span>
        </div>
      ))}
    </div>
  );
}
