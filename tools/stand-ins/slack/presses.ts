import { randomUUID } from "node:crypto";
import type { SlackTeam } from "./team.ts";
import type { SlackMessage } from "./team-data.ts";

export interface Button {
  type: "button" | "feedback_buttons";
  block_id: string;
  action_id: string;
  value: string;
  text: string;
}

/** Returns the buttons of a message, in order. */
export function listButtons({ blocks }: SlackMessage): Button[] {
  if (!Array.isArray(blocks)) return [];
  type Half = { value?: string; text?: { text?: string } };
  type Element = Half & { type?: string; action_id?: string; positive_button?: Half; negative_button?: Half };
  return (blocks as { type?: string; block_id?: string; elements?: Element[] }[])
    .filter(({ type }) => type === "actions" || type === "context_actions")
    .flatMap(({ block_id = "", elements = [] }) =>
      elements.flatMap(({ type, action_id = "", positive_button, negative_button, ...own }) => {
        if (type !== "button" && type !== "feedback_buttons") return [];
        const halves = type === "button" ? [own] : [positive_button ?? {}, negative_button ?? {}];
        return halves.map(({ value = "", text }) => ({
          type,
          block_id,
          action_id,
          value,
          text: text?.text ?? action_id,
        }));
      }),
    );
}

export interface Press {
  channelId: string;
  /** The timestamp of the message with the button. */
  ts: string;
  user: string;
  action: string;
  /** The button's value. It distinguishes buttons with the same name, such as feedback buttons. */
  value?: string;
}

/**
 * Builds Slack's request for a button press.
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export function pressPayload(
  team: SlackTeam,
  { channelId, ts, user, action, value, responseUrl, triggerId }: Press & { responseUrl?: string; triggerId?: string },
): Record<string, unknown> {
  const channel = team.channel(channelId);
  const message = channel.messages.find((candidate) => candidate.ts === ts);
  const button =
    message && listButtons(message).find((one) => one.action_id === action && (value ?? one.value) === one.value);
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
    actions: [{ ...pressed, text: { type: "plain_text", text }, action_ts: String(Date.now() / 1000) }],
  };
}
