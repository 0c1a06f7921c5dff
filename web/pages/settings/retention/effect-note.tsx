import type { RetentionEffect } from "../../../../shared/contract/retention.ts";
import type { useRetentionEffect } from "../../../api/retention.ts";
import { formatItems } from "../../../lib/format.ts";

interface EffectNoteProps {
  effect: ReturnType<typeof useRetentionEffect>;
  /** True if the effect belongs to the current choice. */
  isCurrent: boolean;
  keepDays: number;
}

/** Describes, before the choice is saved, what it would delete at once. */
export function EffectNote({ effect, isCurrent, keepDays }: EffectNoteProps) {
  if (effect.isError)
    return <p className="text-13 text-wrong">What would be deleted could not be counted. Try again.</p>;
  return (
    <output className="block max-w-[65ch] rounded-box bg-sunken p-4" aria-busy={!isCurrent}>
      {isCurrent && effect.data ? (
        <>
          <span className="block font-medium text-pretty">{describeRetentionEffect(effect.data)}</span>
          <span className="mt-1 block text-13 text-pretty text-soft">
            {effect.data.unread > 0 &&
              `${formatItems(effect.data.unread, "of these messages was", "of these messages were")} not analyzed yet: run an analysis first if there may be knowledge in them. `}
            From then on the text of each message is deleted {formatItems(keepDays, "day")} after it was read. Backups
            keep it until they expire.
          </span>
        </>
      ) : (
        <span className="text-soft">Counting what would be deleted...</span>
      )}
    </output>
  );
}

/** Describes the effect: 'This will delete the text of 12,340 messages; 210 articles cite some of them.' */
export function describeRetentionEffect({ messages, articles, quotes }: RetentionEffect): string {
  if (messages + quotes === 0) return "Nothing is old enough to be deleted now.";
  const taken =
    quotes > 0 ? ` ${formatItems(quotes, "source message")} will no longer be readable beside articles.` : "";
  if (messages === 0) return taken.trim();
  const citing = `${formatItems(articles, "article cites", "articles cite")} some of them`;
  return `This will delete the text of ${formatItems(messages, "message")}; ${articles === 0 ? "no article cites them" : citing}.${taken}`;
}
