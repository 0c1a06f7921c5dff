import type { DetectionSettings } from "../../engine/contract.ts";
import { UNSAVED_SETTINGS } from "../../shared/domain/detection.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { findSettings } from "./queries.ts";

/** What the engines are to go by: as saved, else the values before the first save. */
export async function detectionSettings(scope: WorkspaceScope): Promise<DetectionSettings> {
  const { sensitivity, minMessageLength, detectionKeywords } = (await findSettings(scope)) ?? UNSAVED_SETTINGS;
  return { sensitivity, minMessageLength, detectionKeywords };
}
