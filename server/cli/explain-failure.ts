import { loadEnv } from "../env.ts";
import { explainStartFailure } from "../start-failure.ts";

/**
 * Explains why a command failed, with the remedy and without a database driver's message. Failed starts of the product use the
 * same sentences.
 */
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
