import { randomUUID } from "node:crypto";
import type { SlackTeam } from "./team.ts";
import type { SlackMessage } from "./team-data.ts";

export interface Button {
  block_id: string;
  action_id: string;
  value: string;
  text: string;
}

/** The buttons under a message, in their order. */
export function buttonsOf({ blocks }: SlackMessage): Button[] {
  if (!Array.isArray(blocks)) return [];
  type Element = { type?: string; action_id?: string; value?: string; text?: { text?: string } };
  return (blocks as { type?: string; block_id?: string; elements?: Element[] }[])
    .filter(({ type }) => type === "actions")
    .flatMap(({ block_id = "", elements = [] }) =>
      elements
        .filter(({ type }) => type === "button")
        .map(({ action_id = "", value = "", text }) => ({ block_id, action_id, value, text: text?.text ?? action_id })),
    );
}

export interface Press {
  channelId: string;
  /** Of the message with the button. */
  ts: string;
  user: string;
  action: string;
}

/** What Slack sends when somebody presses a button. https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export function pressPayload(
  team: SlackTeam,
  { channelId, ts, user, action, responseUrl, triggerId }: Press & { responseUrl?: string; triggerId?: string },
): Record<string, unknown> {
  const channel = team.channel(channelId);
  const message = channel.messages.find((candidate) => candidate.ts === ts);
  const button = message && buttonsOf(message).find(({ action_id }) => action_id === action);
  if (!message || !button) throw Object.assign(new Error("There is no such button."), { statusCode: 404 });
  const { id, domain } = team.data.team;
  const { text, ...pressed } = button;
  return {
    type: "block_actions",
    user: { id: user, team_id: id },
    api_app_id: "ASTANDIN",
    token: "stand-in",
    container: {
      type: "message",
      message_ts: ts,
      channel_id: channelId,
      is_ephemeral: false,
      thread_ts: message.thread_ts,
    },
    trigger_id: triggerId ?? randomUUID(),
    ...(responseUrl && { response_url: responseUrl }),
    team: { id, domain },
    channel: { id: channelId, name: channel.name },
    message,
    actions: [{ ...pressed, type: "button", text: { type: "plain_text", text }, action_ts: String(Date.now() / 1000) }],
  };
}
