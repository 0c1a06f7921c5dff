import type { DetectionSettings, Engine } from "../../engine/contract.ts";
import type { ChannelRow, StoredConversation } from "../ingest/index.ts";

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
