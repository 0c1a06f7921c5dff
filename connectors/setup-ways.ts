import type { SetupWay } from "./manifest.ts";
import { slackManifest } from "./slack/manifest.ts";
import { SLACK_SETUP_WAYS } from "./slack/setup-ways.ts";

/**
 * Ways to let the platform do most of the setup, by manifest id. The first suitable way is shown, or only the guide.
 * They are not part of the manifests, which every web page loads, because only the setup form needs them.
 */
export const SETUP_WAYS: Readonly<Record<string, readonly SetupWay[]>> = { [slackManifest.id]: SLACK_SETUP_WAYS };
