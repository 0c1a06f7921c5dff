import type { PresenceUser } from "./demo-people.ts";

/** Shows 'Mara Lind is editing' with dots that pulse one after the other. */
export function TypingIndicator({ user }: { user: PresenceUser }) {
  return (
    <span className="flex items-center gap-1.5 text-soft">
      {user.name} is {user.activity}
      <span className="typing-dots" aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
    </span>
  );
}
