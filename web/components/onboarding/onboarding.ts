import { createListeners } from "../../lib/listeners.ts";

/** Which of the two is over the dashboard: the welcome once a session, the tour until it was finished or skipped. */
export type Stage = "welcome" | "tour" | "over";

const WELCOME_KEY = "hasSeenWelcome";
const TOUR_KEY = "onboardingCompleted";
/** Where the tour goes on for whoever followed one of its links and comes back. */
const STEP_KEY = "onboardingStep";

export const SLIDES = 4;
export const SLIDE_MS = 2500;
export const HOLD_MS = 2000;
export const FADE_MS = 500;
export const SKIP_MS = 300;

/** For a browser that keeps nothing: remembered until the page is left. */
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

/** Finished or skipped, in this session or another. */
export const isTourOver = () => read(local, TOUR_KEY) !== null;

function stageNow(): Stage {
  if (!read(session, WELCOME_KEY)) return "welcome";
  return isTourOver() ? "over" : "tour";
}

let stage: Stage | undefined;
const listeners = createListeners();
export const onStage = listeners.subscribe;
export function currentStage(): Stage {
  stage ??= stageNow();
  return stage;
}
/** For a person who asked not to see them again: neither, until they take the tour again. */
export function stageFor(now: Stage, isDismissed: boolean): Stage {
  if (!isDismissed || now === "over") return now;
  return now === "tour" && read(session, STEP_KEY) !== null ? "tour" : "over";
}

/** What was marked takes effect: the welcome gives way to the tour, the tour to the dashboard. */
export function settleStage(): void {
  stage = stageNow();
  listeners.notify();
}

export const tourStep = () => Number(read(session, STEP_KEY) ?? 0);
export const keepTourStep = (step: number) => write(session, STEP_KEY, String(step));

/** From the first step, in this session and at any time later. */
export function restartTour(): void {
  write(session, WELCOME_KEY, "true");
  write(local, TOUR_KEY, null);
  keepTourStep(0);
  settleStage();
}

interface WelcomeOptions {
  /** Without motion the last slide shows from the start. */
  motion: boolean;
  show: (slide: number) => void;
  /** It takes this long until `done`. */
  fade: (ms: number) => void;
  done: () => void;
}

/** Shows one slide after the other, holds the last one and ends; or ends when it is told to. */
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
  const last = SLIDES - 1;
  if (motion)
    for (let slide = 1; slide <= last; slide += 1) timers.push(setTimeout(() => show(slide), slide * SLIDE_MS));
  else show(last);
  timers.push(setTimeout(() => end(FADE_MS), (motion ? last * SLIDE_MS : 0) + HOLD_MS));
  return { skip: () => end(SKIP_MS), stop };
}

/** The welcome of this session is over, wherever it was. */
export const skipWelcome = () => write(session, WELCOME_KEY, "true");

/** Both hide the tour for good, a completed one a little slower. */
export function endTour(how: "completed" | "skipped", done: () => void): void {
  write(local, TOUR_KEY, "true");
  write(session, STEP_KEY, null);
  setTimeout(done, how === "completed" ? FADE_MS : SKIP_MS);
}
