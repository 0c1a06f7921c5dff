import type { SetupWay } from "./manifest.ts";
import { slackManifest } from "./slack/manifest.ts";
import { slackSetupWays } from "./slack/setup-ways.ts";

/**
 * By manifest id: ways to let the platform do most of the setup. The first suitable one is shown; without any, only the guide is
 * shown. Separate from the manifests, which every page loads, because only the form needs these.
 */
export const SETUP_WAYS: Readonly<Record<string, readonly SetupWay[]>> = { [slackManifest.id]: slackSetupWays };
