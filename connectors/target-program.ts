import { AsyncLocalStorage } from "node:async_hooks";
import { parentPort, workerData } from "node:worker_threads";
import { applyBlockLimit, TOO_MANY_BLOCKS, TooManyBlocks } from "./block-limit.ts";
import type { CallClocks } from "./call-clocks.ts";
import { restoreError, serializeError } from "./error-transfer.ts";
import type { PageBlock } from "./knowledge-target.ts";
import type {
  MessageFromThread,
  MessageToThread,
  RequestToServer,
  SerializedResponse,
  TargetThreadData,
} from "./target-thread.ts";
import { createTargets } from "./targets.ts";

/**
 * The program of a thread that runs knowledge targets. It sends requests to the server for everything outside of the
 * thread, such as network calls.
 */
const say = (message: MessageFromThread) => parentPort?.postMessage(message);

const waiting = new Map<number, PromiseWithResolvers<unknown>>();
const stops = new Map<number, AbortController>();
/** The id of the call for which the current code runs. */
const currentCall = new AsyncLocalStorage<number>();
let lastId = 0;

function ask(errand: RequestToServer, signal?: AbortSignal | null): Promise<unknown> {
  signal?.throwIfAborted();
  const id = (lastId += 1);
  const answer = Promise.withResolvers<unknown>();
  waiting.set(id, answer);
  const cancel = () => {
    waiting.delete(id);
    say({ kind: "cancel", id });
    answer.reject(signal?.reason as Error);
  };
  signal?.addEventListener("abort", cancel);
  say({ kind: "errand", id, call: currentCall.getStore() ?? 0, errand });
  return answer.promise.finally(() => signal?.removeEventListener("abort", cancel));
}

const NO_BODY = new Set([101, 204, 205, 304]);

async function fetchByServer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const body = request.body && new Uint8Array(await request.arrayBuffer());
  const { url, method, headers, redirect } = request;
  const call = { url, method, headers: [...headers] as [string, string][], body, redirect };
  const answer = (await ask({ what: "fetch", call }, init?.signal)) as SerializedResponse;
  const { status, statusText } = answer;
  return new Response(NO_BODY.has(status) ? null : (answer.body as never), {
    status,
    statusText,
    headers: answer.headers,
  });
}

const clock =
  (method: keyof CallClocks) =>
  (...given: unknown[]) =>
    ask({ what: "clock", method, given });
const clocks = {
  book: clock("book"),
  pausedMs: clock("pausedMs"),
  pause: clock("pause"),
} as CallClocks;

const targets = createTargets({ ...(workerData as TargetThreadData), fetch: fetchByServer, clocks });

type CallMessage = Extract<MessageToThread, { kind: "call" }>;

async function run({ call, platform, method, given }: CallMessage): Promise<unknown> {
  const stop = new AbortController();
  stops.set(call, stop);
  const before = (...told: unknown[]) => ask({ what: "before", given: told });
  const args = given.map((one) => (one === "signal" ? stop.signal : one === "before" ? before : one.value));
  const target = targets[platform];
  if (method === "textsOf") return (args[1] as PageBlock[]).map(target.textOf);
  const [name = "", inner] = method.split(".");
  const owner = (inner ? target[name as "folders"] : target) as unknown as Record<
    string,
    (...all: unknown[]) => unknown
  >;
  return applyBlockLimit(await owner[inner ?? name]?.(...args));
}

/** Whether the stack overflowed, because the data is nested deeper than any real page. */
const isTooDeep = (error: unknown): boolean =>
  error instanceof RangeError && /call stack|string length|array length/i.test(error.message);

function answer(message: CallMessage): void {
  const { call } = message;
  const failed = (error: unknown) =>
    say({ kind: "error", call, error: serializeError(error), unreadable: unreadableBecause(error) });
  void currentCall
    .run(call, () => run(message))
    .then((value) => say({ kind: "result", call, value }))
    .catch(failed)
    .finally(() => stops.delete(call));
}

function unreadableBecause(error: unknown): string | null {
  if (error instanceof TooManyBlocks) return TOO_MANY_BLOCKS;
  return isTooDeep(error) || isNotSendable(error) ? "is nested too deep to be read" : null;
}

const isNotSendable = (error: unknown) => error instanceof DOMException && error.name === "DataCloneError";

parentPort?.on("message", (message: MessageToThread) => {
  if (message.kind === "call") return answer(message);
  if (message.kind === "ping") return say({ kind: "pong" });
  if (message.kind === "abort")
    return stops.get(message.call)?.abort(new DOMException("The call was aborted", "AbortError"));
  const asked = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.kind === "reply") asked?.resolve(message.value);
  else asked?.reject(restoreError(message.error));
});
say({ kind: "begun" });
