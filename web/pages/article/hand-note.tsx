import { PenLine } from "lucide-react";
import { handSentence } from "../../../shared/domain/hand-note.ts";
import { formatInChat, formatMinute } from "../../lib/format.ts";
import type { ArticleStatement } from "./statement-runs.ts";

/** 'Written by Ann Lee, 3 Nov': a person's change to a sentence. */
export function HandNote({ hand }: { hand: NonNullable<ArticleStatement["hand"]> }) {
  return (
    <span className="source-note">
      <PenLine className="mr-1 inline size-3" aria-hidden="true" />
      <time dateTime={hand.at} title={formatMinute(hand.at)}>
        {handSentence(hand, formatInChat(hand.at))}
      </time>
    </span>
  );
}
