import { readFileSync } from "node:fs";
import type { PackageFile } from "../chat-source.ts";

/** Of the manifest; from 1.25 on an app for teams says whether it works in private and shared channels too. */
const SCHEMA_VERSION = "1.25";
/** Raised with every change of what follows, so that Teams takes it as an update. */
const PACKAGE_VERSION = "1.0.0";

/** What an owner of a team consents to by adding the app to it: names, messages, and who is in a channel. */
export const TEAM_PERMISSIONS = ["ChannelSettings.Read.Group", "ChannelMessage.Read.Group", "ChannelMember.Read.Group"];

/**
 * The Teams app with which a team's owner lets this app registration read the team: it shows nothing and has no bot.
 * https://learn.microsoft.com/microsoftteams/platform/resources/schema/manifest-schema
 */
export function teamsAppManifest(appId: string, address: string) {
  // Microsoft takes https alone; these are only shown to people.
  const site = `https://${new URL(address).host}`;
  return {
    $schema: `https://developer.microsoft.com/json-schemas/teams/v${SCHEMA_VERSION}/MicrosoftTeams.schema.json`,
    manifestVersion: SCHEMA_VERSION,
    version: PACKAGE_VERSION,
    // One Teams app for each app registration, which Microsoft asks for.
    id: appId,
    developer: {
      name: "Lorekeep",
      websiteUrl: `${site}/`,
      privacyUrl: `${site}/privacy-policy`,
      termsOfUseUrl: `${site}/terms-of-service`,
    },
    name: { short: "Lorekeep", full: "Lorekeep: articles from what your team explains" },
    description: {
      short: "Writes knowledge articles from what your team explains and solves.",
      full: "Lorekeep reads the channels that are chosen there, notices when somebody explains something or solves a problem, and writes a knowledge article in which every sentence names its source. Adding this app to a team lets Lorekeep read the names, messages and members of the team's channels. It writes nothing in Teams.",
    },
    icons: { color: "color.png", outline: "outline.png" },
    accentColor: "#17603f",
    defaultInstallScope: "team",
    supportsChannelFeatures: "tier1",
    // `resource` says nothing here, but must not be absent.
    webApplicationInfo: { id: appId, resource: site },
    authorization: {
      permissions: { resourceSpecific: TEAM_PERMISSIONS.map((name) => ({ name, type: "Application" })) },
    },
  };
}

/** The files of the ZIP that Teams takes as an app. */
export function appPackage(appId: string, address: string): PackageFile[] {
  const manifest = `${JSON.stringify(teamsAppManifest(appId.toLowerCase(), address), null, 2)}\n`;
  return [{ name: "manifest.json", content: Buffer.from(manifest) }, icon("color.png"), icon("outline.png")];
}

/** 192 × 192 in colour; 32 × 32 in white on nothing. */
const icon = (name: string): PackageFile => ({
  name,
  content: readFileSync(new URL(`app-icons/${name}`, import.meta.url)),
});
