import type * as z from "zod";
import { CredentialsRejected, createRateLimited, MissingPermission, Refused, Unreachable } from "../../errors.ts";
import { type HttpCall, type HttpResponse, readJson, readRateLimitWait, sendRequest } from "../../http.ts";
import type { BeforeSending } from "../../knowledge-target.ts";
import type { GitTransport } from "../git-http.ts";

export interface CallContext {
  transport: GitTransport;
  /** The host's name, such as 'GitHub'. */
  name: string;
  /** The base address of the API. */
  api: string;
  headers: Record<string, string>;
  /** The token's permission for requests, in the host's own term. */
  scope: string;
  /** The host's noun for a change request, such as 'pull request'. */
  word: string;
  signal: AbortSignal | undefined;
  before: BeforeSending | undefined;
}

type Method = HttpCall["method"];

/** Creates the calls to one host's API. Redirects are not followed, so that the token is never sent elsewhere. */
export function createRequestCalls(context: CallContext) {
  const { transport, name, api, headers, signal, before } = context;
  const credential = `${api} ${JSON.stringify(headers)}`;
  const call = async (method: Method, path: string, body?: unknown): Promise<HttpResponse> => {
    await transport.pace.turn(credential, signal);
    if (method !== "GET") await before?.();
    const sent = { method, url: `${api}${path}`, headers, signal, ...(body !== undefined && { body }) };
    const answer = await sendRequest({ fetch: transport.fetch, platform: name, timeoutMs: transport.timeoutMs }, sent);
    if (!isRateLimit(answer)) return answer;
    const waitMs = readRateLimitWait(answer.headers);
    await transport.pace.pause(credential, waitMs);
    throw createRateLimited(name, waitMs);
  };
  const ask = async <Schema extends z.ZodType>(method: Method, path: string, schema: Schema, body?: unknown) =>
    readJson(accepted(await call(method, path, body), context), schema, name);
  return {
    ask,
    /** Makes a call whose answer is not needed. */
    tell: async (method: Method, path: string, body: unknown) => void accepted(await call(method, path, body), context),
    /** Passes when the host rejects the content of a request, not the credentials. */
    async expectRefused(method: Method, path: string, body: unknown): Promise<void> {
      const answer = await call(method, path, body);
      if (![400, 409, 422].includes(answer.status)) accepted(answer, context);
    },
  };
}

const isRateLimit = ({ status, headers }: HttpResponse) =>
  status === 429 || (status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0"));

function accepted(answer: HttpResponse, { name, word, scope }: CallContext): HttpResponse {
  const { status, isWrite } = answer;
  if (status >= 200 && status < 300) return answer;
  if (status === 401) throw new CredentialsRejected(`${name} did not accept the token for its API.`);
  if (status === 403)
    throw new MissingPermission(
      `The token may not open ${word}s in this repository. Give it the right: ${scope}.`,
      scope,
    );
  if (status === 404 || status === 410)
    throw new MissingPermission(
      `${name} shows no ${word}s of this repository to the token: they are switched off there, or the token lacks the right: ${scope}.`,
      scope,
    );
  if (status >= 300 && status < 400) throw new Refused("The repository has moved. Enter its new address.");
  if (status < 500) throw new Refused(`${name} refused the ${word} (${status}).`);
  throw new Unreachable(`${name} failed (${status}).`, { mayHaveHappened: isWrite });
}
