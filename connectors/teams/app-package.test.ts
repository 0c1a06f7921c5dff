import { afterAll, expect, it } from "vitest";
import { startTeamsStandIn, type TeamsStandIn } from "../../tools/stand-ins/teams/teams-stand-in.ts";
import { buildAppPackage, TEAM_PERMISSIONS } from "./app-package.ts";
import { teamsManifest } from "./manifest.ts";
import { createTeamsSource } from "./source.ts";

const APP = "8F4C1D2A-9B3E-4C5D-8E6F-0A1B2C3D4E5F";
const TENANT = "2432b57b-0abd-43db-aa7b-16eadd115d34";
const TEAM = "fbe2bf47-16c8-47cf-b4a5-4b9b187c508b";
const CHANNEL = "19:general@thread.tacv2";

let standIn: TeamsStandIn | undefined;
afterAll(() => standIn?.close());

const files = new Map(
  buildAppPackage(APP, "http://localhost:3000").map(({ name, content }) => [name, Buffer.from(content)] as const),
);
const manifest = JSON.parse(String(files.get("manifest.json")));
/** Reads width, height, bit depth and color type (6 means with alpha). https://www.w3.org/TR/png-3/#11IHDR */
const headOf = (png = Buffer.alloc(0)) => [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];

it("the Teams app belongs to this app registration and matches Microsoft's schema", () => {
  expect(manifest).toMatchObject({
    manifestVersion: "1.25",
    $schema: expect.stringContaining("/teams/v1.25/"),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    id: APP.toLowerCase(),
    webApplicationInfo: { id: APP.toLowerCase(), resource: "https://localhost:3000" },
    // Required since schema version 1.25. Without it, Teams refuses an app for teams.
    supportsChannelFeatures: "tier1",
    defaultInstallScope: "team",
    accentColor: expect.stringMatching(/^#[\da-f]{6}$/),
  });
  const { developer, name, description } = manifest;
  for (const [text, most] of [
    [developer.name, 32],
    [name.short, 30],
    [name.full, 100],
    [description.short, 80],
    [description.full, 4000],
  ])
    expect(text.length).toBeLessThanOrEqual(most);
  for (const key of ["websiteUrl", "privacyUrl", "termsOfUseUrl"]) expect(developer[key]).toMatch(/^https:\/\//);
});

it("the Teams app contains two icons: 192 pixels in color and 32 pixels with transparency", () => {
  const { icons } = manifest;
  expect([...files.keys()].sort()).toEqual([icons.color, "manifest.json", icons.outline]);
  expect(headOf(files.get(icons.color))).toEqual([192, 192, 8, 6]);
  expect(headOf(files.get(icons.outline))).toEqual([32, 32, 8, 6]);
});

it("the permissions that the Teams app requests are enough to list, read and identify members, and the guide names them", async () => {
  const asked = manifest.authorization.permissions.resourceSpecific;
  expect(asked).toEqual(TEAM_PERMISSIONS.map((name) => ({ name, type: "Application" })));
  const guide = teamsManifest.setupGuide.find((step) => "download" in step);
  for (const { name } of asked) expect(guide?.text).toContain(name);
  standIn = await startTeamsStandIn({
    tenantId: TENANT,
    apps: [{ appId: APP, secret: "s", permissions: [], ofTeams: { [TEAM]: TEAM_PERMISSIONS } }],
    teams: [
      {
        id: TEAM,
        displayName: "Acme",
        people: [{ id: "u-ana", name: "Ana", email: "ana@acme.com" }],
        channels: [{ id: CHANNEL, displayName: "General" }],
      },
    ],
  });
  const { apiBaseUrl, loginUrl } = standIn;
  const source = createTeamsSource({ fetch, apiBaseUrl, loginUrl, isUnlimited: true });
  const config = { tenantId: TENANT, appId: APP, appSecret: "s", teamId: TEAM };
  expect((await source.check(config)).warnings).toEqual([]);
  expect((await source.readMessages(config, `${TEAM}/${CHANNEL}`, null)).messages).toEqual([]);
  expect(await source.members?.list(config, `${TEAM}/${CHANNEL}`)).toEqual(["u-ana"]);
});
