import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { user as viewer } from "../../testing/sample-data.ts";
import { createDemoActivity, createDemoTeam, formatLastSeen } from "./demo-people.ts";
import { PresenceStrip } from "./presence-strip.tsx";
import { CURSORS_EVERY_MS, SEEN_EVERY_MS, simulatePresence, TYPING_EVERY_MS, TYPING_LASTS_MS } from "./simulation.ts";

beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-11-21T12:00:00Z") }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs a simulation. `luck`: the next random number. */
function running(options: { motion?: boolean } = {}) {
  const luck = { value: 0.9 };
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  const simulation = simulatePresence({
    team: createDemoTeam(viewer, Date.now()),
    currentUserId: viewer.id,
    motion: options.motion ?? true,
    random: () => luck.value,
  });
  const stop = simulation.subscribe(() => undefined);
  return { simulation, luck, fetch, stop };
}
const seenAt = (simulation: ReturnType<typeof running>["simulation"]) =>
  simulation.current().users.map(({ lastSeen }) => lastSeen);

it("PRES-012 the demo's presence leaves out the viewer", () => {
  const { simulation, stop } = running();
  expect(createDemoTeam(viewer, Date.now()).map(({ id }) => id)).toContain(viewer.id);
  expect(simulation.current().users.map(({ id }) => id)).not.toContain(viewer.id);
  expect(simulation.current().users).toHaveLength(5);
  stop();
});

it("PRES-011 the demo updates each person's last-seen time every 3 s with a chance of 30 percent", () => {
  expect(SEEN_EVERY_MS).toBe(3000);
  const { simulation, luck, stop } = running();
  const before = seenAt(simulation);
  luck.value = 0.3;
  vi.advanceTimersByTime(3000);
  expect(seenAt(simulation)).toEqual(before);
  luck.value = 0.29;
  vi.advanceTimersByTime(2999);
  expect(seenAt(simulation)).toEqual(before);
  vi.advanceTimersByTime(1);
  expect(seenAt(simulation)).toEqual(before.map(() => Date.now()));
  stop();
});

it("PRES-013 PRES-014 every 5 s a demo person types for 3 s with a chance of 30 percent", () => {
  expect([TYPING_EVERY_MS, TYPING_LASTS_MS]).toEqual([5000, 3000]);
  const { simulation, luck, stop } = running();
  luck.value = 0.3;
  vi.advanceTimersByTime(5000);
  expect(simulation.current().typing).toBeNull();
  luck.value = 0.29;
  vi.advanceTimersByTime(4999);
  expect(simulation.current().typing).toBeNull();
  vi.advanceTimersByTime(1);
  expect(simulation.current().typing?.activity).toMatch(/editing|commenting/);
  luck.value = 0.9;
  vi.advanceTimersByTime(2999);
  expect(simulation.current().typing).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(simulation.current().typing).toBeNull();
  stop();
});

it("PRES-015 demo cursors move to random positions every 2 s, and rest with reduced motion", () => {
  expect(CURSORS_EVERY_MS).toBe(2000);
  const { simulation, luck, stop } = running();
  const before = simulation.current().cursors.map(({ x, y }) => [x, y]);
  luck.value = 0.1;
  vi.advanceTimersByTime(1999);
  expect(simulation.current().cursors.map(({ x, y }) => [x, y])).toEqual(before);
  vi.advanceTimersByTime(1);
  expect(simulation.current().cursors.map(({ x, y }) => [x, y])).toEqual(before.map(() => [13.5, 13.5]));
  stop();
  const calm = running({ motion: false });
  const rest = calm.simulation.current().cursors;
  calm.luck.value = 0.1;
  vi.advanceTimersByTime(60_000);
  expect(calm.simulation.current().cursors).toBe(rest);
  calm.stop();
});

it("PRES-017 a minute of demo presence makes no call, and no timer runs after its end", () => {
  const { fetch, luck, stop } = running();
  luck.value = 0.1;
  vi.advanceTimersByTime(60_000);
  expect(fetch).not.toHaveBeenCalled();
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

it("PRES-016 presence says when a person was last seen", () => {
  const now = Date.now();
  const ago = (seconds: number) => formatLastSeen(now - seconds * 1000, now);
  expect([20, 29, 30, 45, 59, 60, 300, 7200].map(ago)).toEqual([
    "just now",
    "just now",
    "30s ago",
    "45s ago",
    "59s ago",
    "1m ago",
    "5m ago",
    "2h ago",
  ]);
});

it("PRES-001 PRES-002 PRES-003 PRES-009 the strip shows the number of people, three of their names, and who types", () => {
  const { simulation, stop } = running();
  const users = simulation.current().users;
  const strip = (shown: typeof users, typing: (typeof users)[number] | null = null) =>
    renderToStaticMarkup(
      <PresenceStrip presence={{ ...simulation.current(), users: shown, typing }} onOpen={() => undefined} />,
    );
  expect(strip(users)).toContain("Live");
  expect(strip(users)).toContain("5 active");
  expect(strip(users)).toContain("+2");
  expect(strip(users).match(/data-activity="(editing|viewing|commenting)"/g)).toHaveLength(3);
  expect(strip(users.slice(0, 3))).not.toMatch(/\+\d/);
  expect(strip(users.slice(0, 4))).toContain("4 active");
  expect(strip(users, users[0])).toMatch(/Mara Lind is editing<span class="typing-dots"/);
  expect(strip(users, users[2])).toContain("Priya Nair is commenting");
  stop();
});

it("PRES-007 the activity log names who did what", () => {
  for (const entry of createDemoActivity(Date.now())) {
    expect(createDemoTeam(viewer, Date.now()).map(({ id }) => id)).toContain(entry.userId);
    expect(entry.userName).not.toBe("");
  }
});

it("ENT-001 the demo's people, doings and cursors have the shape a server would answer", () => {
  const { simulation, stop } = running();
  const { users, cursors } = simulation.current();
  stop();
  const [number, string] = [expect.any(Number), expect.any(String)];
  for (const one of users) {
    const { profileImageUrl = "", ...person } = one;
    expect(profileImageUrl).toEqual(string);
    expect(person).toEqual({
      id: string,
      name: string,
      email: string,
      activity: expect.stringMatching(/^(editing|viewing|commenting)$/),
      lastSeen: number,
      joinedAt: number,
    });
  }
  for (const entry of createDemoActivity(Date.now()))
    expect(entry).toEqual({
      id: string,
      userId: string,
      userName: string,
      action: string,
      timestamp: number,
      details: string,
    });
  const cursor = { userId: string, userName: string, userColor: string, x: number, y: number, lastSeen: number };
  for (const one of cursors) expect(one).toEqual(cursor);
  expect([users.length, cursors.length].every((count) => count > 0)).toBe(true);
});

it("the presence panel says that nobody else is here, and counts nobody", () => {
  const html = renderToStaticMarkup(
    <PresenceStrip presence={{ users: [], typing: null, now: 0 }} onOpen={() => undefined} />,
  );
  expect(html).toContain("Nobody else is here at the moment.");
  expect(html).not.toContain("0 active");
});
