import type { z } from "zod";
import type { Contract } from "../../shared/contract/contract.ts";
import { ApiError } from "../lib/api-error.ts";

export { ApiError };

/** 'METHOD /path' of every endpoint. The contract defines the types of requests and responses. */
export type EndpointKey = keyof Contract;
type SchemaOf<Key extends EndpointKey, Part extends string> =
  Contract[Key] extends Record<Part, infer Schema extends z.ZodType> ? Schema : never;
type RequestPart<Key extends EndpointKey, Part extends string> = [SchemaOf<Key, Part>] extends [never]
  ? unknown
  : { [P in Part]: z.input<SchemaOf<Key, Part>> };

export type Input<Key extends EndpointKey> = RequestPart<Key, "params"> &
  Partial<RequestPart<Key, "query">> &
  RequestPart<Key, "body">;
export type Output<Key extends EndpointKey> = z.output<Contract[Key]["response"]>;
export type Arguments<Key extends EndpointKey> = object extends Input<Key> ? [input?: Input<Key>] : [input: Input<Key>];

export const request = async (method: string, path: string, body?: unknown): Promise<unknown> =>
  (await send(method, path, body)).answer;

/**
 * The last answers with their ETags, so that the server need not send an equal answer again. The server forbids the
 * browser to store them, so they are lost with the tab.
 */
const known = new Map<string, { etag: string; answer: unknown }>();
const MOST_KNOWN = 20;

async function send(method: string, path: string, body?: unknown): Promise<{ answer: unknown; headers: Headers }> {
  const last = method === "GET" ? known.get(path) : undefined;
  const response = await fetch(path, {
    method,
    credentials: "include",
    ...(last && { headers: { "If-None-Match": last.etag } }),
    ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  const { headers } = response;
  const answer = last && response.status === 304 ? last.answer : await parseAnswer(response);
  if (method === "GET") keepAnswer(path, headers.get("etag"), answer);
  return { answer, headers };
}

function keepAnswer(path: string, etag: string | null, answer: unknown): void {
  // A Map keeps insertion order, so the least recently read comes first.
  known.delete(path);
  if (etag === null) return;
  known.set(path, { etag, answer });
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? "");
}

/** Returns the parsed JSON of a success. Throws an `ApiError` for any other answer. */
export async function parseAnswer(response: Response): Promise<unknown> {
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText);
  return response.json();
}

type LooseInput = { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown };

export const call = async <Key extends EndpointKey>(key: Key, ...args: Arguments<Key>): Promise<Output<Key>> =>
  (await callWithHeaders(key, ...args)).answer;

/** Calls an endpoint of a list, whose response headers contain the next page's cursor. */
export async function callWithHeaders<Key extends EndpointKey>(
  key: Key,
  ...args: Arguments<Key>
): Promise<{ answer: Output<Key>; headers: Headers }> {
  const [method = "GET", template = ""] = key.split(" ");
  const { params, query, body } = (args[0] ?? {}) as LooseInput;
  const { answer, headers } = await send(method, fillPath(template, params) + buildQuery(query), body);
  return { answer: answer as Output<Key>, headers };
}

export function fillPath(template: string, params: Record<string, string> = {}): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** Builds a query string from the defined values: '?a=1&b=2', or ''. */
export function buildQuery(query: Record<string, string | undefined> = {}): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length > 0 ? `?${new URLSearchParams(set)}` : "";
}
