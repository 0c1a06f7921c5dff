import type { DetectionSettings } from "../../engine/contract.ts";
import { DEFAULT_DETECTION_SETTINGS } from "../../shared/domain/detection.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { findSettings } from "./queries.ts";

/** Returns the detection settings for the engines: the saved settings, or the defaults. */
export async function getDetectionSettings(scope: WorkspaceScope): Promise<DetectionSettings> {
  const { sensitivity, minMessageLength, detectionKeywords } =
    (await findSettings(scope)) ?? DEFAULT_DETECTION_SETTINGS;
  return { sensitivity, minMessageLength, detectionKeywords };
}
