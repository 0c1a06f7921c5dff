import type { z } from "zod";
import type { Contract } from "../../shared/contract/contract.ts";
import type { ErrorBody } from "../../shared/contract/endpoint.ts";

/** 'METHOD /path' of every endpoint; what goes in and comes out follows from the contract by types alone. */
export type EndpointKey = keyof Contract;
type SchemaOf<Key extends EndpointKey, Part extends string> =
  Contract[Key] extends Record<Part, infer Schema extends z.ZodType> ? Schema : never;
type Given<Key extends EndpointKey, Part extends string> = [SchemaOf<Key, Part>] extends [never]
  ? unknown
  : { [P in Part]: z.input<SchemaOf<Key, Part>> };

export type Input<Key extends EndpointKey> = Given<Key, "params"> & Partial<Given<Key, "query">> & Given<Key, "body">;
export type Output<Key extends EndpointKey> = z.output<Contract[Key]["response"]>;
export type Arguments<Key extends EndpointKey> = object extends Input<Key> ? [input?: Input<Key>] : [input: Input<Key>];

/** A refusal. `message` reads '{status}: {body text or status text}'; `explanation` is a sentence for a person. */
export class ApiError extends Error {
  readonly status: number;
  readonly explanation: string;
  /** The server's sentence alone; undefined when it gave none. */
  readonly said: string | undefined;
  readonly fields: NonNullable<ErrorBody["fields"]>;
  readonly subscriptionExpired: boolean;
  /** Why, in a sentence of its own: what a platform did not let us do. */
  readonly details: string | undefined;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    const body = bodyOf(text);
    this.status = status;
    this.said = body?.message;
    // What a proxy in between says is a page of its own, and no sentence.
    this.explanation = this.said ?? `The server answered with an error (${status}).`;
    this.fields = body?.fields ?? [];
    this.details = body?.details;
    this.subscriptionExpired = status === 403 && /Account expired|subscriptionExpired/.test(text);
  }
}

function bodyOf(text: string): Partial<ErrorBody> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

export async function request(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(path, {
    method,
    credentials: "include",
    ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  return answerOf(response);
}

/** The parsed JSON of a success; throws an `ApiError` for anything else. */
export async function answerOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText);
  return response.json();
}

type LooseInput = { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown };

export async function call<Key extends EndpointKey>(key: Key, ...args: Arguments<Key>): Promise<Output<Key>> {
  const [method = "GET", template = ""] = key.split(" ");
  const { params, query, body } = (args[0] ?? {}) as LooseInput;
  return (await request(method, pathOf(template, params) + queryOf(query), body)) as Output<Key>;
}

export function pathOf(template: string, params: Record<string, string> = {}): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** Only what is set: '?a=1&b=2', or nothing. */
export function queryOf(query: Record<string, string | undefined> = {}): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length > 0 ? `?${new URLSearchParams(set)}` : "";
}
