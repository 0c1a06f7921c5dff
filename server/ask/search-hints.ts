import type { CombinedAnswer, RelatedPage } from "../../shared/contract/ask.ts";
import { MAX_NAMED_CHANNELS } from "../../shared/domain/ask.ts";
import type { AsReader } from "./as-reader.ts";
import { listNeverReadChannels } from "./ask-queries.ts";

/** Where somebody who got no answer may look: pages that may be about the subject, and channels that were never read. */
export interface SearchHints {
  relatedPages: RelatedPage[];
  unreadChannels: string[];
}

export const readSearchHints = async (asReader: AsReader, relatedPages: RelatedPage[]): Promise<SearchHints> => ({
  relatedPages,
  unreadChannels: await asReader((scope) => listNeverReadChannels(scope, MAX_NAMED_CHANNELS + 1)),
});

/** Says where to look only if nothing was found. */
export function addSearchHints<Answer extends Pick<CombinedAnswer, "verdict" | "wiki">>(
  answer: Answer,
  { relatedPages, unreadChannels }: SearchHints,
): Answer & Partial<SearchHints> {
  if (answer.verdict !== "unknown" || answer.wiki) return answer;
  return {
    ...answer,
    ...(relatedPages.length > 0 && { relatedPages }),
    ...(unreadChannels.length > 0 && { unreadChannels }),
  };
}
