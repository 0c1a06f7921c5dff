import type { GitHttpRequest, GitHttpResponse, HttpClient } from "isomorphic-git";
import type { ConnectorTransport } from "../connector-options.ts";
import {
  ConnectorError,
  CredentialsRejected,
  createRateLimited,
  MissingPermission,
  NoAnswer,
  Refused,
  Unreachable,
} from "../errors.ts";
import { parseRetryAfter } from "../http.ts";
import type { BeforeSending } from "../knowledge-target.ts";
import { checkPack } from "./pack-limits.ts";

export interface GitTransport extends ConnectorTransport {
  timeoutMs: number;
  /** The maximum size of one answer. */
  maxBytes: number;
}

/** One operation. Whether its push was sent decides if a later failure may have changed something. */
export interface GitCalls extends HttpClient {
  readonly hasPushed: boolean;
}

const ATTEMPTS = 3;
export const TOO_LARGE =
  "The repository is too large: its newest state takes more than is read of one. Use a repository for the articles alone, or the wiki.";

/** The HTTP client of isomorphic-git, on the guarded fetch. It returns good answers only; all others become our errors. */
export function createGitHttp(
  transport: GitTransport,
  credential: string,
  signal?: AbortSignal,
  before?: BeforeSending,
): GitCalls {
  let hasPushed = false;
  return {
    get hasPushed() {
      return hasPushed;
    },
    async request({ url, method = "GET", headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
      const isPush = method === "POST" && url.endsWith("/git-receive-pack");
      const sent = body && Buffer.concat(await collect(body));
      for (let attempt = 1; ; attempt += 1) {
        await transport.pace.turn(credential, signal);
        if (isPush) await before?.();
        if (isPush) hasPushed = true;
        const answer = await call(transport, { url, method, headers, body: sent, isPush }, signal);
        if (answer.status !== 429) return accepted(url, method, answer, isPush);
        if (isPush) hasPushed = false;
        const waitMs = parseRetryAfter(answer.headers);
        await transport.pace.pause(credential, waitMs);
        if (attempt === ATTEMPTS) throw createRateLimited("The Git server", waitMs);
      }
    },
  };
}

interface GitRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
  isPush: boolean;
}

interface GitResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

async function call(
  { fetch, timeoutMs, maxBytes }: GitTransport,
  { url, method, headers, body, isPush }: GitRequest,
  signal?: AbortSignal,
): Promise<GitResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body && { body: body as never }),
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { status: response.status, headers: response.headers, bytes: await readCapped(response, maxBytes) };
  } catch (cause) {
    signal?.throwIfAborted();
    // Reading is a POST too; only a push changes something.
    const never = cause instanceof Unreachable && !cause.mayHaveHappened;
    const options = { cause, mayHaveHappened: isPush && !never };
    if (timeout.aborted) throw new NoAnswer(`The Git server did not answer in ${timeoutMs / 1000} seconds.`, options);
    if (cause instanceof Unreachable) throw new Unreachable(cause.message, options);
    if (cause instanceof ConnectorError) throw cause;
    throw new Unreachable("The Git server could not be reached.", options);
  }
}

function accepted(
  url: string,
  method: string,
  { status, headers, bytes }: GitResponse,
  isPush: boolean,
): GitHttpResponse {
  const service = url.includes("git-receive-pack") ? "git-receive-pack" : "git-upload-pack";
  if (status !== 200) throw refusal(status, service === "git-receive-pack", isPush);
  const type = `application/x-${service}-${method === "POST" ? "result" : "advertisement"}`;
  if (headers.get("content-type")?.split(";")[0]?.trim() !== type)
    throw new Unreachable("This address does not answer as a Git repository does.", { mayHaveHappened: isPush });
  if (method === "POST" && !isPush) checkPack(bytes);
  return {
    url,
    method,
    statusCode: status,
    statusMessage: "OK",
    headers: Object.fromEntries(headers),
    body: once(bytes),
  };
}

function refusal(status: number, isForWriting: boolean, isPush: boolean): ConnectorError {
  if (status === 401) return new CredentialsRejected("The Git server did not accept the token.");
  if (status === 403)
    return isForWriting
      ? new MissingPermission(
          "The token may not push to this repository. Give it the right to write its contents.",
          "Contents: Read and write",
        )
      : new MissingPermission("The token may not read this repository.", "Contents: Read");
  if (status === 404 || status === 410)
    return new MissingPermission(
      "There is no repository at this address that the token can see. A wiki exists only after its first page was written in the browser.",
      "access to the repository",
    );
  if (status === 413) return new Refused("The Git server says that the article is too large.");
  if (status >= 300 && status < 400) return new Refused("The repository has moved. Enter its new address.");
  if (status >= 400 && status < 500) return new Refused(`The Git server refused the request (${status}).`);
  return new Unreachable(`The Git server failed (${status}).`, { mayHaveHappened: isPush });
}

async function readCapped(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Refused(TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function collect(body: AsyncIterableIterator<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks;
}

async function* once(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes;
}
