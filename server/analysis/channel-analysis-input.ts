import type { ChannelRow } from "../ingest/channels/index.ts";
import type { OpenChannelSource } from "./channel-source.ts";

/** The input for analyzing one channel. */
export interface ChannelAnalysisInput {
  channel: ChannelRow;
  /** The platform to read from; null if only stored messages are judged, for a channel from an export or with live events. */
  source: OpenChannelSource | null;
  /** Limits the analysis to this many newest messages and their conversations; the cursor does not move. */
  newest?: number;
  /** Limits the analysis to this thread, about which a person requested an article; the cursor does not move. */
  threadId?: string;
  /** Leaves conversations that may continue for later. */
  waitsForSilence?: boolean;
  /** The time from which messages should have arrived as live events. */
  liveSince?: Date | null;
}
