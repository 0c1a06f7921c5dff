import type { CallClocks } from "./call-clocks.ts";
import type { Fetch } from "./http.ts";
import type { CallPace } from "./pace.ts";

export interface ConnectorOptions {
  /** The guarded fetch, which refuses addresses that may not be called. */
  fetch: Fetch;
  timeoutMs?: number;
  /** Clocks that processes share. If absent, this process uses its own. */
  clocks?: CallClocks | undefined;
}

/** Calls a platform through the guarded fetch, within the platform's rate limit. */
export interface ConnectorTransport {
  fetch: Fetch;
  pace: CallPace;
  timeoutMs?: number | undefined;
}
