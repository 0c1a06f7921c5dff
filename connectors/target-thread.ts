import { AsyncLocalStorage } from "node:async_hooks";
import { Worker } from "node:worker_threads";
import type { CallClocks } from "./call-clocks.ts";
import { restoreError, type SerializedError, serializeError } from "./error-transfer.ts";
import { Refused, Unreachable } from "./errors.ts";
import type { Fetch } from "./http.ts";
import type { BeforeSending } from "./knowledge-target.ts";
import { getManifest, type KnowledgePlatform } from "./manifests.ts";
import type { TargetAddresses } from "./targets.ts";

export type TargetThreadData = TargetAddresses;

/** An argument of a call to the thread. Signals and callbacks cannot be sent, so the thread creates its own. */
export type SerializedArgument = { value: unknown } | "signal" | "before";

/** Messages from the server to the thread. */
export type MessageToThread =
  | { kind: "call"; call: number; platform: KnowledgePlatform; method: string; given: SerializedArgument[] }
  | { kind: "abort"; call: number }
  | { kind: "ping" }
  | { kind: "reply"; id: number; value: unknown }
  | { kind: "failure"; id: number; error: SerializedError };

/** Requests that the thread sends to the server. */
export type RequestToServer =
  | { what: "fetch"; call: SerializedFetch }
  | { what: "clock"; method: keyof CallClocks; given: unknown[] }
  | { what: "before"; given: unknown[] };

/** Messages from the thread to the server. */
export type MessageFromThread =
  | { kind: "begun" }
  | { kind: "pong" }
  | { kind: "errand"; id: number; call: number; errand: RequestToServer }
  | { kind: "cancel"; id: number }
  | { kind: "result"; call: number; value: unknown }
  | { kind: "error"; call: number; error: SerializedError; unreadable: string | null };

export interface SerializedFetch {
  url: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array | null;
  redirect: Request["redirect"];
}

export interface SerializedResponse {
  status: number;
  statusText: string;
  headers: [string, string][];
  body: Uint8Array | null;
}

export interface TargetThreadLimits {
  /** A thread that gives no sign of life for this long counts as blocked by hostile input. */
  stallMs?: number;
  /** A thread ends after this time without a call, and frees its memory. */
  idleMs?: number;
  mostThreads?: number;
  mostMegabytes?: number;
  /** The thread's program. */
  program?: URL;
}

/** The number of missed signs of life after which a thread is ended. */
const SIGNS = 10;
/** The time between aborting a call and ending a thread that ignores the abort. */
const GRACE_MS = 5_000;
const MOST_BODY_BYTES = 5 * 1024 * 1024;
/** The thread's only environment variable: the folder with Node's compile cache. */
const { NODE_COMPILE_CACHE } = process.env;

export interface TargetCall {
  platform: KnowledgePlatform;
  method: string;
  /** The arguments. The configuration is the first one. */
  given: unknown[];
}

/** Services of the server that the thread uses. */
export interface ServerServices {
  fetch: Fetch;
  clocks: CallClocks;
}

interface OpenCall extends PromiseWithResolvers<unknown> {
  platform: KnowledgePlatform;
  before: BeforeSending | undefined;
  /** The error that `before` threw. It stops the call and is thrown to the caller. */
  failure?: unknown;
  /** True after a request that changes something was sent. */
  mayHaveChanged: boolean;
  /** Runs a function in the caller's async context, for tracing. */
  inContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

export class TargetThread {
  /** The integrations whose data the thread may have in memory. */
  readonly served = new Set<string>();
  isAlive = true;
  readonly #outside: ServerServices;
  readonly #limits: Required<TargetThreadLimits>;
  readonly #worker: Worker;
  readonly #begun = Promise.withResolvers<void>();
  readonly #calls = new Map<number, OpenCall>();
  readonly #errands = new Map<number, AbortController>();
  #lastCall = 0;
  #missedSigns = 0;
  #pulse: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(outside: ServerServices, addresses: TargetAddresses, limits: Required<TargetThreadLimits>) {
    this.#outside = outside;
    this.#limits = limits;
    this.#worker = new Worker(limits.program, {
      env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
      workerData: addresses,
      resourceLimits: { maxOldGenerationSizeMb: limits.mostMegabytes },
    });
    this.#worker.on("message", (message: MessageFromThread) => this.#take(message));
    this.#worker.once("error", (error: NodeJS.ErrnoException) => {
      const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      this.#end((call) => (isFull ? this.#suspected(call, "takes too much memory to read") : error));
    });
    this.#worker.once("exit", () => this.#end(() => new Error("The thread of a target ended during a call")));
  }

  get load(): number {
    return this.#calls.size;
  }

  async call({ platform, method, given }: TargetCall): Promise<unknown> {
    const signal = given.find((one) => one instanceof AbortSignal);
    const before = given.find((one) => typeof one === "function") as BeforeSending | undefined;
    signal?.throwIfAborted();
    const id = (this.#lastCall += 1);
    const inContext = AsyncLocalStorage.snapshot();
    const call: OpenCall = {
      ...Promise.withResolvers<unknown>(),
      platform,
      before,
      mayHaveChanged: false,
      inContext,
    };
    this.#calls.set(id, call);
    this.#wake();
    let grace: NodeJS.Timeout | undefined;
    const abort = () => {
      this.#send({ kind: "abort", call: id });
      grace = setTimeout(() => this.#abandon(call, signal?.reason as Error), GRACE_MS);
    };
    signal?.addEventListener("abort", abort);
    this.#send({ kind: "call", call: id, platform, method, given: given.map(sendable) });
    try {
      return await call.promise;
    } catch (error) {
      if (signal?.aborted && error instanceof Error && error.name === "AbortError") throw signal.reason as Error;
      throw error;
    } finally {
      clearTimeout(grace);
      signal?.removeEventListener("abort", abort);
      this.#calls.delete(id);
      if (this.load === 0 && this.isAlive) this.#rest();
    }
  }

  #wake(): void {
    clearTimeout(this.#idle);
    this.#worker.ref();
    if (this.load > 1) return;
    this.#missedSigns = 0;
    // Counts missed signs of life. A time limit would blame the thread if the server itself was blocked. The count
    // starts when the thread's program runs.
    void this.#begun.promise.then(() => {
      clearInterval(this.#pulse);
      if (this.load > 0 && this.isAlive)
        this.#pulse = setInterval(() => this.#listen(), this.#limits.stallMs / SIGNS).unref();
    });
  }

  /** Ends a call that ignores its abort. */
  #abandon(call: OpenCall, reason: Error): void {
    if (this.load === 1) this.#end(() => reason);
    else call.reject(reason);
  }

  #listen(): void {
    this.#missedSigns += 1;
    if (this.#missedSigns > SIGNS) this.#end((call) => this.#suspected(call, "takes too long to read"));
    else this.#send({ kind: "ping" });
  }

  /** Lets the process end while the thread has no call. */
  #rest(): void {
    clearInterval(this.#pulse);
    this.#worker.unref();
    this.#idle = setTimeout(() => this.#end(() => new Error("The thread was idle")), this.#limits.idleMs).unref();
  }

  #take(message: MessageFromThread): void {
    if (message.kind === "begun") return this.#begun.resolve();
    if (message.kind === "pong") {
      this.#missedSigns = 0;
      return;
    }
    if (message.kind === "cancel") return this.#errands.get(message.id)?.abort();
    const call = this.#calls.get(message.call);
    if (message.kind === "errand") return this.#run(message.id, message.errand, call);
    if (message.kind === "result") call?.resolve(message.value);
    else if (call && message.unreadable) call.reject(unreadable(call, message.unreadable));
    else call?.reject(call.failure ?? restoreError(message.error));
  }

  #run(id: number, errand: RequestToServer, call: OpenCall | undefined): void {
    const stop = new AbortController();
    this.#errands.set(id, stop);
    const work = () => this.#doErrand(errand, call, stop.signal);
    void (call ? call.inContext(work) : work())
      .then(
        (value): MessageToThread => ({ kind: "reply", id, value }),
        (error: unknown): MessageToThread => ({ kind: "failure", id, error: serializeError(error) }),
      )
      .then((message) => {
        this.#errands.delete(id);
        if (!stop.signal.aborted) this.#send(message);
      });
  }

  async #doErrand(errand: RequestToServer, call: OpenCall | undefined, signal: AbortSignal): Promise<unknown> {
    const { fetch, clocks } = this.#outside;
    if (errand.what === "fetch") return fetchFor(errand.call, fetch, signal);
    if (errand.what === "clock")
      return (clocks[errand.method] as (...given: unknown[]) => Promise<unknown>).apply(clocks, errand.given);
    if (!call) throw new Error("The call is over");
    try {
      await call.before?.(...(errand.given as Parameters<BeforeSending>));
    } catch (error) {
      call.failure = error;
      throw error;
    }
    call.mayHaveChanged = true;
    return undefined;
  }

  /** If the thread had several calls, nobody knows which one blocked it, so all of them are retried. */
  #suspected(call: OpenCall, how: string): Error {
    const failure = unreadable(call, how);
    return this.load === 1 ? failure : new Unreachable(failure.message, { mayHaveHappened: call.mayHaveChanged });
  }

  #send(message: MessageToThread): void {
    if (this.isAlive) this.#worker.postMessage(message);
  }

  #end(reasonFor: (call: OpenCall) => Error): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    clearInterval(this.#pulse);
    clearTimeout(this.#idle);
    for (const one of this.#errands.values()) one.abort();
    for (const call of this.#calls.values()) call.reject(reasonFor(call));
    void this.#worker.terminate();
  }
}

function unreadable({ platform, mayHaveChanged }: OpenCall, how: string): Error {
  const sentence = `The page cannot be read: what ${getManifest(platform).name} answered ${how}.`;
  return mayHaveChanged ? new Unreachable(sentence, { mayHaveHappened: true }) : new Refused(sentence);
}

async function fetchFor(
  { url, body, ...call }: SerializedFetch,
  fetch: ServerServices["fetch"],
  signal: AbortSignal,
): Promise<SerializedResponse> {
  const response = await fetch(url, { ...call, ...(body && { body: body as never }), signal });
  const { status, statusText, headers } = response;
  return { status, statusText, headers: [...headers] as [string, string][], body: await bodyOf(response) };
}

/** Reads one byte more than permitted, so that the connector can detect a body that is too large. */
async function bodyOf(response: Response): Promise<Uint8Array | null> {
  if (!response.body) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).byteLength;
    if (bytes > MOST_BODY_BYTES) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function sendable(given: unknown): SerializedArgument {
  if (given instanceof AbortSignal) return "signal";
  return typeof given === "function" ? "before" : { value: given };
}
