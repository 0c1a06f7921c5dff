import type {
  ArticleFixSubmission,
  ChatReply,
  IgnoredPressReason,
  QuestionPress,
} from "../../../connectors/chat-source.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { EventReceiver, InteractionOrigin } from "../../ingest/live/index.ts";
import { findChatSource, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import { openFixForm, saveFix } from "./fix-in-chat.ts";
import { storePress } from "./press-queries.ts";

const LONGEST_REPLY_MS = 3000;

/**
 * Stores a press, so that the platform is answered at once; a worker carries it out within seconds. Fix opens a form instead if
 * possible, and changes nothing until it is saved. A person whose press has no effect is told afterwards in private.
 */
export async function handlePress(
  deps: Deps,
  press: QuestionPress | ArticleFixSubmission,
  origin: InteractionOrigin,
): Promise<ChatReply> {
  const { receivers } = origin;
  if (receivers.length === 0) return null;
  if ("texts" in press) return saveFix(deps, press, origin);
  if (press.answer === "fix" && (await openFixForm(deps, press, origin))) return null;
  const outcome = await storePress(deps.db, press, receivers);
  if (outcome !== "counted")
    replyToPresser(deps, press, receivers, outcome).catch(() =>
      deps.log.warn({ question: press.questionId }, "Who pressed a button could not be told that it does not count"),
    );
  return null;
}

async function replyToPresser(
  deps: Deps,
  press: QuestionPress,
  receivers: EventReceiver[],
  why: IgnoredPressReason,
): Promise<void> {
  const [receiver] = receivers;
  if (!receiver) return;
  const row = await inWorkspace(deps.db, receiver.workspaceId, (scope) => getChatIntegration(scope, receiver.id));
  const questions = findChatSource(deps.connectors, row.platform)?.questions;
  const config = openChatConfig(deps.secrets, row);
  await questions?.replyToPresser(config, press, why, AbortSignal.timeout(LONGEST_REPLY_MS));
}
