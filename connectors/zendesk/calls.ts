import type * as z from "zod";
import type { ConnectorTransport } from "../connector-options.ts";
import {
  CredentialsRejected,
  createRateLimited,
  MissingPermission,
  NotFound,
  Refused,
  Unreachable,
} from "../errors.ts";
import { type HttpCall, type HttpResponse, parseRetryAfter, readJson, sendRequest } from "../http.ts";
import type { BeforeSending } from "../knowledge-target.ts";
import type { ZendeskCredentials } from "./site.ts";
import type { AccessTokens } from "./tokens.ts";

export interface ZendeskTransport extends ConnectorTransport {
  tokens: AccessTokens;
}

/** Makes calls with one OAuth client. `path` is below `/api/v2/`. */
export class ZendeskCalls {
  readonly credentials: ZendeskCredentials;
  readonly #transport: ZendeskTransport;
  readonly #signal: AbortSignal | undefined;

  constructor(transport: ZendeskTransport, credentials: ZendeskCredentials, signal?: AbortSignal) {
    this.#transport = transport;
    this.credentials = credentials;
    this.#signal = signal;
  }

  /** Returns the scopes that Zendesk granted to the client. */
  async scopes(): Promise<string[]> {
    return (await this.#transport.tokens.get(this.credentials, this.#signal)).scopes;
  }

  async read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    return readJson(expectOk(await this.call("GET", path)), schema, "Zendesk");
  }

  /** Returns every response except status 429, after which it waits or throws. */
  async call(method: HttpCall["method"], path: string, body?: unknown, before?: BeforeSending): Promise<HttpResponse> {
    const { pace, tokens } = this.#transport;
    const { site, clientId } = this.credentials;
    let isRenewed = false;
    for (let attempt = 1; ; attempt += 1) {
      const { token } = await tokens.get(this.credentials, this.#signal);
      await pace.turn(`${site} ${clientId}`, this.#signal);
      await before?.();
      const headers = { authorization: `Bearer ${token}` };
      const call = { method, url: `${site}/api/v2/${path}`, headers, body, signal: this.#signal };
      const answer = await sendRequest({ ...this.#transport, platform: "Zendesk" }, call);
      // A token may expire early. A client that lost its rights gets no new token.
      if (answer.status === 401) {
        tokens.forget(this.credentials);
        if (isRenewed) return answer;
        isRenewed = true;
        continue;
      }
      if (answer.status !== 429) return answer;
      const waitMs = parseRetryAfter(answer.headers);
      await pace.pause(`${site} ${clientId}`, waitMs);
      if (attempt >= 3) throw createRateLimited("Zendesk", waitMs);
    }
  }
}

export function expectOk(answer: HttpResponse): HttpResponse {
  const { status, isWrite } = answer;
  if (status >= 200 && status < 300) return answer;
  if (status === 401) throw new CredentialsRejected("Zendesk does not accept this OAuth client any more.");
  if (status === 403)
    throw new MissingPermission("This account may not do that in Zendesk.", isWrite ? "hc:write" : "hc:read");
  if (status === 404) throw new NotFound("Zendesk does not have it, or does not show it to this account.");
  if (status === 413) throw new Refused("The article is too large for Zendesk.");
  if (status >= 300 && status < 400)
    throw new Refused("Zendesk sends to another address. Enter the subdomain's own address, ending in zendesk.com.");
  // Status 409 means a conflict with another change, so a retry may succeed.
  if (status >= 400 && status < 500 && status !== 408 && status !== 409)
    throw new Refused(`Zendesk refused the request (${status}).`);
  throw new Unreachable(`Zendesk answered with an error (${status}).`, { mayHaveHappened: isWrite });
}
