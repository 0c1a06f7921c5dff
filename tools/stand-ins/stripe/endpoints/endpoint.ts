import type { StripeAccount } from "../account.ts";
import type { CallParameters } from "../wire.ts";

export interface Call {
  account: StripeAccount;
  /** The id in the path; empty if the path contains none. */
  id: string;
  given: CallParameters;
  /** The stand-in's address, for links to its pages. */
  origin: string;
}

export interface Endpoint {
  /** The accepted parameters beside `expand`. Every other parameter is refused. */
  takes: readonly string[];
  /** True if a browser may call the endpoint with the publishable key. */
  isPublic?: true;
  /** Returns the object of the response, before `expand` is applied. */
  run(call: Call): unknown;
}

export type Endpoints = Record<`${"DELETE" | "GET" | "POST"} /v1/${string}`, Endpoint>;

/**
 * Returns the names of parameters. They are checked against the SDK's types, so that the compiler refuses a parameter
 * that Stripe removed.
 */
export function parameterNames<T>(): <const K extends keyof T & string>(...names: K[]) => K[] {
  return (...chosen) => chosen;
}
