import { X } from "lucide-react";
import type { ReactNode } from "react";
import { formatTime } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type ActivityEntry, lastSeenText } from "./demo-people.ts";
import { Avatar } from "./presence-strip.tsx";
import type { Presence } from "./simulation.ts";
import { TypingIndicator } from "./typing-indicator.tsx";

interface PresencePanelProps {
  presence: Presence;
  activity: ActivityEntry[];
  open: boolean;
  onClose: () => void;
  cursors: boolean;
  onCursors: (shown: boolean) => void;
}

export function PresencePanel({ presence, activity, open, onClose, cursors, onCursors }: PresencePanelProps) {
  const { users, typing, startedAt, now } = presence;
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy="presence-title"
      className="m-0 ml-auto h-dvh max-h-none w-96 max-w-[90vw] overflow-y-auto border-l border-rule bg-paper shadow-lift"
    >
      <div className="flex min-h-full flex-col gap-7 px-5 py-6">
        <header className="flex items-center justify-between gap-3">
          <div className="flex items-center gap-2.5">
            <h2 id="presence-title" className="font-serif text-24">
              Team Activity
            </h2>
            <Badge tone="outline">Demo</Badge>
          </div>
          <Button look="quiet" size="icon" aria-label="Close the team activity" onClick={onClose}>
            <X className="size-5" aria-hidden="true" />
          </Button>
        </header>
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
                  {user.activity} · {lastSeenText(user.lastSeen, now)}
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
                  {details} · {lastSeenText(timestamp, now)}
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
      </div>
    </Modal>
  );
}

function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="border-b border-rule pb-1.5 font-semibold">{title}</h3>
      <div className="pt-3">{children}</div>
    </section>
  );
}
