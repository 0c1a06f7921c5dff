import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { ReadableStream } from "node:stream/web";
import { Agent, type Dispatcher, ProxyAgent, fetch as undiciFetch } from "undici";
import {
  BlockedAddress,
  CONNECT_TIMEOUT_MS,
  ConnectionFailed,
  createCheckedConnector,
  explainBlockedHostname,
  findInCauses,
} from "./checked-connector.ts";
import { createEgressRules } from "./egress-rules.ts";
import { AddressNotAllowed, NoAnswer, TooLarge, Unreachable } from "./errors.ts";

export interface SafeFetchOptions {
  /** The value of the environment variable EGRESS_ALLOW. */
  allow: string[];
  /** The value of EGRESS_PROXY. The proxy gets all calls, after the same checks. */
  proxy?: string;
  /** The time limit for the whole call, from the DNS look-up to the last byte. */
  timeoutMs?: number;
  /** The largest response body in bytes, uncompressed. */
  maxBytes?: number;
  socketsPerHost?: number;
  /**
   * Resolves the host name once per connection. The connection uses exactly this result. Tests replace the system's
   * look-up.
   */
  lookup?: LookupFunction;
}
const NO_BODY = new Set([204, 205, 304]);

/**
 * Creates the server's only outgoing HTTP client, a `fetch` with guards. It calls public addresses over https, and
 * addresses in `allow`. It checks a name's address at the moment of connecting, follows no redirects, and stops after
 * 20 s or 5 MB. Throws `Unreachable`, or the reason of the caller's signal.
 */
export function createSafeFetch({
  allow,
  proxy,
  timeoutMs = 20_000,
  maxBytes = 5 * 1024 * 1024,
  socketsPerHost = 8,
  lookup = systemLookup as LookupFunction,
}: SafeFetchOptions): typeof globalThis.fetch {
  const rules = createEgressRules(allow);
  const limits = { connections: socketsPerHost, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const dispatcher: Dispatcher = proxy
    ? new ProxyAgent({ uri: proxy, ...limits })
    : new Agent({ ...limits, connect: createCheckedConnector(rules, lookup) });

  return async (input, init) => {
    const { url, method, headers, body, signal: callers } = await toCall(input, init);
    const isWrite = method !== "GET" && method !== "HEAD";
    const blocked = rules.refusesUrl(url) ?? (proxy ? await explainBlockedHostname(rules, url) : null);
    if (blocked) throw new AddressNotAllowed(blocked);

    const timeout = AbortSignal.timeout(timeoutMs);
    const translate = (cause: unknown): Error => {
      if (callers?.aborted) return callers.reason as Error;
      if (cause instanceof Unreachable) return cause;
      const never = findInCauses(cause, ConnectionFailed);
      if (never instanceof BlockedAddress) return new AddressNotAllowed(never.message, { cause });
      const reason = badCertificate(url, cause) ?? sentence(url, timeout.aborted ? timeoutMs : null);
      const options = { cause, mayHaveHappened: isWrite && !never };
      return timeout.aborted ? new NoAnswer(reason, options) : new Unreachable(reason, options);
    };
    try {
      const signal = callers ? AbortSignal.any([callers, timeout]) : timeout;
      const answer = await undiciFetch(url, { method, headers, body, signal, dispatcher, redirect: "manual" } as never);
      const stream =
        answer.body && !NO_BODY.has(answer.status) ? capped(answer.body, maxBytes, isWrite, translate) : null;
      return new Response(stream, {
        status: answer.status,
        statusText: answer.statusText,
        headers: [...answer.headers] as [string, string][],
      });
    } catch (error) {
      throw translate(error);
    }
  };
}

/**
 * Applies the rules of the guarded fetch to WebSockets: the dispatcher for undici's `new WebSocket(url, { dispatcher
 * })`. `wss:` is checked like `https:`. A connection has no time limit.
 */
export function createSafeDispatcher({
  allow,
  proxy,
  lookup = systemLookup as LookupFunction,
}: Pick<SafeFetchOptions, "allow" | "proxy" | "lookup">): Pick<Dispatcher, "dispatch"> {
  const rules = createEgressRules(allow);
  const dispatcher: Dispatcher = proxy
    ? new ProxyAgent({ uri: proxy, connectTimeout: CONNECT_TIMEOUT_MS })
    : new Agent({ connect: createCheckedConnector(rules, lookup, { allowH2: false }) });
  return {
    dispatch(options, handler) {
      const blocked = rules.refusesUrl(new URL(String(options.origin)));
      if (blocked) throw new AddressNotAllowed(blocked);
      return dispatcher.dispatch(options, handler);
    },
  };
}

const UNKNOWN_AUTHORITY =
  "is signed by nobody this server trusts. If it is your company's own, give its authority's certificate (PEM) in the environment variable NODE_EXTRA_CA_CERTS and start again.";
/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const BAD_CERTIFICATES: Record<string, string> = {
  CERT_HAS_EXPIRED: "has expired.",
  CERT_NOT_YET_VALID: "is not valid yet. Check the clocks of both sides.",
  CERT_REVOKED: "was revoked.",
  ERR_TLS_CERT_ALTNAME_INVALID: "is for another name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
};

function badCertificate({ hostname }: URL, cause: unknown): string | null {
  for (let at = cause, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1) {
    const what = BAD_CERTIFICATES[String((at as NodeJS.ErrnoException).code)];
    if (what) return `The certificate of ${hostname} ${what}`;
  }
  return null;
}

function sentence({ hostname }: URL, timeoutMs: number | null): string {
  return timeoutMs ? `${hostname} did not answer in ${timeoutMs / 1000} seconds.` : `${hostname} could not be reached.`;
}

/** Splits a `Request` into its parts, because undici accepts only its own class of requests. */
async function toCall(input: string | URL | Request, init: RequestInit = {}) {
  const request = input instanceof Request ? input : null;
  const address = input instanceof Request ? input.url : input instanceof URL ? input.href : input;
  if (!URL.canParse(address)) throw new AddressNotAllowed("This is not an address that can be called.");
  const body = init.body ?? (request?.body ? await request.arrayBuffer() : undefined);
  return {
    url: new URL(address),
    method: (init.method ?? request?.method ?? "GET").toUpperCase(),
    headers: Object.fromEntries(new Headers(init.headers ?? request?.headers)),
    body,
    signal: init.signal ?? request?.signal ?? null,
  };
}

type ResponseBody = NonNullable<ConstructorParameters<typeof Response>[0]>;

function capped(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  isWrite: boolean,
  translate: (error: unknown) => Error,
): ResponseBody {
  async function* read() {
    let bytes = 0;
    try {
      for await (const chunk of body) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes)
          throw new TooLarge(`The answer is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`, {
            mayHaveHappened: isWrite,
          });
        yield chunk;
      }
    } catch (error) {
      throw translate(error);
    }
  }
  return ReadableStream.from(read()) as unknown as ResponseBody;
}
