import { escapeSlack } from "./message-html.ts";
import { SlackFailure } from "./methods.ts";
import type { SlackTeam } from "./team.ts";

export interface TypedCommand {
  channelId: string;
  user: string;
  command: string;
  text: string;
}

/**
 * Builds Slack's request for a command that a person typed.
 * https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function buildCommandFields(
  team: SlackTeam,
  { channelId, user, command, text }: TypedCommand,
  { responseUrl, triggerId }: { responseUrl: string; triggerId: string },
): Record<string, string> {
  if (!team.data.scopes.includes("commands")) throw new SlackFailure("missing_scope", { needed: "commands" });
  if (!/^\/[a-z0-9_-]{1,31}$/.test(command)) throw new Error(`${command} is no command.`);
  const { id, domain } = team.data.team;
  return {
    token: "stand-in",
    team_id: id,
    team_domain: domain,
    channel_id: channelId,
    channel_name: team.channel(channelId).name,
    user_id: user,
    user_name: team.users.find((known) => known.id === user)?.name ?? user.toLowerCase(),
    command,
    text: escapeSlack(text),
    api_app_id: "ASTANDIN",
    is_enterprise_install: "false",
    response_url: responseUrl,
    trigger_id: triggerId,
  };
}
