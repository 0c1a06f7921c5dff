import type { StripeAccount } from "../account.ts";
import type { Given } from "../wire.ts";

export interface Call {
  account: StripeAccount;
  /** From the path; empty when it has none. */
  id: string;
  given: Given;
  /** Of the stand-in, for the pages it links to. */
  origin: string;
}

export interface Endpoint {
  /** The parameters it understands, besides `expand`; every other one is refused. */
  takes: readonly string[];
  /** True: a browser may call it with the publishable key. */
  isPublic?: true;
  /** Gives the object to answer with, still without what `expand` asks for. */
  run(call: Call): unknown;
}

export type Endpoints = Record<`${"DELETE" | "GET" | "POST"} /v1/${string}`, Endpoint>;

/** Names of the SDK's own parameter types, so that none is taken that does not exist any more. */
export function names<T>(): <const K extends keyof T & string>(...names: K[]) => K[] {
  return (...chosen) => chosen;
}
