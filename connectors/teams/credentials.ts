import { CredentialsRejected, NoCredentials } from "../errors.ts";
import { type AppCredentials, NO_TENANT } from "../microsoft-login.ts";
import { findTeamId } from "./channel-ids.ts";
import { type TeamsConfig, teamsManifest } from "./manifest.ts";

const NEEDED = ["tenantId", "appId", "appSecret"] as const;

export interface TeamsCredentials extends AppCredentials {
  /** The id of the team; null means every team. */
  teamId: string | null;
}

/** Reads the credentials from the configuration. Throws an error with a sentence that names missing credentials. */
export function readCredentials(config: TeamsConfig): TeamsCredentials {
  const given = Object.fromEntries(NEEDED.map((key) => [key, config[key]?.trim() ?? ""]));
  const missing = teamsManifest.fields.filter(({ key }) => given[key] === "").map(({ label }) => label);
  if (missing.length > 0)
    throw new NoCredentials(`Missing: ${missing.join(", ")}. Edit the integration and fill this in.`);
  const { tenantId = "", appId = "", appSecret = "" } = given;
  if (!/^[\w.-]{1,200}$/.test(tenantId)) throw new CredentialsRejected(NO_TENANT);
  const team = config.teamId?.trim() ?? "";
  const teamId = team === "" ? null : findTeamId(team);
  if (team !== "" && teamId === null)
    throw new CredentialsRejected(
      "The Team ID is no ID of a team. Give the groupId in the link that Get link to team copies.",
    );
  return { tenantId, appId, appSecret, teamId };
}
