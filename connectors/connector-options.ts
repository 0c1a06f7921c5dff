import type { CallClocks } from "./call-clocks.ts";
import type { Fetch } from "./http.ts";

/** What every connector is made with. */
export interface ConnectorOptions {
  /** Guarded: what may be reached is its affair. */
  fetch: Fetch;
  timeoutMs?: number;
  /** Shared between processes; this process's own when absent. */
  clocks?: CallClocks | undefined;
}
