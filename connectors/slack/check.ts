import type { CredentialCheck, SourceCheck } from "../chat-source.ts";
import { ConnectorError, CredentialsRejected } from "../errors.ts";
import { isGrantHandle } from "../oauth.ts";
import type { SlackApi, SlackApiOptions } from "./api.ts";
import { createMissingScope, createScopeNotAllowed, toAppTokenError } from "./errors.ts";
import type { SlackConfig } from "./manifest.ts";
import { COMMAND_NAME, listMissingScopes } from "./scopes.ts";

const MOST_TEAMS_TRIED = 5;

/** Checks each Slack token. The bot token must be able to read; the app token only has to be valid. */
export async function checkCredentials(
  { botToken, appToken }: SlackConfig,
  connect: (token: string, more?: Pick<SlackApiOptions, "errorOf">) => SlackApi,
): Promise<SourceCheck> {
  if (!botToken.startsWith("xoxb-") && !isGrantHandle(botToken))
    throw new CredentialsRejected("This is not a bot token. Enter the Bot User OAuth Token, which starts with xoxb-.");
  const isConnected = isGrantHandle(botToken);
  const found = await checkAccess(connect(botToken), isConnected);
  const credentials: CredentialCheck[] = [
    { field: "botToken", state: "proven", text: `Slack accepts it as ${found.account}.` },
  ];
  if (appToken) credentials.push(await checkAppToken(connect(appToken, { errorOf: toAppTokenError })));
  return { ...found, credentials };
}

/** Requests a connection to check the app token. Slack discards the connection if it is not opened. */
async function checkAppToken(api: SlackApi): Promise<CredentialCheck> {
  const field = "appToken";
  try {
    await api.openConnection();
    return { field, state: "proven", text: "Slack opens a connection for Socket Mode with it." };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const isOpen = error.code === "rate-limited" || error.code === "unreachable";
    return { field, state: isOpen ? "unknown" : "refused", text: error.message };
  }
}

async function checkAccess(api: SlackApi, isConnected: boolean): Promise<SourceCheck> {
  const { team, team_id, user, url, response_metadata, ...more } = await api.authTest();
  const isOrg = more.is_enterprise_install === true;
  const teams = isOrg ? await api.listTeams() : [undefined];
  const scopes = response_metadata?.scopes;
  const [missing, ...others] = scopes ? listMissingScopes(scopes) : [];
  if (missing) throw (isConnected ? createScopeNotAllowed : createMissingScope)(missing, ...others);
  const warnings = scopes ? withoutOptional(scopes, isConnected) : [];
  const channel = await firstChannelOf(api, teams);
  if (channel) await api.history(channel, { limit: 1 });
  else warnings.push(`The bot is in no channel yet. Type /invite @${user} in each channel that is to be monitored.`);
  const mayPost = scopes && { mayPost: scopes.includes("chat:write") };
  const teamId = isOrg ? (more.enterprise_id ?? team_id) : team_id;
  return { account: `${team} (bot ${user})`, teamId, teamUrl: url, ...mayPost, warnings };
}

/** Returns a channel that the bot is in. For an organization, only the first teams are searched. */
async function firstChannelOf(api: SlackApi, teams: (string | undefined)[]): Promise<string | null> {
  for (const teamId of teams.slice(0, MOST_TEAMS_TRIED)) {
    const channel = await api.anyChannelOfBot(teamId);
    if (channel) return channel;
  }
  return null;
}

function withoutOptional(scopes: readonly string[], isConnected: boolean): string[] {
  const mend = (by: string) =>
    isConnected ? "Press Connect again and allow it." : `${by}, and install the app again.`;
  const has = (...wanted: string[]) => wanted.every((scope) => scopes.includes(scope));
  return [
    !has("groups:read", "groups:history") &&
      "Without groups:read and groups:history private channels cannot be monitored.",
    !has("channels:join") &&
      "Without channels:join the bot cannot join public channels automatically: invite it to each one.",
    !has("users:read.email") &&
      "Without users:read.email members of private channels cannot be matched to people here: until it is added, only who chose such a channel, and whom an admin lets in, reads its articles.",
    !has("chat:write") && "Without chat:write Lorekeep cannot ask in threads whether an article is right.",
    !has("im:history") &&
      `Without im:history nobody can ask Lorekeep in a direct message. ${mend("Add the scope and the event message.im as the setup guide says")}`,
    !has("commands") &&
      `Without commands nobody can ask with ${COMMAND_NAME} or for an article of a thread. ${mend("Add the scope, the command and the shortcut as the setup guide says")}`,
  ].filter((warning) => warning !== false);
}
