import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  advanceStage,
  endTour,
  getCurrentStage,
  playWelcome,
  readTourStep,
  restartTour,
  storeTourStep,
} from "./onboarding.ts";
import { buildWelcomeSlides } from "./welcome-overlay.tsx";

class MemoryStorage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
}
let session: MemoryStorage;
let local: MemoryStorage;
beforeEach(() => {
  vi.useFakeTimers();
  session = new MemoryStorage();
  local = new MemoryStorage();
  vi.stubGlobal("sessionStorage", session);
  vi.stubGlobal("localStorage", local);
  advanceStage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function playing(motion = true) {
  const seen = { slides: [0], fade: null as number | null, done: false };
  const welcome = playWelcome({
    motion,
    show: (slide) => seen.slides.push(slide),
    fade: (ms) => {
      seen.fade = ms;
    },
    done: () => {
      seen.done = true;
    },
  });
  return { seen, welcome };
}

it("WELC-004 the welcome greets a person without a first name with 'there'", () => {
  expect(buildWelcomeSlides("Ada")[0]?.[0]).toBe("Welcome back, Ada!");
  expect(buildWelcomeSlides("")[0]?.[0]).toBe("Welcome back, there!");
  expect(buildWelcomeSlides("", true)[0]?.[0]).toBe("Welcome, there!");
});

it("WELC-008 the welcome shows the next slide every 2.5 s", () => {
  const { seen } = playing();
  vi.advanceTimersByTime(2499);
  expect(seen.slides).toEqual([0]);
  vi.advanceTimersByTime(1);
  expect(seen.slides).toEqual([0, 1]);
  vi.advanceTimersByTime(2500);
  expect(seen.slides).toEqual([0, 1, 2]);
  vi.advanceTimersByTime(2500);
  expect(seen.slides).toEqual([0, 1, 2, 3]);
});

it("WELC-009 WELC-010 the welcome holds its last slide for 2 s, is marked as seen, and fades out in 0.5 s", () => {
  const { seen } = playing();
  vi.advanceTimersByTime(7500 + 1999);
  expect([session.get("hasSeenWelcome"), seen.fade]).toEqual([undefined, null]);
  vi.advanceTimersByTime(1);
  expect([session.get("hasSeenWelcome"), seen.fade, seen.done]).toEqual(["true", 500, false]);
  vi.advanceTimersByTime(499);
  expect(seen.done).toBe(false);
  vi.advanceTimersByTime(1);
  expect(seen.done).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(seen.slides).toEqual([0, 1, 2, 3]);
});

it("WELC-011 a skipped welcome is marked as seen at once and gone after 0.3 s", () => {
  const { seen, welcome } = playing();
  vi.advanceTimersByTime(1000);
  welcome.skip();
  expect([session.get("hasSeenWelcome"), seen.fade, seen.done]).toEqual(["true", 300, false]);
  vi.advanceTimersByTime(299);
  expect(seen.done).toBe(false);
  vi.advanceTimersByTime(1);
  expect(seen.done).toBe(true);
  expect(seen.slides).toEqual([0]);
  expect(vi.getTimerCount()).toBe(0);
});

it("with reduced motion, the welcome shows its last slide from the start", () => {
  const { seen } = playing(false);
  expect(seen.slides).toEqual([0, 3]);
  vi.advanceTimersByTime(2000);
  expect(seen.fade).toBe(500);
});

it("TOUR-015 TOUR-016 a completed tour is gone after 0.5 s, a skipped one after 0.3 s, both for good", () => {
  for (const [how, ms] of [
    ["completed", 500],
    ["skipped", 300],
  ] as const) {
    local.clear();
    const done = vi.fn();
    endTour(how, done);
    expect(local.get("onboardingCompleted")).toBe("true");
    vi.advanceTimersByTime(ms - 1);
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(done).toHaveBeenCalledOnce();
  }
});

it("WELC-001 TOUR-001 TOUR-002 TOUR-003 first the welcome, then the tour, then neither; it can be taken again", () => {
  expect(getCurrentStage()).toBe("welcome");
  session.set("hasSeenWelcome", "true");
  advanceStage();
  expect(getCurrentStage()).toBe("tour");
  storeTourStep(4);
  expect(readTourStep()).toBe(4);
  endTour("completed", advanceStage);
  vi.advanceTimersByTime(500);
  expect(getCurrentStage()).toBe("over");
  session.clear();
  advanceStage();
  expect(getCurrentStage()).toBe("welcome");
  restartTour();
  expect([getCurrentStage(), readTourStep()]).toEqual(["tour", 0]);
});

it("a browser without storage can finish the welcome and the tour", () => {
  const blocked = () => {
    throw new Error("blocked");
  };
  vi.stubGlobal("sessionStorage", { getItem: blocked, setItem: blocked, removeItem: blocked });
  vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked, removeItem: blocked });
  playing().welcome.skip();
  advanceStage();
  expect(getCurrentStage()).toBe("tour");
  endTour("skipped", advanceStage);
  vi.advanceTimersByTime(300);
  expect(getCurrentStage()).toBe("over");
});
