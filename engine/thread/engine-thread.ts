import { setTimeout as sleepFor } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Conversation } from "../../shared/domain/chat.ts";
import {
  type DetectionSettings,
  EngineTooSlow,
  type Finding,
  type KnowledgeText,
  type LocalEngine,
  type MessageWindow,
  type WritingContext,
} from "../contract.ts";
import type { Encoder, Vector } from "../encoder/meaning.ts";
import type { PageText } from "../page-text.ts";

/** A request to a thread. */
export type ThreadRequest = EngineRequest | EncoderRequest;

export interface EncoderRequest {
  task: "encode";
  texts: string[];
}

export type EngineRequest =
  | { task: "group"; window: MessageWindow }
  | { task: "detect"; conversation: Conversation; settings: DetectionSettings }
  | { task: "compare"; known: KnowledgeText; fresh: KnowledgeText }
  | { task: "compare with pages"; pages: PageText[]; fresh: KnowledgeText }
  | { task: "new topic"; conversation: Conversation; known: KnowledgeText; cited: string[] }
  | { task: "write"; conversation: Conversation; finding: Finding; context: WritingContext };

export type ThreadReply = { result: unknown } | { error: unknown };

/** A thread's request for embeddings, which another thread computes. `VectorsReply` is the response. */
export interface VectorsRequest {
  question: number;
  texts: string[];
}

/** A thread sends this message when its program is loaded. The time limit of its first request starts then. */
export interface ThreadStartedMessage {
  begun: true;
}

export interface VectorsReply {
  question: number;
  vectors: (Vector | undefined)[];
}

export interface EngineThreadOptions {
  /**
   * The time limit for one conversation after `ThreadStartedMessage`. A text that takes longer was probably crafted to be
   * slow.
   */
  timeLimitMs?: number;
  /** A thread ends after this time without a request, and frees its memory. */
  idleMs?: number;
  /**
   * The thread's program. It sends `ThreadStartedMessage`, then answers each `ThreadRequest` with a `ThreadReply`. It may send
   * a `VectorsRequest` before its answer.
   */
  program?: URL;
  /** One encoder serves all threads, because an encoder takes about 150 MB. */
  encoder?: Encoder | undefined;
}

const PROGRAM = new URL("./engine-program.ts", import.meta.url);
const TIME_LIMIT_MS = 60_000;
const COMPARISON_LIMIT_MS = 10_000;
/**
 * If embeddings take longer than this, a comparison continues without them. This time is shorter than the comparison's
 * own limit.
 */
const MEANING_PATIENCE_MS = 4_000;
const ENCODER_PATIENCE_MS = 10_000;
/** The time limit for loading the thread's program. It is long because some machines are slow. */
const BEGIN_LIMIT_MS = 120_000;
/** The memory limit of a thread. A text that was crafted to fill the memory then ends only its own thread. */
const MOST_MEGABYTES = 512;
/** Threads get no other environment variable. Without Node's compile cache, each thread takes 8 to 13 MB more. */
const { NODE_COMPILE_CACHE } = process.env;
const ENVIRONMENT = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
/** Longer than the usual time between two conversations of an import. */
const IDLE_MS = 20_000;
/**
 * Longer than `IDLE_MS`, because people often ask again within a minute. The encoder takes about 150 MB and starts in a
 * second.
 */
const ENCODER_IDLE_MS = 60_000;
/** Texts per request. The number is small, so that a question does not wait for a long article. */
const TEXTS_AT_ONCE = 32;

/**
 * Runs the local engine in threads, so that this process stays responsive. A conversation that takes too much time or
 * memory fails alone. A second thread compares articles, so that the short comparison does not wait for a conversation.
 */
export function createEngineThread({
  timeLimitMs = TIME_LIMIT_MS,
  idleMs = IDLE_MS,
  program = PROGRAM,
  encoder = createEncoderThread(),
}: EngineThreadOptions = {}): LocalEngine {
  const conversations = createThread(program, { timeLimitMs, idleMs, encoder });
  const comparisons = createThread(program, {
    timeLimitMs: Math.min(timeLimitMs, COMPARISON_LIMIT_MS),
    idleMs,
    encoder: { encode: withPatience((texts) => encoder.encode(texts), MEANING_PATIENCE_MS) },
  });
  return {
    name: "local",
    group: (window) => conversations({ task: "group", window }),
    detect: (conversation, settings) => conversations({ task: "detect", conversation: plain(conversation), settings }),
    write: (conversation, finding, context) =>
      conversations({ task: "write", conversation: plain(conversation), finding, context }),
    newTopic: (conversation, known, cited) =>
      conversations({ task: "new topic", conversation: plain(conversation), known, cited }),
    compare: (known, fresh) => comparisons({ task: "compare", known, fresh }),
    compareWithPages: (pages, fresh) => comparisons({ task: "compare with pages", pages, fresh }),
  };
}

/** Longer than `patienceMs`, so that a slow machine can finish loading the model. */
const ENCODER_LIMIT_MS = 120_000;

export interface EncoderThreadOptions {
  /** The longest time that a caller waits for the embeddings of one request. */
  patienceMs?: number;
  /** The thread's program. It sends `ThreadStartedMessage`, then answers each `EncoderRequest` with a `ThreadReply`. */
  program?: URL;
}

/**
 * Computes embeddings in a thread, one request at a time. If a request is late, its caller and all further callers get
 * no embeddings until the thread has finished it. A frequent caller then waits only once.
 */
export function createEncoderThread({
  patienceMs = ENCODER_PATIENCE_MS,
  program = PROGRAM,
}: EncoderThreadOptions = {}): Encoder {
  const thread = createThread(program, { timeLimitMs: ENCODER_LIMIT_MS, idleMs: ENCODER_IDLE_MS });
  const read = withPatience(
    (texts) => thread<Vectors>({ task: "encode", texts }).catch(() => texts.map(() => undefined)),
    patienceMs,
  );
  return {
    async encode(texts) {
      const vectors: (Vector | undefined)[] = [];
      for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE)
        vectors.push(...(await read(texts.slice(from, from + TEXTS_AT_ONCE))));
      return vectors;
    },
  };
}

type Vectors = (Vector | undefined)[];

/**
 * Returns no vectors for a late request, nor for further requests until the late one ends, so that a caller waits only
 * once.
 */
function withPatience(read: (texts: string[]) => Promise<Vectors>, ms: number) {
  let late = 0;
  return async (texts: string[]): Promise<Vectors> => {
    const nothing = texts.map(() => undefined);
    if (late > 0) return nothing;
    const vectors = read(texts);
    const patience = new AbortController();
    const inTime = await Promise.race([vectors, sleepFor(ms, null, { ref: false, signal: patience.signal })]);
    patience.abort();
    if (inTime) return inTime;
    late += 1;
    void vectors.finally(() => (late -= 1)).catch(() => {});
    return nothing;
  };
}

interface ThreadOptions {
  timeLimitMs: number;
  idleMs: number;
  encoder?: Encoder;
}

/** A thread that starts on demand, ends when idle, restarts after a crash, and processes one request at a time. */
function createThread(program: URL, options: ThreadOptions) {
  const thread = new EngineThread(program, options);
  let turn: Promise<unknown> = Promise.resolve();
  return <Result>(request: ThreadRequest): Promise<Result> => {
    const answer = turn.then(() => thread.ask(request));
    turn = answer.catch(() => {});
    return answer as Promise<Result>;
  };
}

class EngineThread {
  readonly #program: URL;
  readonly #options: ThreadOptions;
  #worker: Worker | null = null;
  #begun: Promise<void> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(program: URL, options: ThreadOptions) {
    this.#program = program;
    this.#options = options;
  }

  /** Sends one request. The caller must have received the answer to the previous request. */
  ask(request: ThreadRequest): Promise<unknown> {
    clearTimeout(this.#idle);
    const asked = (this.#worker ??= this.#start());
    return new Promise<unknown>((resolve, reject) => {
      let isOver = false;
      const end = () => {
        isOver = true;
        clearTimeout(timer);
        asked.off("message", answered).off("error", died).off("exit", died);
        this.#rest(asked);
      };
      const answered = (answer: ThreadReply | VectorsRequest | ThreadStartedMessage) => {
        if ("begun" in answer) return;
        if ("question" in answer) {
          // The time limit pauses while another thread computes embeddings.
          clearTimeout(timer);
          return void this.#tell(asked, answer).then(count);
        }
        end();
        if ("error" in answer) reject(answer.error);
        else resolve(answer.result);
      };
      const died = () => {
        end();
        this.#forget(asked);
        reject(new Error("The engine's thread ended while it looked at a conversation"));
      };
      const giveUp = () => {
        end();
        this.#forget(asked);
        void asked.terminate();
        reject(new EngineTooSlow());
      };
      let timer = setTimeout(giveUp, BEGIN_LIMIT_MS);
      const count = () => {
        clearTimeout(timer);
        if (!isOver) timer = setTimeout(giveUp, this.#options.timeLimitMs);
      };
      void this.#begun.then(count);
      asked.ref();
      asked.on("message", answered).once("error", died).once("exit", died);
      asked.postMessage(request);
    });
  }

  #start(): Worker {
    const started = new Worker(this.#program, {
      env: ENVIRONMENT,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    });
    this.#begun = new Promise((resolve) => {
      started.on("message", (message: ThreadReply | VectorsRequest | ThreadStartedMessage) => {
        if ("begun" in message) resolve();
      });
    });
    started.once("exit", () => this.#forget(started));
    // The waiting caller gets the error. Without this listener, the error would end the process.
    started.on("error", () => {});
    return started;
  }

  /** Discards an ended thread. The next request starts a new one. */
  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
  }

  #rest(resting: Worker): void {
    // A thread without a request must not keep the process running.
    resting.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#forget(resting);
      void resting.terminate();
    }, this.#options.idleMs).unref();
  }

  async #tell(asking: Worker, { question, texts }: VectorsRequest): Promise<void> {
    const vectors = (await this.#options.encoder?.encode(texts)) ?? texts.map(() => undefined);
    asking.postMessage({ question, vectors } satisfies VectorsReply);
  }
}

/** Copies only the fields that the engine needs into the thread. */
const plain = ({ key, messages }: Conversation): Conversation => ({ key, messages });
