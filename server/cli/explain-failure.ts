import { loadEnv } from "../env.ts";
import { explainStartFailure } from "../start-failure.ts";

/** Why a command failed, as a start says it: what to do, without a driver's words. */
export async function explainFailure(error: unknown): Promise<string> {
  return explainStartFailure(error, settings());
}

/** Null where the settings themselves are what is wrong. */
function settings() {
  try {
    return loadEnv(process.env);
  } catch {
    return null;
  }
}
