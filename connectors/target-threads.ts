import { createHash } from "node:crypto";
import { createMemoryClocks } from "./call-clocks.ts";
import type { ConnectorOptions } from "./connector-options.ts";
import type { PageBlock, PageText } from "./knowledge-target.ts";
import type { KnowledgePlatform } from "./manifests.ts";
import { type ServerServices, type TargetCall, TargetThread, type ThreadLimits } from "./target-thread.ts";
import { type AnyTarget, createTargets, type TargetAddresses } from "./targets.ts";

/** A knowledge target that processes untrusted content in a thread, which can be ended. */
export interface ThreadedTarget extends AnyTarget {
  /** `textOf` for blocks that others may have written. */
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
 * Every knowledge target, running in threads. Whatever a page or repository contains, this process stays responsive: content that
 * takes too long or exhausts the memory ends only its thread. Calls share a thread only when all are busy. Network calls and
 * database requests happen in this process.
 */
export function createThreadedTargets(
  { fetch, clocks = createMemoryClocks(Date.now), ...rest }: ConnectorOptions & TargetAddresses,
  limits: ThreadLimits = {},
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
  readonly #limits: Required<ThreadLimits>;
  #threads: TargetThread[] = [];

  constructor(outside: ServerServices, addresses: TargetAddresses, limits: ThreadLimits) {
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
   * Prefers an idle thread, and among them the one that served the same integration before, because it caches a repository or a
   * session. When all are busy and no more may start, takes the one with the fewest calls.
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
