import type { CallClocks } from "./call-clocks.ts";
import type { Fetch } from "./http.ts";
import type { Pace } from "./pace.ts";

/** What every connector is made with. */
export interface ConnectorOptions {
  /** Guarded: what may be reached is its affair. */
  fetch: Fetch;
  timeoutMs?: number;
  /** Shared between processes; this process's own when absent. */
  clocks?: CallClocks | undefined;
}

/** How a platform is called: at its pace, by the guarded fetch. */
export interface Transport {
  fetch: Fetch;
  pace: Pace;
  timeoutMs?: number | undefined;
}
