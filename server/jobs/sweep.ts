import { safeDatabaseError } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { DUTIES, type Duty } from "./duties.ts";

const LOOK_EVERY_MS = 30_000;

/**
 * Looks now and then for what is due by time. Every worker process does; together they do no more than one. A duty that takes
 * longer than the pause is not begun again before it ends, and holds up no other.
 */
export function startSweep(deps: Deps): { stop(): Promise<void> } {
  const running = new Map<Duty, Promise<unknown>>();
  const look = () => {
    for (const duty of DUTIES) {
      if (running.has(duty)) continue;
      running.set(
        duty,
        runAlone(deps, duty).finally(() => running.delete(duty)),
      );
    }
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}

/** Every duty once, one after the other. Answers the names of those that failed; they come again. */
export async function sweep(deps: Deps): Promise<string[]> {
  const failed: string[] = [];
  for (const duty of DUTIES) {
    if (!(await runAlone(deps, duty))) failed.push(duty.name);
  }
  return failed;
}

async function runAlone(deps: Deps, duty: Duty): Promise<boolean> {
  try {
    await duty.run(deps);
    return true;
  } catch (error) {
    deps.log.error({ err: safeDatabaseError(error), duty: duty.name }, "A duty failed and comes again");
    return false;
  }
}
