import type { PrivateAnswer, PrivateAnswering } from "../chat-source.ts";
import { createRateLimited, Refused, Unreachable } from "../errors.ts";
import { buildAnswerMessage, escapeMrkdwn } from "./answers.ts";
import { isUnsentRequest } from "./api.ts";
import { sendPrivately } from "./private-place.ts";

const RETRY_AFTER_SECONDS = 10;

/** Answers to a command. Slack permits five within half an hour. */
export function createPrivateAnswering(hooks: Parameters<typeof sendPrivately>[0]): PrivateAnswering {
  return {
    acknowledge: (words) => ({ response_type: "ephemeral", text: escapeMrkdwn(words) }),

    async tell(replyAt: string, answer: PrivateAnswer, signal: AbortSignal): Promise<void> {
      const response = await sendPrivately(hooks, replyAt, shownMessageOf(answer), signal).catch((error: unknown) => {
        if (signal.aborted) throw signal.reason;
        const mayHaveHappened = !(error instanceof Error && isUnsentRequest(error));
        throw new Unreachable("Slack cannot be reached.", { cause: error, mayHaveHappened });
      });
      if (response?.ok) return;
      if (response?.status === 429)
        throw createRateLimited("Slack", 1000 * (Number(response.headers.get("retry-after")) || RETRY_AFTER_SECONDS));
      if (response && response.status >= 500)
        throw new Unreachable(`Slack answered with an internal error (HTTP ${response.status}).`, {
          mayHaveHappened: true,
        });
      throw new Refused("Slack takes no answer any more at the place that came with the question.");
    },
  };
}

const shownMessageOf = ({ shownIn, ...answer }: PrivateAnswer) => ({
  ...buildAnswerMessage(answer),
  ...(shownIn !== undefined && { thread_ts: shownIn }),
});
