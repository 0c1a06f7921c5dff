import type { DetectionSettings, Engine } from "../../engine/contract.ts";
import type { ChannelRow } from "../ingest/channels/index.ts";
import type { StoredConversation, Verdict } from "../ingest/conversations/index.ts";
import type { SaveOutcome } from "../library/save/index.ts";

/** A conversation to judge, with all input of the engine. */
export interface JudgingInput {
  channel: Pick<ChannelRow, "id" | "name">;
  conversation: StoredConversation;
  engine: Engine;
  settings: DetectionSettings;
  knownTags: string[];
  /** Whether a person requested an article. */
  isRequested?: boolean;
  /** Whether somebody decided that it becomes an article although wiki pages cover it; looked up if absent. */
  isWanted?: boolean;
  /** Called before an article is saved: true if the channel was switched off meanwhile. */
  isChannelOff?: () => Promise<boolean>;
}

export interface JudgedConversation {
  saved: SaveOutcome | "none";
  /** For the caller to store; absent if it was stored with the article, or if people wrote more meanwhile. */
  verdict?: Verdict;
  /** The reason, as a sentence, why it could not be judged. */
  problem?: string;
  /** Conversations about other topics that were split off and have to be judged too. */
  dividedOff?: StoredConversation[];
}
