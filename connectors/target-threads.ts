import { createHash } from "node:crypto";
import { createMemoryClocks } from "./call-clocks.ts";
import type { ConnectorOptions } from "./connector-options.ts";
import type { PageBlock, PageText } from "./knowledge-target.ts";
import type { KnowledgePlatform } from "./manifests.ts";
import { type ServerServices, type TargetCall, TargetThread, type TargetThreadLimits } from "./target-thread.ts";
import { type AnyTarget, createTargets, type TargetAddresses } from "./targets.ts";

/** A knowledge target that processes untrusted content in a thread. The thread can be ended at any time. */
export interface ThreadedTarget extends AnyTarget {
  /** Returns the texts of blocks that other people may have written. */
  textsOf(config: Record<string, string>, blocks: PageBlock[], signal?: AbortSignal): Promise<(PageText[] | null)[]>;
}

const METHODS = [
  "check",
  "listPlaces",
  "publish",
  "update",
  "find",
  "listUnknown",
  "read",
  "finish",
  "archive",
  "restore",
  "move",
  "listPages",
  "readPage",
  "findGone",
  "listChoices",
  "planRepair",
  "repair",
  "findRepair",
  "findReview",
  "comment",
  "findComment",
  "deleteComment",
];
const PROGRAM = new URL("./target-program.ts", import.meta.url);

/**
 * Runs every knowledge target in threads, so that this process stays responsive even for a hostile page or repository.
 * Content that takes too much time or memory ends only its own thread. Calls share a thread only if all threads are
 * busy. Network calls and database queries run in this process.
 */
export function createThreadedTargets(
  { fetch, clocks = createMemoryClocks(Date.now), ...rest }: ConnectorOptions & TargetAddresses,
  limits: TargetThreadLimits = {},
): Record<KnowledgePlatform, ThreadedTarget> {
  const threads = new TargetThreads({ fetch, clocks }, rest, limits);
  const local = createTargets({ fetch, clocks, ...rest });
  const threaded = Object.entries(local).map(([name, target]) => {
    const platform = name as KnowledgePlatform;
    const call =
      (method: string) =>
      (...given: unknown[]) =>
        threads.call({ platform, method, given });
    const methodsOf = (owner: object, prefix = "") =>
      Object.fromEntries(METHODS.filter((one) => one in owner).map((one) => [one, call(prefix + one)]));
    const folders = target.folders && { folders: methodsOf(target.folders, "folders.") };
    return [name, { ...target, ...methodsOf(target), ...folders, textsOf: call("textsOf") }];
  });
  return Object.fromEntries(threaded) as Record<KnowledgePlatform, ThreadedTarget>;
}

class TargetThreads {
  readonly #outside: ServerServices;
  readonly #addresses: TargetAddresses;
  readonly #limits: Required<TargetThreadLimits>;
  #threads: TargetThread[] = [];

  constructor(outside: ServerServices, addresses: TargetAddresses, limits: TargetThreadLimits) {
    this.#outside = outside;
    this.#addresses = addresses;
    this.#limits = { stallMs: 10_000, idleMs: 20_000, mostThreads: 6, mostMegabytes: 256, program: PROGRAM, ...limits };
  }

  call(call: TargetCall): Promise<unknown> {
    this.#threads = this.#threads.filter(({ isAlive }) => isAlive);
    const thread = this.#choose(keyOf(call)) ?? new TargetThread(this.#outside, this.#addresses, this.#limits);
    if (!this.#threads.includes(thread)) this.#threads.push(thread);
    thread.served.add(keyOf(call));
    return thread.call(call);
  }

  /**
   * Chooses a thread for a call. Prefers a thread without calls, and among these the one that served the same
   * integration before, because it caches a repository or a session. If all threads are busy and no further thread may
   * start, chooses the one with the fewest calls.
   */
  #choose(key: string): TargetThread | undefined {
    const resting = this.#threads.filter(({ load }) => load === 0);
    const found = resting.find(({ served }) => served.has(key)) ?? resting.at(-1);
    if (found || this.#threads.length < this.#limits.mostThreads) return found;
    return this.#threads.reduce((least, thread) => (thread.load < least.load ? thread : least));
  }
}

const keyOf = ({ platform, given: [config] }: TargetCall) =>
  createHash("sha256")
    .update(JSON.stringify([platform, config]))
    .digest("base64url");
