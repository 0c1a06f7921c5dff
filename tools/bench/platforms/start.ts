import { explainMissingGitServer } from "../../stand-ins/git/http-backend.ts";
import { explainMissingMediaWiki } from "../../stand-ins/mediawiki/site.ts";
import { startConfluence } from "./confluence.ts";
import { startGitDocs } from "./git-docs.ts";
import { startIntercom } from "./intercom.ts";
import { startJira } from "./jira.ts";
import { startMediaWikiPlatform } from "./mediawiki.ts";
import { startNotion } from "./notion.ts";
import type { BenchPlatform, PlatformType } from "./platform.ts";
import { startServicenow } from "./servicenow.ts";
import { startSharepoint } from "./sharepoint.ts";
import { startZendesk } from "./zendesk.ts";

const STARTS: Record<PlatformType, () => Promise<BenchPlatform>> = {
  confluence: startConfluence,
  notion: () => startNotion(),
  mediawiki: startMediaWikiPlatform,
  "git-docs": startGitDocs,
  zendesk: startZendesk,
  intercom: startIntercom,
  jira: startJira,
  sharepoint: startSharepoint,
  servicenow: startServicenow,
};

/** Returns the reason why this machine cannot run the platform's real server; null when it can or a stand-in is used. */
export const explainMissingPlatform = (type: PlatformType): string | null => WHY_NOT[type]?.() ?? null;

const WHY_NOT: Partial<Record<PlatformType, () => string | null>> = {
  mediawiki: explainMissingMediaWiki,
  "git-docs": explainMissingGitServer,
};

/**
 * Chooses the platforms: two stand-ins, and two real servers if this machine has them. `PLATFORMS` in the environment selects
 * other platforms.
 */
export function choosePlatforms(usual: readonly PlatformType[]): PlatformType[] {
  const named = process.env["PLATFORMS"]?.split(",");
  const wanted = named ?? usual;
  return wanted.filter((name): name is PlatformType => {
    if (!(name in STARTS))
      throw new Error(`There is no platform '${name}'. There are ${Object.keys(STARTS).join(", ")}.`);
    const why = explainMissingPlatform(name as PlatformType);
    if (why) process.stdout.write(`Without ${name}: it is not on this machine.\n`);
    return !why;
  });
}

export async function startPlatforms(types: readonly PlatformType[]): Promise<BenchPlatform[]> {
  const started: BenchPlatform[] = [];
  try {
    for (const type of types) started.push(await STARTS[type]());
    return started;
  } catch (error) {
    for (const one of started) await one.close();
    throw error;
  }
}
