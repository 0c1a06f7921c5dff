import { Worker } from "node:worker_threads";
import { Refused } from "../errors.ts";
import type { ExportOptions, ExportPart } from "./export.ts";

/** The data with which the thread starts. */
export interface ExportWorkerData extends Omit<ExportOptions, "signal"> {
  path: string;
}

/** The thread's response to each request for the next part. */
export type ExportWorkerReply = { part: ExportPart } | { isOver: true } | { refused: string };

export interface ExportWorkerOptions extends ExportOptions {
  /** The time limit for one part of the export. A part that takes longer was probably crafted to be slow. */
  timeLimitMs?: number;
  /** The thread's program. */
  program?: URL;
}

const PROGRAM = new URL("./export-program.ts", import.meta.url);
const TIME_LIMIT_MS = 120_000;
const MOST_MEGABYTES = 512;

/**
 * Runs `readSlackExport` in a thread, so that this process stays responsive even for a hostile file. A file that takes
 * too much time or memory is `Refused`, like any unreadable file. The thread reads a part only on request.
 */
export async function* readExportInWorker(
  path: string,
  { signal, timeLimitMs = TIME_LIMIT_MS, program = PROGRAM, ...options }: ExportWorkerOptions = {},
): AsyncGenerator<ExportPart> {
  signal?.throwIfAborted();
  const thread = new Worker(program, {
    env: {},
    workerData: { path, ...options } satisfies ExportWorkerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  // The waiting caller gets the error. Without this listener, the error would end the process.
  thread.on("error", () => {});
  try {
    for (;;) {
      const answer = await nextAnswer(thread, timeLimitMs, signal);
      if ("refused" in answer) throw new Refused(answer.refused);
      if ("isOver" in answer) return;
      yield answer.part;
    }
  } finally {
    await thread.terminate();
  }
}

function nextAnswer(thread: Worker, timeLimitMs: number, signal: AbortSignal | undefined): Promise<ExportWorkerReply> {
  const { promise, resolve, reject } = Promise.withResolvers<ExportWorkerReply>();
  const died = (error: NodeJS.ErrnoException) => {
    const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    reject(isFull ? new Refused("This export needs too much memory to read.") : error);
  };
  const tooLong = () => reject(new Refused("This export takes too long to read."));
  const stopped = () => reject(signal?.reason as Error);
  const timer = setTimeout(tooLong, timeLimitMs);
  thread.once("message", resolve).once("error", died);
  signal?.addEventListener("abort", stopped);
  thread.postMessage("next");
  return promise.finally(() => {
    clearTimeout(timer);
    thread.off("message", resolve).off("error", died);
    signal?.removeEventListener("abort", stopped);
  });
}
