import type { SlackChannel, SlackMessage, SlackTeam } from "./slack-wire.ts";

export interface DemoChannel extends SlackChannel {
  /** All of them, replies too, by `ts`; parents carry their reply counts. */
  messages: SlackMessage[];
}

export interface DemoTeam extends Omit<SlackTeam, "channels"> {
  channels: DemoChannel[];
}
