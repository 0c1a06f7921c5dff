import { loadEnv } from "../env.ts";
import { explainStartFailure } from "../start-failure.ts";

/** Explains why a command failed, like a failed start: the remedy, without a driver's message. */
export async function explainFailure(error: unknown): Promise<string> {
  return explainStartFailure(error, settings());
}

/** Reads the settings; null if they are invalid. */
function settings() {
  try {
    return loadEnv(process.env);
  } catch {
    return null;
  }
}
