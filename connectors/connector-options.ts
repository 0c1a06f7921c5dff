import type { CallClocks } from "./call-clocks.ts";
import type { Fetch } from "./http.ts";
import type { CallPace } from "./pace.ts";

export interface ConnectorOptions {
  /** The guarded fetch, which decides about the addresses that may be called. */
  fetch: Fetch;
  timeoutMs?: number;
  /** Clocks that processes share; clocks of this process when absent. */
  clocks?: CallClocks | undefined;
}

/** Calls a platform at its rate, through the guarded fetch. */
export interface ConnectorTransport {
  fetch: Fetch;
  pace: CallPace;
  timeoutMs?: number | undefined;
}
