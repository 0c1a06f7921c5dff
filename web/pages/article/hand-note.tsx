import { PenLine } from "lucide-react";
import { formatInChat, formatMinute } from "../../lib/format.ts";
import type { Statement } from "./statement-runs.ts";

/** 'Written by hand, Ann Lee, 3 Nov': what a person did to a sentence. */
export function HandNote({ hand }: { hand: NonNullable<Statement["hand"]> }) {
  return (
    <span className="source-note">
      <PenLine className="mr-1 inline size-3" aria-hidden="true" />
      {hand.what === "written" ? "Written by hand" : "Edited"}, {hand.by ?? "a former member"},{" "}
      <time dateTime={hand.at} title={formatMinute(hand.at)} className="source-place">
        {formatInChat(hand.at)}
      </time>
    </span>
  );
}
