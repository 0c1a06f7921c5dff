import { parentPort, workerData } from "node:worker_threads";
import { Refused } from "../errors.ts";
import { readSlackExport } from "./export.ts";
import type { ExportWorkerData, ExportWorkerReply } from "./export-thread.ts";

/** The program of the thread that reads an export. */
const { path, ...options } = workerData as ExportWorkerData;
const parts = readSlackExport(path, options);

parentPort?.on("message", async () => {
  const answer: ExportWorkerReply = await parts.next().then(
    ({ done, value }) => (done ? { isOver: true } : { part: value }),
    (error: unknown) => {
      if (error instanceof Refused) return { refused: error.message };
      throw error;
    },
  );
  parentPort?.postMessage(answer);
});
