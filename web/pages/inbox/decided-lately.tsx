import { useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { UndoableDecision } from "../../../shared/contract/inbox.ts";
import type { InboxChoice } from "../../../shared/domain/inbox.ts";
import { useUndoableDecisions } from "../../api/inbox.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { WikiPageLink } from "../../components/wiki-page-link.tsx";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { getChoiceWords } from "./choices.ts";
import { undoEarlierDecision } from "./undo-earlier.ts";

const SHOWN = 3;

/** The person's decisions of the last 24 hours that can be undone. They come from the server, so they survive a reload. */
export default function RecentDecisions() {
  const decisions = useUndoableDecisions().data ?? [];
  const [isWhole, setWhole] = useState(false);
  if (decisions.length === 0) return null;
  const shown = isWhole ? decisions : decisions.slice(0, SHOWN);
  return (
    <div className="mt-10">
      <Section title="Decided by you lately">
        <ul className="divide-y divide-rule">
          {shown.map((decision) => (
            <Row key={decision.id} decision={decision} />
          ))}
        </ul>
        {shown.length < decisions.length && (
          <Button look="quiet" size="small" className="mt-2" onClick={() => setWhole(true)}>
            Show all {formatCount(decisions.length)}
          </Button>
        )}
      </Section>
    </div>
  );
}

function Row({ decision }: { decision: UndoableDecision }) {
  const queryClient = useQueryClient();
  const [isGoing, setGoing] = useState(false);
  const { article, pageUrl, decidedAt, note } = decision;
  const undo = async () => {
    setGoing(true);
    await undoEarlierDecision(queryClient, decision);
    setGoing(false);
  };
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        {pageUrl === undefined ? (
          <Link to={`/articles/${article.id}?view=inbox`} dir="auto" className="wrap-anywhere hover:text-accent">
            {article.title}
          </Link>
        ) : (
          <WikiPageLink page={{ title: article.title, url: pageUrl }} />
        )}
        <p className="text-13 text-soft">
          {doneOf(decision)}, <RelativeTime at={decidedAt} />
        </p>
        {note && <p className="text-13 wrap-anywhere text-soft">“{note}”</p>}
      </div>
      <Permitted change="inbox">
        <Button size="small" disabled={isGoing} aria-label={`Undo: ${article.title}`} onClick={() => void undo()}>
          <Undo2 className="size-3.5" aria-hidden="true" />
          Undo
        </Button>
      </Permitted>
    </li>
  );
}

function doneOf({ kind, choice }: UndoableDecision): string {
  if (kind && choice !== "not-corrected") return getChoiceWords(kind, choice as InboxChoice).done;
  return (
    {
      merge: "Articles were merged",
      split: "An article was split",
      write: "An excerpt was written up",
      "page-is-right": "The page stays as it is",
      ignore: "Ignored",
      "own-article": "Written up as an article",
      "not-corrected": "The sentence stays, without a warning",
    }[choice] ?? "Decided"
  );
}
