import type { Engine } from "../pipeline/engine.ts";
import { createLocalEngine } from "../pipeline/local-engine/local-engine.ts";

/** Which engine judges and writes for a workspace. */
export interface Engines {
  forWorkspace(workspaceId: string): Engine;
  /** For the start message: 'local engine', 'local engine, then gpt-5 at openai'. */
  readonly description: string;
}

export function createEngines(): Engines {
  const local = createLocalEngine();
  return { forWorkspace: () => local, description: "local engine (no key, no network)" };
}
