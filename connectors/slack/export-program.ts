import { parentPort, workerData } from "node:worker_threads";
import { Refused } from "../errors.ts";
import { readSlackExport } from "./export.ts";
import type { ExportThreadData, ExportThreadReply } from "./export-thread.ts";

/** The program of the thread that reads an export. */
const { path, ...options } = workerData as ExportThreadData;
const parts = readSlackExport(path, options);

parentPort?.on("message", async () => {
  const answer: ExportThreadReply = await parts.next().then(
    ({ done, value }) => (done ? { isOver: true } : { part: value }),
    (error: unknown) => {
      if (error instanceof Refused) return { refused: error.message };
      throw error;
    },
  );
  parentPort?.postMessage(answer);
});
