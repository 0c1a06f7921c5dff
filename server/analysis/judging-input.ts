import type { DetectionSettings, Engine } from "../../engine/contract.ts";
import type { ChannelRow, StoredConversation, Verdict } from "../ingest/index.ts";
import type { Saved } from "../library/index.ts";

/** A conversation to judge, with everything its engine is told. */
export interface JudgingInput {
  channel: Pick<ChannelRow, "id" | "name">;
  conversation: StoredConversation;
  engine: Engine;
  settings: DetectionSettings;
  knownTags: string[];
  /** A person asked for an article of it. */
  isRequested?: boolean;
}

export interface Judged {
  saved: Saved | "none";
  /** The caller's to store; absent when it was saved together with its article, or the conversation went on meanwhile. */
  verdict?: Verdict;
  /** Why it could not be judged, in a sentence. */
  problem?: string;
  /** Conversations that were divided off because they are about something else; to be judged as well. */
  dividedOff?: StoredConversation[];
}
