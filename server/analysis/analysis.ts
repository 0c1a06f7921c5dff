import type { ChannelRow } from "../ingest/index.ts";
import type { OpenChannelSource } from "./channel-source.ts";

/** Input of one run for one channel. */
export interface Analysis {
  channel: ChannelRow;
  /** Null: only what is stored is judged, because the channel came from an export or its messages arrive by themselves. */
  source: OpenChannelSource | null;
  /** Only so many of the newest messages, with the conversations they belong to; the cursor stays. */
  newest?: number;
  /** Only this thread, of which a person wants an article; the cursor stays. */
  threadId?: string;
  /** Conversations that may still go on are left for later. */
  waitsForSilence?: boolean;
  /** Since when messages should have come by themselves. */
  liveSince?: Date | null;
}
