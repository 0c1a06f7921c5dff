import type { ChannelRow } from "../ingest/channels/index.ts";
import type { OpenChannelSource } from "./channel-source.ts";

/** The input of a run for one channel. */
export interface Analysis {
  channel: ChannelRow;
  /**
   * The platform to read from; null where only stored messages are judged, because the channel came from an export or
   * its messages arrive as live events.
   */
  source: OpenChannelSource | null;
  /** Limits the analysis to this many newest messages and their conversations; the cursor stays. */
  newest?: number;
  /** Limits the analysis to this thread, because a person requested an article about it; the cursor stays. */
  threadId?: string;
  /** Conversations that may still go on are left for later. */
  waitsForSilence?: boolean;
  /** The time from which messages should have arrived as live events. */
  liveSince?: Date | null;
}
