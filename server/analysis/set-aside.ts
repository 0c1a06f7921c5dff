import { ConnectorError } from "../../connectors/errors.ts";
import { SENSITIVITY } from "../../shared/domain/detection.ts";
import { databaseErrorCode, safeDatabaseError } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { fingerprintOf, type StoredConversation } from "../ingest/index.ts";
import type { Judged, JudgingInput } from "./judging-input.ts";

/** Uses the highest sensitivity when a person requested an article, unless the conversation has one already. */
export const settingsFor = ({ isRequested, conversation, settings }: JudgingInput) =>
  isRequested && conversation.articleId === null ? { ...settings, sensitivity: SENSITIVITY.max } : settings;

/** Trouble of a platform or the database passes by itself and is thrown; a conversation that breaks the engine would break it again. */
export function setAside(deps: Deps, given: JudgingInput, error: unknown): Judged {
  const { channel, conversation, engine } = given;
  if (error instanceof ConnectorError || isDatabaseTrouble(error)) throw error;
  deps.log.error(
    { err: safeDatabaseError(error), conversation: conversation.id },
    "A conversation could not be analyzed",
  );
  const problem = `A conversation in #${channel.name} of ${day(conversation)} could not be analyzed. It is kept and analysed again when it changes.`;
  const fingerprint = fingerprintOf(conversation, settingsFor(given), engine);
  return { saved: "none", problem, verdict: { conversation, fingerprint, finding: null, reasons: [problem] } };
}

/** Not what PostgreSQL refuses to store: that is the conversation's own fault. */
function isDatabaseTrouble(error: unknown): boolean {
  const isRefusal = /^(22|23|54)/.test(databaseErrorCode(error) ?? "");
  return !isRefusal && safeDatabaseError(error) !== error;
}

const day = ({ messages }: StoredConversation) => messages[0]?.sentAt.toISOString().slice(0, 10) ?? "an unknown day";
