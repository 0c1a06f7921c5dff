import { type PresenceCursor, type PresenceUser, pickColor } from "./demo-people.ts";

export const SEEN_EVERY_MS = 3000;
export const TYPING_EVERY_MS = 5000;
export const TYPING_LASTS_MS = 3000;
export const CURSORS_EVERY_MS = 2000;
const CHANCE = 0.3;

export interface SimulatedPresence {
  /** The simulated people, without the signed-in person. */
  users: PresenceUser[];
  typing: PresenceUser | null;
  cursors: PresenceCursor[];
  startedAt: number;
  now: number;
}

interface SimulationOptions {
  team: PresenceUser[];
  currentUserId: string;
  /** False if cursors must not move, because the person prefers reduced motion. */
  motion: boolean;
  /** Returns a random number from 0 to 1, as Math.random does. */
  random?: () => number;
}

/** Simulates presence while somebody observes it. Uses only the clock and random numbers. */
export function simulatePresence({ team, currentUserId, motion, random = Math.random }: SimulationOptions) {
  const listeners = new Set<() => void>();
  const users = team.filter(({ id }) => id !== currentUserId);
  const startedAt = Math.min(Date.now(), ...users.map(({ joinedAt }) => joinedAt));
  let timers: ReturnType<typeof setInterval>[] = [];
  let clearing: ReturnType<typeof setTimeout> | undefined;
  let presence: SimulatedPresence = { users, typing: null, cursors: placed(users), startedAt, now: Date.now() };

  function placed(people: PresenceUser[]): PresenceCursor[] {
    return people.map(({ id, name }, index) => ({
      userId: id,
      userName: name,
      userColor: pickColor(index),
      x: 5 + random() * 85,
      y: 5 + random() * 85,
      lastSeen: Date.now(),
    }));
  }
  const show = (change: Partial<SimulatedPresence>) => {
    presence = { ...presence, ...change, now: Date.now() };
    for (const listener of listeners) listener();
  };
  const refreshSeen = () =>
    show({
      users: presence.users.map((user) => (random() < CHANCE ? { ...user, lastSeen: Date.now() } : user)),
    });
  const maybeType = () => {
    const writers = presence.users.filter(({ activity }) => activity !== "viewing");
    if (random() >= CHANCE || writers.length === 0) return;
    show({ typing: writers[Math.floor(random() * writers.length)] ?? null });
    clearTimeout(clearing);
    clearing = setTimeout(() => show({ typing: null }), TYPING_LASTS_MS);
  };
  const moveCursors = () => show({ cursors: placed(presence.users) });

  const start = () => {
    timers = [setInterval(refreshSeen, SEEN_EVERY_MS), setInterval(maybeType, TYPING_EVERY_MS)];
    if (motion) timers.push(setInterval(moveCursors, CURSORS_EVERY_MS));
  };
  const stop = () => {
    for (const timer of timers) clearInterval(timer);
    clearTimeout(clearing);
    presence = { ...presence, typing: null };
  };
  return {
    current: () => presence,
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) start();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}
