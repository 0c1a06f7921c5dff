import type { StripeAccount } from "../account.ts";
import type { CallParameters } from "../wire.ts";

export interface Call {
  account: StripeAccount;
  /** The id in the path; empty without one. */
  id: string;
  given: CallParameters;
  /** The stand-in's origin, for links to its pages. */
  origin: string;
}

export interface Endpoint {
  /** The accepted parameters besides `expand`; every other one is refused. */
  takes: readonly string[];
  /** True when a browser may call it with the publishable key. */
  isPublic?: true;
  /** Returns the answer's object, before `expand` is applied. */
  run(call: Call): unknown;
}

export type Endpoints = Record<`${"DELETE" | "GET" | "POST"} /v1/${string}`, Endpoint>;

/** Names from the SDK's parameter types, so that the compiler refuses removed ones. */
export function names<T>(): <const K extends keyof T & string>(...names: K[]) => K[] {
  return (...chosen) => chosen;
}
