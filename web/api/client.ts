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
  answerOf(await send(method, path, body));

const send = (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(path, {
    method,
    credentials: "include",
    ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });

/** The parsed JSON of a success; throws an `ApiError` for anything else. */
export async function answerOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText);
  return response.json();
}

type LooseInput = { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown };

export const call = async <Key extends EndpointKey>(key: Key, ...args: Arguments<Key>): Promise<Output<Key>> =>
  (await callWithHeaders(key, ...args)).answer;

/** For lists, whose response headers contain the next page's cursor. */
export async function callWithHeaders<Key extends EndpointKey>(
  key: Key,
  ...args: Arguments<Key>
): Promise<{ answer: Output<Key>; headers: Headers }> {
  const [method = "GET", template = ""] = key.split(" ");
  const { params, query, body } = (args[0] ?? {}) as LooseInput;
  const response = await send(method, pathOf(template, params) + queryOf(query), body);
  return { answer: (await answerOf(response)) as Output<Key>, headers: response.headers };
}

export function pathOf(template: string, params: Record<string, string> = {}): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** Builds a query string from the defined values: '?a=1&b=2', or ''. */
export function queryOf(query: Record<string, string | undefined> = {}): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length > 0 ? `?${new URLSearchParams(set)}` : "";
}
