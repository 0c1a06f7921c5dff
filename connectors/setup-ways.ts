import type { SetupWay } from "./manifest.ts";
import { slackManifest } from "./slack/manifest.ts";
import { slackSetupWays } from "./slack/setup-ways.ts";

/**
 * By the manifest's id: ways to let the platform set most of it up. The first that suits is shown; without them the guide alone.
 * Beside the manifests, because every page loads those and only the form needs these.
 */
export const SETUP_WAYS: Readonly<Record<string, readonly SetupWay[]>> = { [slackManifest.id]: slackSetupWays };
