import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/**
 * The time between the requests of another user. The user is simulated in a separate thread, so that the benchmark's own work
 * does not delay the requests.
 */

const EVERY_MS = 50;

export interface RequestWaits {
  longestMs: number;
  asked: number;
  /** The number of requests with an error or without an answer. */
  failed: number;
}

interface WatchedRequests {
  address: string;
  cookie: string;
  paths: string[];
}

export class BystanderUser {
  readonly #worker: Worker;

  constructor(watched: WatchedRequests) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: watched });
  }

  begin(): void {
    this.#worker.postMessage("begin");
  }

  /** Returns the response times since `begin`, after all requests have ended. */
  async end(): Promise<RequestWaits> {
    const answer = new Promise<RequestWaits>((resolve) => this.#worker.once("message", resolve));
    this.#worker.postMessage("end");
    return answer;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

function watch({ address, cookie, paths }: WatchedRequests): void {
  let waits: RequestWaits = { longestMs: 0, asked: 0, failed: 0 };
  let open: Promise<void>[] = [];
  let timer: NodeJS.Timeout | undefined;
  const ask = async (path: string) => {
    const since = performance.now();
    const answer = await fetch(address + path, { headers: { cookie } }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    waits.longestMs = Math.max(waits.longestMs, performance.now() - since);
    waits.asked += 1;
    if (!answer?.ok) waits.failed += 1;
  };
  parentPort?.on("message", async (message: "begin" | "end") => {
    if (message === "begin") {
      waits = { longestMs: 0, asked: 0, failed: 0 };
      open = [];
      timer = setInterval(() => open.push(...paths.map(ask)), EVERY_MS);
      return;
    }
    clearInterval(timer);
    await Promise.all(open);
    parentPort?.postMessage(waits);
  });
}

if (!isMainThread) watch(workerData as WatchedRequests);
