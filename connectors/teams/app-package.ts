import { readFileSync } from "node:fs";
import type { PackageFile } from "../chat-source.ts";

/**
 * The manifest's schema version. Since 1.25, an app for teams states whether it supports private and shared channels.
 */
const SCHEMA_VERSION = "1.25";
/** Must be increased with every change below, because Teams accepts only a higher version as an update. */
const PACKAGE_VERSION = "1.0.0";

/** Permissions that a team's owner grants by adding the app: to read channel names, messages and channel members. */
export const TEAM_PERMISSIONS = ["ChannelSettings.Read.Group", "ChannelMessage.Read.Group", "ChannelMember.Read.Group"];

/**
 * Builds the manifest of a Teams app. With this app, a team's owner gives our app registration access to the team. The
 * app has no interface and no bot. https://learn.microsoft.com/microsoftteams/platform/resources/schema/manifest-schema
 */
export function buildTeamsManifest(appId: string, address: string) {
  // Microsoft requires https addresses. They are only shown to people.
  const site = `https://${new URL(address).host}`;
  return {
    $schema: `https://developer.microsoft.com/json-schemas/teams/v${SCHEMA_VERSION}/MicrosoftTeams.schema.json`,
    manifestVersion: SCHEMA_VERSION,
    version: PACKAGE_VERSION,
    // Microsoft requires a separate Teams app for each app registration.
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
    // `resource` is required but has no effect here.
    webApplicationInfo: { id: appId, resource: site },
    authorization: {
      permissions: { resourceSpecific: TEAM_PERMISSIONS.map((name) => ({ name, type: "Application" })) },
    },
  };
}

/** The files of the ZIP that Teams installs as an app. */
export function buildAppPackage(appId: string, address: string): PackageFile[] {
  const manifest = `${JSON.stringify(buildTeamsManifest(appId.toLowerCase(), address), null, 2)}\n`;
  return [{ name: "manifest.json", content: Buffer.from(manifest) }, icon("color.png"), icon("outline.png")];
}

/** The icons: 192 × 192 pixels in color, and 32 × 32 pixels in white on a transparent background. */
const icon = (name: string): PackageFile => ({
  name,
  content: readFileSync(new URL(`app-icons/${name}`, import.meta.url)),
});
