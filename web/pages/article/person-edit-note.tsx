import { PenLine } from "lucide-react";
import { formatPersonEdit } from "../../../shared/domain/person-edit.ts";
import { formatDateTime, formatMessageTime } from "../../lib/format.ts";
import type { ArticleStatement } from "./statement-runs.ts";

/** A note about a person's edit of a sentence: 'Written by Ann Lee, 3 Nov'. */
export function PersonEditNote({ hand }: { hand: NonNullable<ArticleStatement["hand"]> }) {
  return (
    <span className="source-note">
      <PenLine className="mr-1 inline size-3" aria-hidden="true" />
      <time dateTime={hand.at} title={formatDateTime(hand.at)}>
        {formatPersonEdit(hand, formatMessageTime(hand.at))}
      </time>
    </span>
  );
}
