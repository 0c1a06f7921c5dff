import type { ChatReply, FixSubmission, QuestionPress } from "../../../connectors/chat-source.ts";
import type { Deps } from "../../deps.ts";
import type { Receiver } from "../../ingest/index.ts";
import { openFix, takeFix } from "./fix-in-chat.ts";
import { storePress } from "./press-queries.ts";

const LONGEST_REPLY_MS = 3000;

/**
 * A press is only kept here, so that Slack is answered at once; a worker does what was chosen within seconds. Fix opens a form
 * instead where that can be, and changes nothing until it is saved. Whose press does not count is told so afterwards, by
 * themselves: nobody waits for that, and nothing is lost when it fails.
 */
export async function takePress(
  deps: Deps,
  press: QuestionPress | FixSubmission,
  receivers: Receiver[],
): Promise<ChatReply> {
  if (receivers.length === 0) return null;
  if ("texts" in press) return takeFix(deps, press, receivers);
  if (press.answer === "fix" && (await openFix(deps, press, receivers))) return null;
  const { db, connectors, log } = deps;
  const outcome = await storePress(db, press, receivers);
  if (outcome === "counted") return null;
  connectors.sources.slack.questions
    ?.tellPresser(press, outcome, AbortSignal.timeout(LONGEST_REPLY_MS))
    .catch(() =>
      log.warn({ question: press.questionId }, "Who pressed a button could not be told that it does not count"),
    );
  return null;
}
