import { createListeners } from "../../lib/listeners.ts";

/** The overlay on the dashboard: the welcome once per session, the tour until it is finished or skipped. */
export type OnboardingStage = "welcome" | "tour" | "over";

const WELCOME_KEY = "hasSeenWelcome";
const TOUR_KEY = "onboardingCompleted";
/** The storage key of the tour's step, for a person who follows one of the tour's links and returns. */
const STEP_KEY = "onboardingStep";

export const SLIDE_COUNT = 4;
export const SLIDE_MS = 2500;
export const LAST_SLIDE_HOLD_MS = 2000;
export const FADE_MS = 500;
export const SKIP_MS = 300;

/** Stores the values for browsers without storage, until the person leaves the page. */
const kept = new Map<string, string>();
function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return kept.get(key) ?? null;
  }
}
function write(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    if (value === null) kept.delete(key);
    else kept.set(key, value);
  }
}
const session = () => sessionStorage;
const local = () => localStorage;

/** True when the tour was finished or skipped, in this session or another. */
export const isTourOver = () => read(local, TOUR_KEY) !== null;

function getOnboardingStage(): OnboardingStage {
  if (!read(session, WELCOME_KEY)) return "welcome";
  return isTourOver() ? "over" : "tour";
}

let stage: OnboardingStage | undefined;
const listeners = createListeners();
export const subscribeToStage = listeners.subscribe;
export function getCurrentStage(): OnboardingStage {
  stage ??= getOnboardingStage();
  return stage;
}
/** Chooses the overlay. A person who dismissed both sees none until they restart the tour. */
export function chooseNextOnboardingStage(now: OnboardingStage, isDismissed: boolean): OnboardingStage {
  if (!isDismissed || now === "over") return now;
  return now === "tour" && read(session, STEP_KEY) !== null ? "tour" : "over";
}

/** Continues from the welcome to the tour, or from the tour to the dashboard, by the stored state. */
export function advanceStage(): void {
  stage = getOnboardingStage();
  listeners.notify();
}

export const readTourStep = () => Number(read(session, STEP_KEY) ?? 0);
export const storeTourStep = (step: number) => write(session, STEP_KEY, String(step));

/** Restarts the tour at its first step. */
export function restartTour(): void {
  write(session, WELCOME_KEY, "true");
  write(local, TOUR_KEY, null);
  storeTourStep(0);
  advanceStage();
}

interface WelcomeOptions {
  /** False if the person prefers reduced motion: only the last slide is shown. */
  motion: boolean;
  show: (slide: number) => void;
  /** Fades the welcome out within this many milliseconds before `done` is called. */
  fade: (ms: number) => void;
  done: () => void;
}

/** Shows the slides one after the other, holds the last one, and calls `done`. The person can skip them. */
export function playWelcome({ motion, show, fade, done }: WelcomeOptions) {
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  const end = (ms: number) => {
    stop();
    write(session, WELCOME_KEY, "true");
    fade(ms);
    timers.push(setTimeout(done, ms));
  };
  const last = SLIDE_COUNT - 1;
  if (motion)
    for (let slide = 1; slide <= last; slide += 1) timers.push(setTimeout(() => show(slide), slide * SLIDE_MS));
  else show(last);
  timers.push(setTimeout(() => end(FADE_MS), (motion ? last * SLIDE_MS : 0) + LAST_SLIDE_HOLD_MS));
  return { skip: () => end(SKIP_MS), stop };
}

/** Ends the welcome for this session. */
export const skipWelcome = () => write(session, WELCOME_KEY, "true");

/** Ends the tour for good. A completed tour closes slightly slower than a skipped one. */
export function endTour(how: "completed" | "skipped", done: () => void): void {
  write(local, TOUR_KEY, "true");
  write(session, STEP_KEY, null);
  setTimeout(done, how === "completed" ? FADE_MS : SKIP_MS);
}
