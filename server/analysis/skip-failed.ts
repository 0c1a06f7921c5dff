import { ConnectorError } from "../../connectors/errors.ts";
import { SENSITIVITY } from "../../shared/domain/detection.ts";
import { databaseErrorCode, safeDatabaseError } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { computeFingerprint, type StoredConversation } from "../ingest/conversations/index.ts";
import type { JudgedConversation, JudgingInput } from "./judging-input.ts";

/** Uses the highest sensitivity if a person requested an article, unless the conversation already has one. */
export const chooseJudgingSettings = ({ isRequested, conversation, settings }: JudgingInput) =>
  isRequested && conversation.articleId === null ? { ...settings, sensitivity: SENSITIVITY.max } : settings;

/** Throws platform and database errors, which are retried. Skips the conversation after any other error, which would recur. */
export function skipFailedConversation(deps: Deps, given: JudgingInput, error: unknown): JudgedConversation {
  const { channel, conversation, engine } = given;
  if (error instanceof ConnectorError || isDatabaseTrouble(error)) throw error;
  deps.log.error(
    { err: safeDatabaseError(error), conversation: conversation.id },
    "A conversation could not be analyzed",
  );
  const problem = `A conversation in #${channel.name} of ${day(conversation)} could not be analyzed. It is kept and analyzed again when it changes.`;
  const fingerprint = computeFingerprint(conversation, chooseJudgingSettings(given), engine);
  return { saved: "none", problem, verdict: { conversation, fingerprint, finding: null, reasons: [problem] } };
}

/** False for data that PostgreSQL refuses to store, because the conversation causes this. */
function isDatabaseTrouble(error: unknown): boolean {
  const isRefusal = /^(22|23|54)/.test(databaseErrorCode(error) ?? "");
  return !isRefusal && safeDatabaseError(error) !== error;
}

const day = ({ messages }: StoredConversation) => messages[0]?.sentAt.toISOString().slice(0, 10) ?? "an unknown day";
