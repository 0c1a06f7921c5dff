import { useState, useSyncExternalStore } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { createDemoActivity, createDemoTeam } from "./demo-people.ts";
import { LiveCursors } from "./live-cursors.tsx";
import { PresencePanel } from "./presence-panel.tsx";
import { PresenceStrip } from "./presence-strip.tsx";
import { simulatePresence } from "./simulation.ts";

interface DemoPresenceProps {
  viewer: User;
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Shows invented colleagues in the demo: the row of people, the panel that the row opens, and optional cursors. */
export default function DemoPresence({ viewer, open, onOpen, onClose }: DemoPresenceProps) {
  const [simulation] = useState(() =>
    simulatePresence({
      team: createDemoTeam(viewer, Date.now()),
      currentUserId: viewer.id,
      motion: !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
    }),
  );
  const [activity] = useState(() => createDemoActivity(Date.now()));
  const [cursors, setCursors] = useState(false);
  const presence = useSyncExternalStore(simulation.subscribe, simulation.current);
  return (
    <>
      <PresenceStrip presence={presence} isDemo onOpen={onOpen} />
      {cursors && <LiveCursors cursors={presence.cursors} />}
      <PresencePanel
        presence={presence}
        activity={activity}
        open={open}
        onClose={onClose}
        cursors={cursors}
        onCursors={setCursors}
      />
    </>
  );
}
