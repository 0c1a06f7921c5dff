import type { SlackChannel, SlackMessage, SlackTeam } from "./slack-wire.ts";

export interface DemoChannel extends SlackChannel {
  /** All messages including replies, by `ts`; thread parents have their reply counts. */
  messages: SlackMessage[];
}

export interface DemoTeam extends Omit<SlackTeam, "channels"> {
  channels: DemoChannel[];
}
