import { Eye, MessageSquare, Pencil } from "lucide-react";
import { useRef } from "react";
import { getInitial } from "../../lib/names.ts";
import { Badge } from "../../ui/badge.tsx";
import { formatLastSeen, type PresenceUser } from "./demo-people.ts";
import type { SimulatedPresence } from "./simulation.ts";
import { TypingIndicator } from "./typing-indicator.tsx";
import { useTooltips } from "./use-tooltips.ts";

const SHOWN = 3;
const ICONS = { editing: Pencil, viewing: Eye, commenting: MessageSquare };

interface PresenceStripProps {
  presence: Pick<SimulatedPresence, "users" | "typing" | "now">;
  /** True if the people are invented for the demo. */
  isDemo?: boolean;
  onOpen: () => void;
}

/** Shows the people who use the product now in one row. */
export function PresenceStrip({ presence, isDemo = false, onOpen }: PresenceStripProps) {
  const { users, typing, now } = presence;
  const list = useRef<HTMLUListElement>(null);
  const tooltips = useTooltips(list);
  const people = users.slice(0, SHOWN).map((user) => {
    const button = (
      <button type="button" onClick={onOpen} aria-label={`${user.name}, ${user.activity}`} className="touch block">
        <Avatar user={user} />
      </button>
    );
    const words = `${user.name} · ${user.activity} · ${formatLastSeen(user.lastSeen, now)}`;
    return <li key={user.id}>{tooltips ? <tooltips.Tooltip text={words}>{button}</tooltips.Tooltip> : button}</li>;
  });
  return (
    <section
      aria-label={isDemo ? "Team presence, a demo" : "Team presence"}
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 text-13"
    >
      <span className="flex items-center gap-1.5 font-medium">
        <span className="size-1.5 rounded-full bg-done" aria-hidden="true" />
        Live
      </span>
      {users.length > 0 && <Badge tone="done">{users.length} active</Badge>}
      <ul ref={list} className="flex items-center gap-1.5 pointer-coarse:gap-3">
        {tooltips ? <tooltips.TooltipProvider>{people}</tooltips.TooltipProvider> : people}
        {users.length > SHOWN && (
          <li>
            <button type="button" onClick={onOpen} className="touch min-h-8 px-1 text-soft tabular-nums hover:text-ink">
              +{users.length - SHOWN}
              <span className="sr-only"> more people</span>
            </button>
          </li>
        )}
      </ul>
      {typing && <TypingIndicator user={typing} />}
      {isDemo && <span className="ml-auto text-faint">Demo: made-up people</span>}
      {!isDemo && users.length === 0 && <span className="text-soft">Nobody else is here at the moment.</span>}
    </section>
  );
}

/** The person's initial with an icon of their activity in the corner. */
export function Avatar({ user }: { user: PresenceUser }) {
  const Icon = ICONS[user.activity];
  return (
    <span className="relative grid size-8 shrink-0 place-items-center rounded-full border border-edge bg-raised font-serif text-15">
      <span aria-hidden="true">
        {getInitial({ firstName: user.name, lastName: "", email: "", profileImageUrl: null })}
      </span>
      <span
        data-activity={user.activity}
        className="absolute -right-1 -bottom-1 grid size-4 place-items-center rounded-full border border-rule bg-paper text-soft"
      >
        <Icon className="size-2.5" aria-hidden="true" />
      </span>
    </span>
  );
}
