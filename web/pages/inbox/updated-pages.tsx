import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { WikiRepair } from "../../../shared/contract/wiki-repairs.ts";
import { useUndoRepair } from "../../api/wiki-findings.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Section } from "../../components/section.tsx";
import { WikiPageLink } from "../../components/wiki-page-link.tsx";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";

const SHOWN = 3;

/** Pages of the wiki that were updated or commented on from the inbox in the last days, with their undo. */
export default function UpdatedPages({ repairs }: { repairs: readonly WikiRepair[] }) {
  const [isWhole, setWhole] = useState(false);
  const made = repairs.filter(({ state, undoes }) => undoes === null && (state === "applied" || state === "in-review"));
  if (made.length === 0) return null;
  const shown = isWhole ? made : made.slice(0, SHOWN);
  return (
    <div className="mt-10">
      <Section title="Pages updated or commented on">
        <ul className="divide-y divide-rule">
          {shown.map((repair) => (
            <Row key={repair.id} repair={repair} undo={repairs.find(({ undoes }) => undoes === repair.id)} />
          ))}
        </ul>
        {shown.length < made.length && (
          <Button look="quiet" size="small" className="mt-2" onClick={() => setWhole(true)}>
            Show all {formatCount(made.length)}
          </Button>
        )}
      </Section>
    </div>
  );
}

/** `undo`: the latest attempt to take the change back. */
function Row({ repair, undo }: { repair: WikiRepair; undo: WikiRepair | undefined }) {
  const order = useUndoRepair();
  const { id, pageTitle, url, after, orderedAt, canUndo } = repair;
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <WikiPageLink page={{ title: pageTitle, url }} />
        <p className="text-13 text-soft">
          {repair.way === "comment" && !undo ? (
            <CommentState repair={repair} />
          ) : (
            <>
              <output>{stateOf(repair, undo)}</output>, <RelativeTime at={undo?.orderedAt ?? orderedAt} />
            </>
          )}
        </p>
        {after && undo?.state !== "applied" && (
          <p dir="auto" className="text-13 wrap-anywhere text-soft">
            “{after}”
          </p>
        )}
      </div>
      {canUndo && (
        <Button
          size="small"
          disabled={order.isPending}
          aria-label={`Undo: ${pageTitle}`}
          onClick={() => order.mutate(id)}
        >
          <Undo2 className="size-3.5" aria-hidden="true" />
          Undo
        </Button>
      )}
    </li>
  );
}

const CommentState = ({ repair: { orderedAt, orderedBy, waits } }: { repair: WikiRepair }) => (
  <output>
    Comment left on <RelativeTime at={orderedAt} as="day" />
    {orderedBy && ` by ${orderedBy}`}, {waits ? "waiting for the page's author" : "the page was changed since"}
  </output>
);

function stateOf({ state, way }: WikiRepair, undo: WikiRepair | undefined): string {
  if (state === "in-review") return "Waits for a review where the page is kept";
  if (!undo) return "The page was updated";
  if (way === "comment" && undo.state === "waiting") return "The comment is being deleted...";
  if (way === "comment" && undo.state === "applied") return "The comment is deleted";
  if (undo.state === "waiting") return "The former words are being put back...";
  if (undo.state === "applied") return "The former words are back";
  if (undo.state === "declined") return "The reviewers declined the undo";
  if (undo.state === "in-review") return "The undo waits for a review where the page is kept";
  return `Not undone. ${undo.trouble ?? ""}`.trim().replace(/\.$/, "");
}
