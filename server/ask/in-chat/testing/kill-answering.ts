import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { AnsweringOrder } from "./answering-process.ts";

const PROCESS = fileURLToPath(new URL("./answering-process.ts", import.meta.url));

/** The processes started by tests. */
const processes: ChildProcess[] = [];

/** Answers due questions in a separate process, and kills it as soon as `isTime` returns true. */
export async function killAnsweringWhen(
  isTime: () => Promise<boolean> | boolean,
  order: AnsweringOrder,
): Promise<void> {
  const one = spawn(process.execPath, [PROCESS, JSON.stringify(order)], { stdio: ["ignore", "ignore", "inherit"] });
  processes.push(one);
  await expect.poll(isTime).toBe(true);
  const ended = once(one, "exit");
  one.kill("SIGKILL");
  expect((await ended)[1]).toBe("SIGKILL");
}

/** Kills processes that a failed test left running. */
export function killRestOfAnswering(): void {
  for (const one of processes.splice(0)) one.kill("SIGKILL");
}
