import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

/**
 * The base of every stand-in: a server on 127.0.0.1 with a vendor's API. It records calls and can simulate failures.
 * Tests, `npm run dev` and the demo use the same stand-ins. Another process (a browser test, a benchmark) can read the
 * calls and order failures at `/_stand-in/…`.
 */
export interface StandIn {
  readonly name: string;
  /** The stand-in's address, such as `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly calls: Call[];
  fail(fault: Fault): void;
  clearFaults(): void;
  /** Runs `act` before the stand-in responds to the next call whose 'METHOD /path' contains this text. */
  before(match: string, act: () => unknown): void;
  close(): Promise<void>;
}

export interface Call {
  at: number;
  method: string;
  /** The path with the query string. */
  path: string;
  headers: Record<string, unknown>;
  body: unknown;
  /**
   * The status of the response. Null before the response, and permanently if a simulated failure withheld the response.
   */
  status: number | null;
  /** The time at which the response was sent. */
  answeredAt: number | null;
  /** True if the caller had disconnected before the response. */
  hasLeft: boolean;
}

export interface Fault {
  /** Only for calls whose 'METHOD /path' contains this text; all calls if absent. */
  match?: string;
  /** Only for calls whose JSON body contains this text; all calls if absent. */
  saying?: string;
  /** The number of failures; 1 if absent. */
  times?: number;
  /** The number of matching calls before the first failure. */
  after?: number;
  kind:
    | { status: number; body?: unknown; retryAfter?: number | string } // The call is refused before any work is done.
    | { afterWork: "hang" | "reset" | "status-500" } // The work is done, but the response never arrives.
    | { late: number } // In milliseconds: the work is done late, even if the caller has disconnected.
    | { drip: number } // The milliseconds between two bytes of the response.
    | { garbage: "html" | "truncated" | "wrong-json" };
}

export interface StandInOptions {
  port?: number;
  /** The number of recorded calls. Older calls are dropped. */
  historyLimit?: number;
  /** Returns the vendor's response body for a status, for ordered failures without a body. */
  refusal?: (status: number) => unknown;
}

/** Starts a stand-in on 127.0.0.1. `routes` adds the vendor's endpoints. */
export async function startStandIn(
  name: string,
  routes: (app: FastifyInstance) => void | Promise<void>,
  {
    port = 0,
    historyLimit = 20_000,
    refusal = (status) => ({ error: `ordered fault ${status}` }),
  }: StandInOptions = {},
): Promise<StandIn> {
  const app = Fastify({
    bodyLimit: 20 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  });
  const calls: Call[] = [];
  let waiting: { match: string; act: () => unknown }[] = [];
  let faults: { fault: Fault; left: number; skip: number }[] = [];
  const callOf = new WeakMap<FastifyRequest, Call>();
  const faultOf = new WeakMap<FastifyRequest, Fault["kind"]>();

  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(text as string)));
  });

  app.addHook("preHandler", async (request, reply) => {
    if (request.url.startsWith("/_stand-in/")) return;
    const call: Call = {
      at: Date.now(),
      method: request.method,
      path: request.url,
      headers: { ...request.headers },
      body: request.body,
      status: null,
      answeredAt: null,
      hasLeft: false,
    };
    calls.push(call);
    if (calls.length > historyLimit) calls.splice(0, calls.length - historyLimit);
    callOf.set(request, call);
    const next = waiting.find(({ match }) => `${request.method} ${request.url}`.includes(match));
    waiting = waiting.filter((one) => one !== next);
    await next?.act();
    const kind = takeFault(`${request.method} ${request.url}`, request.body);
    if (!kind) return;
    faultOf.set(request, kind);
    if ("late" in kind) await new Promise((resolve) => setTimeout(resolve, kind.late));
    if ("status" in kind) {
      if (kind.retryAfter !== undefined) reply.header("retry-after", String(kind.retryAfter));
      call.status = kind.status;
      return reply.code(kind.status).send(kind.body ?? refusal(kind.status));
    }
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const kind = faultOf.get(request);
    const call = callOf.get(request);
    if (kind && "afterWork" in kind) {
      if (kind.afterWork === "hang") await new Promise(() => {});
      if (kind.afterWork === "reset") request.raw.socket.resetAndDestroy();
      reply.code(500);
      if (call) call.status = 500;
      return '{"error":"ordered fault after the work was done"}';
    }
    if (call) {
      const hasLeft = request.raw.socket.destroyed || reply.raw.destroyed;
      Object.assign(call, { status: reply.statusCode, answeredAt: Date.now(), hasLeft });
    }
    if (kind && "garbage" in kind) return garble(kind.garbage, String(payload), reply);
    if (kind && "drip" in kind) {
      reply.hijack();
      await drip(reply, String(payload), kind.drip);
    }
    return payload;
  });

  function takeFault(line: string, body: unknown): Fault["kind"] | undefined {
    const matchesTypedWord = ({ match = "", saying }: Fault) =>
      line.includes(match) && (!saying || JSON.stringify(body ?? null).includes(saying));
    const entry = faults.find(({ fault, left }) => left > 0 && matchesTypedWord(fault));
    if (!entry) return undefined;
    if (entry.skip > 0) {
      entry.skip -= 1;
      return undefined;
    }
    entry.left -= 1;
    if (entry.left === 0) faults = faults.filter((other) => other !== entry);
    return entry.fault.kind;
  }

  const fail = (fault: Fault) => void faults.push({ fault, left: fault.times ?? 1, skip: fault.after ?? 0 });
  app.get("/_stand-in/calls", async () => calls);
  app.delete("/_stand-in/calls", async () => ({ dropped: calls.splice(0).length }));
  app.post("/_stand-in/faults", async (request) => {
    fail(request.body as Fault);
    return { ok: true };
  });
  app.delete("/_stand-in/faults", async () => {
    faults = [];
    return { ok: true };
  });

  await routes(app);
  const url = await app.listen({ host: "127.0.0.1", port });
  return {
    name,
    url,
    calls,
    fail,
    clearFaults: () => void (faults = []),
    before: (match, act) => void waiting.push({ match, act }),
    close: () => app.close(),
  };
}

function garble(how: "html" | "truncated" | "wrong-json", payload: string, reply: FastifyReply): string {
  if (how === "truncated") return payload.slice(0, Math.floor(payload.length / 2));
  if (how === "wrong-json") return '{"unexpected":["shape"]}';
  reply.type("text/html");
  return "<!doctype html><title>Proxy error</title><p>Bad gateway";
}

async function drip(reply: FastifyReply, payload: string, everyMs: number): Promise<void> {
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  for (const character of payload) {
    if (reply.raw.destroyed) return;
    reply.raw.write(character);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  reply.raw.end();
}
