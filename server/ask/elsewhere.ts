import type { RelatedPage, WrittenAnswer } from "../../shared/contract/ask.ts";
import { TOLD_CHANNELS } from "../../shared/domain/ask.ts";
import type { AsReader } from "./as-reader.ts";
import { listUnreadChannels } from "./ask-queries.ts";

/** Where somebody who got no answer may look: pages that may be about the subject, and channels that were never read. */
export interface Elsewhere {
  relatedPages: RelatedPage[];
  unreadChannels: string[];
}

export const readElsewhere = async (asReader: AsReader, relatedPages: RelatedPage[]): Promise<Elsewhere> => ({
  relatedPages,
  unreadChannels: await asReader((scope) => listUnreadChannels(scope, TOLD_CHANNELS + 1)),
});

/** Says where to look only if nothing was found. */
export function withElsewhere<Answer extends Pick<WrittenAnswer, "verdict" | "wiki">>(
  answer: Answer,
  { relatedPages, unreadChannels }: Elsewhere,
): Answer & Partial<Elsewhere> {
  if (answer.verdict !== "unknown" || answer.wiki) return answer;
  return {
    ...answer,
    ...(relatedPages.length > 0 && { relatedPages }),
    ...(unreadChannels.length > 0 && { unreadChannels }),
  };
}
