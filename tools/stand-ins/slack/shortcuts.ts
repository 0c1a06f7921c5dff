import { SlackFailure } from "./methods.ts";
import type { SlackTeam } from "./team.ts";

/** A person chooses an entry of the app ('shortcut') in a message's menu. */
export interface ChosenShortcut {
  channelId: string;
  /** The message's timestamp. */
  ts: string;
  user: string;
  callbackId: string;
}

/**
 * Builds Slack's request for a shortcut.
 * https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload
 */
export function buildShortcutPayload(
  team: SlackTeam,
  { channelId, ts, user, callbackId }: ChosenShortcut,
  { responseUrl, triggerId }: { responseUrl: string; triggerId: string },
): Record<string, unknown> {
  if (!team.data.scopes.includes("commands")) throw new SlackFailure("missing_scope", { needed: "commands" });
  const channel = team.channel(channelId);
  const message = channel.messages.find((candidate) => candidate.ts === ts);
  if (!message) throw Object.assign(new Error("There is no such message."), { statusCode: 404 });
  const { id, domain } = team.data.team;
  return {
    type: "message_action",
    token: "stand-in",
    action_ts: (Date.now() / 1000).toFixed(6),
    team: { id, domain },
    user: { id: user, name: user.toLowerCase(), username: user.toLowerCase(), team_id: id },
    channel: { id: channelId, name: channel.name },
    is_enterprise_install: false,
    enterprise: null,
    callback_id: callbackId,
    trigger_id: triggerId,
    response_url: responseUrl,
    message_ts: ts,
    message,
  };
}
