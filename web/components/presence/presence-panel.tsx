import { formatTime } from "../../lib/format.ts";
import { Switch } from "../../ui/switch.tsx";
import { type ActivityEntry, formatLastSeen } from "./demo-people.ts";
import { PanelFrame, PanelSection } from "./panel-frame.tsx";
import { Avatar } from "./presence-strip.tsx";
import type { SimulatedPresence } from "./simulation.ts";
import { TypingIndicator } from "./typing-indicator.tsx";

interface PresencePanelProps {
  presence: SimulatedPresence;
  activity: ActivityEntry[];
  open: boolean;
  onClose: () => void;
  cursors: boolean;
  onCursors: (shown: boolean) => void;
}

export function PresencePanel({ presence, activity, open, onClose, cursors, onCursors }: PresencePanelProps) {
  const { users, typing, startedAt, now } = presence;
  return (
    <PanelFrame open={open} onClose={onClose} isDemo>
      <p className="-mt-4 text-13 text-soft">
        These people are made up by your browser, to show how a shared session would look. Nothing is sent or stored.
      </p>
      <PanelSection title="Active Now">
        <ul className="flex flex-col gap-3">
          {users.map((user) => (
            <li key={user.id} className="flex items-center gap-3">
              <Avatar user={user} />
              <span className="min-w-0 flex-1 truncate font-medium">{user.name}</span>
              <span className="text-13 text-soft">
                {user.activity} · {formatLastSeen(user.lastSeen, now)}
              </span>
            </li>
          ))}
        </ul>
        <div className="mt-3 min-h-6 text-13">{typing && <TypingIndicator user={typing} />}</div>
      </PanelSection>
      <PanelSection title="Recent Activity">
        <ol className="flex flex-col gap-3">
          {activity.map(({ id, userName, action, details, timestamp }) => (
            <li key={id}>
              <p>
                <span className="font-medium">{userName}</span> {action}
              </p>
              <p className="text-13 text-soft">
                {details} · {formatLastSeen(timestamp, now)}
              </p>
            </li>
          ))}
        </ol>
      </PanelSection>
      <PanelSection title="Session Info">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-13 [&>dd]:text-right [&>dt]:text-soft">
          <dt>Started</dt>
          <dd className="tabular-nums">{formatTime(new Date(startedAt).toISOString())}</dd>
          <dt>Total participants</dt>
          <dd className="tabular-nums">{users.length}</dd>
          <dt>Session type</dt>
          <dd>Collaborative editing</dd>
        </dl>
      </PanelSection>
      <div className="mt-auto flex items-center justify-between gap-4 border-t border-rule pt-4 text-13">
        <span>Live cursors over the dashboard</span>
        <Switch label="Live cursors" checked={cursors} onChange={onCursors} />
      </div>
    </PanelFrame>
  );
}
