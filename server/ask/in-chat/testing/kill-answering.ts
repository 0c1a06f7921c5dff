import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { AnsweringOrder } from "./answering-process.ts";

const PROCESS = fileURLToPath(new URL("./answering-process.ts", import.meta.url));

/** How long a test waits for what a process of its own does. */
const processes: ChildProcess[] = [];

/** A worker in a process of its own answers what is due, and is killed as soon as it is time. */
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

/** Those that a failed test left running. */
export function killRestOfAnswering(): void {
  for (const one of processes.splice(0)) one.kill("SIGKILL");
}
