import type { SlackChannel, SlackMessage, SlackTeam } from "./slack-wire.ts";

export interface DemoChannel extends SlackChannel {
  /** All messages including replies, sorted by `ts`. The first message of a thread has its reply counts. */
  messages: SlackMessage[];
}

export interface DemoTeam extends Omit<SlackTeam, "channels"> {
  channels: DemoChannel[];
}
