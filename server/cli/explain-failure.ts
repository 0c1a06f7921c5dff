import { loadEnv } from "../env.ts";
import { explainStartFailure } from "../start-failure.ts";

/** The reason why a command failed, worded like a failed start: what to do, without a driver's message. */
export async function explainFailure(error: unknown): Promise<string> {
  return explainStartFailure(error, settings());
}

/** Reads the settings; returns null when the settings themselves are invalid. */
function settings() {
  try {
    return loadEnv(process.env);
  } catch {
    return null;
  }
}
